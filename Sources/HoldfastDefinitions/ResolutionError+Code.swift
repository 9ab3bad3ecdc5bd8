public import Holdfast

extension ResolutionError.Code {
  /// The object graph that is being resolved holds no object of the type.
  public static let notInGraph = ResolutionError.Code.objectNotInGraph
  /// The object graph holds several objects of the type. Ask by name.
  public static let ambiguous = ResolutionError.Code.severalInGraph
}
