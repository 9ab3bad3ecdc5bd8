/// A stored property of a type.
struct Field {
  let name: String
  /// The type that it was declared with.
  let type: Any.Type
  /// Of a class, from where the object begins.
  let offset: Int
  /// False for weak and unowned ones, in whose place lies no value of the type.
  let isStrong: Bool

  /// The stored properties of a structure or a class, in their order.
  ///
  /// These are the functions of the runtime that `Mirror` is made of. `Mirror` itself looks at a value: it copies each property into a box, and says
  /// neither where a property lies nor what type it was declared with.
  static func all(of type: Any.Type) -> [Field] {
    (0..<countOfFields(type)).map { index in
      var description = FieldDescription(name: nil, release: nil, isStrong: false, isVariable: false)
      let fieldType = describeField(type, index, &description)
      defer { description.release?(description.name) }
      let name = description.name.map { String(cString: $0) } ?? "\(index)"
      return Field(name: name, type: fieldType, offset: offsetOfField(type, index), isStrong: description.isStrong)
    }
  }

  /// What a composition lists, and the names in that list of what is no stored property.
  static func listed<C: Composition>(by type: C.Type) -> (fields: [Field], others: [String]) {
    var fields: [Field] = []
    var others: [String] = []
    for (name, path) in C.properties {
      if let offset = MemoryLayout<C>.offset(of: path) {
        fields.append(Field(name: name, type: Swift.type(of: path).valueType, offset: offset, isStrong: true))
      } else {
        others.append(name)
      }
    }
    return (fields, others)
  }

  /// Whether a type has properties, as it has a size.
  static func isEmpty<T>(_ type: T.Type) -> Bool { MemoryLayout<T>.size == 0 }

  /// Whether only its value says whether it is a composition or a property of one: it is an object, an Optional, or of a protocol's type. Nothing
  /// else is looked at, as a value that cannot be copied must not be.
  var mayHoldAny: Bool { isStrong && (type is AnyClass || type is any ComposedOptional.Type || isOfProtocol) }

  private var isOfProtocol: Bool {
    // The first word of what describes a type is its kind, a number that is part of Swift's binary interface.
    unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x303
  }
}

private protocol ComposedOptional {}
extension Optional: ComposedOptional {}

/// What the runtime fills.
private struct FieldDescription {
  let name: UnsafePointer<CChar>?
  let release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  let isStrong: Bool
  let isVariable: Bool
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func countOfFields(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func describeField(_ type: Any.Type, _ index: Int, _ description: UnsafeMutablePointer<FieldDescription>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func offsetOfField(_ type: Any.Type, _ index: Int) -> Int
