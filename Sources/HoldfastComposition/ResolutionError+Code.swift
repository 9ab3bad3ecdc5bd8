public import Holdfast

extension ResolutionError.Code {
  /// An object of a composition was asked for, but the composition was not made with `Composed`.
  public static let notComposed = ResolutionError.Code.askedBeforeComposed
}
