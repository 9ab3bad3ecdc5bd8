import OnceKernel

/// Which values are `Disposable`. Asked for every value of every scope that ends, where a dynamic cast would cost as much as the scope.
enum Disposables {
  /// Addresses of types whose values are not disposable. Types are never freed.
  private static let plainTypes = RecentWords(count: 256)

  static func contain<Value>(_ value: Value) -> Bool {
    let type: Any.Type
    if Value.self is AnyObject.Type {
      // A class instance is one reference. Its own type is read from it, which a cast of a value of a type that is not known here is not.
      type = Swift.type(of: unsafeBitCast(value, to: AnyObject.self))
    } else {
      // Of a value in an existential its own type, which is what a cast to `Any` is for.
      type = Swift.type(of: value as Any)
    }
    let word = Word.of(type)
    if plainTypes.contains(word) { return false }
    // An isolated conformance to it does not compile.
    if value is any Disposable { return true }
    // A cast looks into these, so that the type alone says nothing.
    if !OptionalTypes.isOptional(type), type != AnyHashable.self { plainTypes.insert(word) }
    return false
  }
}
