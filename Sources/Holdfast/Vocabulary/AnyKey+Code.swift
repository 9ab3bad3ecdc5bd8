extension AnyKey {
  /// The line that has an injector of this one ask for `other` later.
  func asking(for other: AnyKey) -> String {
    let (object, property) = (variable, other.variable)
    return "registerInjector(\(call)) { \(object), r in r.later(\(other.call)) { \(object).\(property) = $0 } }"
  }

  /// How code near it names it in a call: the type, and the name if it has one that code can write.
  package var call: String { "\(spelledShort).self\(label)" }

  /// How code near it names the collection that has this name, and values of this type.
  var collectionCall: String { "\(collectionType).self\(label)" }

  /// How code near it names the type of that collection.
  package var collectionType: String {
    "[\(spelledShort.hasPrefix("(any ") ? String(spelledShort.dropFirst().dropLast()) : spelledShort)]"
  }

  /// What to write where this key stands for all of its type, and is a member of what it is made of.
  package var remedyForComposite: String {
    let parts = AnyKey(valueType, named: "parts")
    return "Have the factory of \(self) itself ask for the others, because a registration is left out of what its own factory collects: "
      + "register(\(call)) { r in … r.resolveAll(\(AnyKey(valueType).call)) … }. Or contribute the others to a collection with a name, "
      + "contribute(\(parts.call)) { r in … }, and ask for that one: resolve(\(parts.collectionCall))."
  }

  /// The call that gives its value. A contribution is had with the others.
  var request: String { isContribution ? "resolveAll(\(call))" : "resolve(\(call))" }

  private var label: String { isContribution ? "" : name.map { ", named: \($0)" } ?? "" }

  package var isContribution: Bool { name?.isContribution == true }

  /// The value's type as code near it says it: without its module, if that is all there is before its name.
  private var spelledShort: String {
    let name = AnyKey(valueType).typeName
    let parts = name.split(separator: ".")
    guard let last = parts.last, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }) else { return "(\(name))" }
    // A class or a value says itself; anything else that is not generic is a protocol.
    return valueType is AnyClass || !isProtocol ? String(last) : "(any \(last))"
  }

  private var isProtocol: Bool { "\(Swift.type(of: valueType))".hasSuffix(".Protocol") }

  /// What a variable of the value's type is called.
  private var variable: String {
    let last = AnyKey(valueType).typeName.split(separator: ".").last.map(String.init) ?? ""
    let name = last.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, first.isLetter else { return "object" }
    return first.lowercased() + name.dropFirst()
  }
}
