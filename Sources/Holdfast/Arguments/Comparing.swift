import OnceKernel

/// How a lifetime tells arguments apart, and how many values it keeps.
///
/// Like the caches it is not generic over the arguments, which it is given by their address: the runtime would look types up for each registration
/// and for each request.
@usableFromInline
final class Comparing: Sendable {
  /// How many values are kept at most.
  let capacity: Int?
  /// Made when the first arguments are compared, as that takes longer than all the rest of a registration.
  private let lateParts = Late<ArgumentParts>()
  private let makeParts: @Sendable () -> ArgumentParts

  private init(_ capacity: Int?, parts: @escaping @Sendable () -> ArgumentParts) {
    self.capacity = capacity
    makeParts = parts
  }

  /// By the `==` of a type, of which each set of arguments is one value.
  convenience init<Arguments: Hashable & SendableMetatype>(values _: Arguments.Type, keeping capacity: Int?) {
    self.init(capacity) {
      var parts = ArgumentParts.Making()
      parts.append(Arguments.self)
      return ArgumentParts(parts)
    }
  }

  /// One by one; nil if there are no arguments.
  @inlinable
  static func of<each A: Hashable & SendableMetatype>(_ types: repeat (each A).Type, keeping capacity: Int? = nil) -> Comparing? {
    for _ in repeat each types { return arguments(repeat each types, keeping: capacity) }
    return nil
  }

  @usableFromInline
  static func arguments<each A: Hashable & SendableMetatype>(_ types: repeat (each A).Type, keeping capacity: Int?) -> Comparing {
    Comparing(capacity) {
      var parts = ArgumentParts.Making()
      repeat parts.append((each A).self)
      return ArgumentParts(parts)
    }
  }

  /// How such arguments are compared.
  var parts: ArgumentParts { lateParts.existing ?? lateParts.get(makeParts) }

  /// How such arguments are compared, without a counted reference: this keeps what says it.
  @inline(__always)
  var sharedParts: Unmanaged<ArgumentParts> { lateParts.shared ?? .passUnretained(parts) }
}

/// The arguments of one list of types, in memory: an `ArgumentPack`, which is laid out as its only field, a tuple.
final class ArgumentParts: Sendable {
  private let first: ArgumentPart
  private let others: [ArgumentPart]
  private let byteCount: Int
  private let alignment: Int

  /// A list that is being made.
  struct Making {
    fileprivate var parts: [ArgumentPart] = []
    fileprivate var byteCount = 0
    fileprivate var alignment = 1

    mutating func append<A: Hashable & SendableMetatype>(_: A.Type) {
      // As the language lays tuples out: each element where the one before ends, or the next place of its alignment.
      let layout = MemoryLayout<A>.self
      let offset = (byteCount + layout.alignment - 1) & ~(layout.alignment - 1)
      parts.append(PartOf<A>(at: offset))
      byteCount = offset + layout.size
      alignment = max(alignment, layout.alignment)
    }
  }

  fileprivate init(_ parts: Making) {
    first = parts.parts[0]  // there is one at least
    others = Array(parts.parts.dropFirst())
    (byteCount, alignment) = (parts.byteCount, parts.alignment)
  }

  /// The first part, which this keeps, without a counted reference.
  private var sharedFirst: Unmanaged<ArgumentPart> {
    @inline(__always) get { .passUnretained(first) }
  }

  func hash(of arguments: UnsafeRawPointer) -> Int {
    if others.isEmpty { return sharedFirst._withUnsafeGuaranteedRef { $0.hash(in: arguments) } }
    var hasher = Hasher()
    first.hash(in: arguments, into: &hasher)
    for part in others { part.hash(in: arguments, into: &hasher) }
    return hasher.finalize()
  }

  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    sharedFirst._withUnsafeGuaranteedRef { $0.isEqual(in: left, right) }
      && (others.isEmpty || others.allSatisfy { $0.isEqual(in: left, right) })
  }

  /// A copy of arguments, which lives until `free(_:)`.
  func copy(_ arguments: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, byteCount), alignment: alignment)
    first.copy(from: arguments, to: copy)
    for part in others { part.copy(from: arguments, to: copy) }
    return copy
  }

  func free(_ copy: UnsafeMutableRawPointer) {
    first.destroy(in: copy)
    for part in others { part.destroy(in: copy) }
    copy.deallocate()
  }
}

/// One argument in a list.
private class ArgumentPart: @unchecked Sendable {  // unchecked: a constant
  final let offset: Int

  init(at offset: Int) {
    self.offset = offset
  }

  func hash(in arguments: UnsafeRawPointer) -> Int { preconditionFailure("every part has a type") }
  func hash(in arguments: UnsafeRawPointer, into hasher: inout Hasher) { preconditionFailure("every part has a type") }
  func isEqual(in left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool { preconditionFailure("every part has a type") }
  func copy(from arguments: UnsafeRawPointer, to copy: UnsafeMutableRawPointer) { preconditionFailure("every part has a type") }
  func destroy(in copy: UnsafeMutableRawPointer) { preconditionFailure("every part has a type") }
}

private final class PartOf<A: Hashable & SendableMetatype>: ArgumentPart, @unchecked Sendable {  // unchecked: constants only
  override func hash(in arguments: UnsafeRawPointer) -> Int {
    place(in: arguments).pointee.hashValue  // compared together with the arguments
  }

  override func hash(in arguments: UnsafeRawPointer, into hasher: inout Hasher) { place(in: arguments).pointee.hash(into: &hasher) }

  override func isEqual(in left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    place(in: left).pointee == place(in: right).pointee
  }

  override func copy(from arguments: UnsafeRawPointer, to copy: UnsafeMutableRawPointer) {
    (copy + offset).initializeMemory(as: A.self, from: place(in: arguments), count: 1)
  }

  override func destroy(in copy: UnsafeMutableRawPointer) { (copy + offset).assumingMemoryBound(to: A.self).deinitialize(count: 1) }

  /// What it is given has an `A` there: the types of the arguments are part of the key that was looked up.
  private func place(in arguments: UnsafeRawPointer) -> UnsafePointer<A> { (arguments + offset).assumingMemoryBound(to: A.self) }
}
