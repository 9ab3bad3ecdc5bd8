/// A stored property of a type.
struct Field {
  let name: String
  /// The type that it was declared with.
  let type: Any.Type
  /// Of a class, from where the object begins.
  let offset: Int

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
      return Field(name: name, type: fieldType, offset: offsetOfField(type, index))
    }
  }

  /// Whether the code of the type was compiled without what the runtime tells of its properties. It then says that all are of no type.
  var isHidden: Bool { type == Void.self }
}

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
