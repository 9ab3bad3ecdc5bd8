import OnceKernel

/// What is disposed of with an instance: its value, or what the factory and the decorators returned in making it.
///
/// Its objects are claimed: of several registrations that hand one out, the first that is to dispose of it does.
final class Parts: @unchecked Sendable {  // unchecked: constants; what is in them is shared as the value is
  /// What `dispose()` is called on, the outermost first; empty where a disposer is told the value.
  let disposables: [any Disposable]
  private let claims: Claims

  fileprivate init(_ disposables: [any Disposable], _ claims: Claims) {
    (self.disposables, self.claims) = (disposables, claims)
  }

  deinit { leave() }

  /// From here on the objects may be claimed anew: a pool hands out again what was disposed of.
  func leave() { claims.leave() }
}

extension Recipe {
  /// Whether `parts` may find something for a value that nothing decorates. Asked before a list is made, whose type would be looked up.
  func mayHaveParts(_ value: Value) -> Bool {
    // What the container did not make is not the container's to dispose of.
    keepsAndDisposes && (rest != nil && hasDisposer || !isExisting && Disposables.contain(value))
  }

  /// What is not kept, or only watched, has holders that are still there.
  private var keepsAndDisposes: Bool { form.isOwned }

  /// What is disposed of with a value that was made; nil where nothing is.
  ///
  /// - Parameter earlier: what the factory and all decorators but the last returned.
  func parts(of value: Value, after earlier: [Value], in core: Core) -> Parts? {
    if earlier.isEmpty ? !mayHaveParts(value) : !keepsAndDisposes { return nil }
    if hasDisposer {
      var claims = Claims(in: core)
      guard type(of: value as Any) is AnyClass else { return Parts([], claims) }
      return claims.claim(value as AnyObject) ? Parts([], claims) : nil
    }
    if Mutant.hidesDecorated.isActive, !Disposables.contain(value) { return nil }
    var claims = Claims(in: core)
    let disposables = disposables(among: Mutant.hidesDecorated.isActive ? [value] : earlier + [value], &claims)
    return disposables.isEmpty ? nil : Parts(disposables, claims)
  }

  /// What of a value and what it was made from is to be disposed of, the outermost first, each once.
  ///
  /// An isolated conformance to `Disposable`, which a cast would not find elsewhere, does not compile.
  private func disposables(among made: [Value], _ claims: inout Claims) -> [any Disposable] {
    let isGiven = isExisting
    var objects: [AnyObject] = []
    if isGiven, let given = made[0] as? any Disposable, type(of: given) is AnyClass { objects.append(given as AnyObject) }
    var disposables: [any Disposable] = []
    for index in made.indices.dropFirst(isGiven ? 1 : 0).reversed() {
      guard Disposables.contain(made[index]), let disposable = made[index] as? any Disposable else { continue }
      if type(of: disposable) is AnyClass {
        let object = disposable as AnyObject
        if objects.contains(where: { $0 === object }) { continue }
        objects.append(object)
        if !claims.claim(object) { continue }
      } else if index > 0, let given = made[index - 1] as? any Disposable, isSame(disposable, given) {
        continue
      }
      disposables.append(disposable)
    }
    return disposables
  }

  /// Whether a decorator returned the very value that it was given.
  private func isSame<T: Disposable>(_ value: T, _ given: any Disposable) -> Bool {
    // By their bytes: a value need not be `Equatable`, and equal ones may be two.
    guard let given = given as? T else { return false }
    return withUnsafeBytes(of: value) { bytes in withUnsafeBytes(of: given) { bytes.elementsEqual($0) } }
  }
}
