#if Exploration
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif
  import Synchronization

  /// `AtomicWord` as explorations see it; see there.
  @usableFromInline
  package struct AtomicWord: ~Copyable, Sendable {
    private let raw: Atomic<UInt>
    private let identity: UInt64

    @usableFromInline
    package init(_ value: UInt) {
      raw = Atomic(value)
      identity = Seam.identity { $0.atomicMade(value) }
    }

    deinit {
      Seam.scheduler(of: identity)?.atomicFreed(identity)
    }

    @usableFromInline
    package func loadAcquiring(_ file: StaticString = #fileID, _ line: UInt = #line) -> UInt {
      if let scheduler = Seam.scheduler(of: identity) { return scheduler.load(identity, .acquiring, Site("loadAcquiring", file, line)) }
      return raw.load(ordering: .acquiring)
    }

    @usableFromInline
    package func storeReleasing(_ value: UInt, _ file: StaticString = #fileID, _ line: UInt = #line) {
      Seam.scheduler(of: identity)?.store(identity, value, .releasing, Site("storeReleasing", file, line))
      raw.store(value, ordering: .releasing)
    }

    /// Nothing but compilers needs the fence.
    @usableFromInline
    package func releaseBehindFence(_ value: UInt, _ file: StaticString = #fileID, _ line: UInt = #line) {
      storeReleasing(value, file, line)
    }

    @usableFromInline
    package func loadSequentiallyConsistent(_ file: StaticString = #fileID, _ line: UInt = #line) -> UInt {
      if let scheduler = Seam.scheduler(of: identity) {
        return scheduler.load(identity, .total, Site("loadSequentiallyConsistent", file, line))
      }
      return raw.load(ordering: .sequentiallyConsistent)
    }

    @usableFromInline
    package func storeSequentiallyConsistent(_ value: UInt, _ file: StaticString = #fileID, _ line: UInt = #line) {
      Seam.scheduler(of: identity)?.store(identity, value, .total, Site("storeSequentiallyConsistent", file, line))
      raw.store(value, ordering: .sequentiallyConsistent)
    }

    fileprivate var isExplored: Bool { identity != 0 }

    /// No step: only one thread writes the word.
    @usableFromInline
    package var ownValue: UInt { raw.load(ordering: .relaxed) }

    /// Comes when the word is another one than `value`, which is what looking again and again comes to.
    func awaitChange(of value: UInt, _ file: StaticString = #fileID, _ line: UInt = #line) {
      if let scheduler = Seam.scheduler(of: identity) { return scheduler.awaitChange(identity, of: value, Site("awaitChange", file, line)) }
      while raw.load(ordering: .acquiring) == value { usleep(50) }
    }

    @usableFromInline
    package func next(_ file: StaticString = #fileID, _ line: UInt = #line) -> UInt {
      if let scheduler = Seam.scheduler(of: identity) {
        return scheduler.modify(identity, .relaxed, Site("next", file, line)) { $0 &+ 1 }
      }
      return raw.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    package func count(_ difference: Int, _ file: StaticString = #fileID, _ line: UInt = #line) {
      let difference = UInt(bitPattern: difference)
      if let scheduler = Seam.scheduler(of: identity) {
        _ = scheduler.modify(identity, .relaxed, Site("count", file, line)) { $0 &+ difference }
      } else {
        raw.wrappingAdd(difference, ordering: .relaxed)
      }
    }

    /// Stores without ordering, as no code of the kernel does: for programs that must be found wrong.
    @usableFromInline
    package func storeUnordered(_ value: UInt, _ file: StaticString = #fileID, _ line: UInt = #line) {
      Seam.scheduler(of: identity)?.store(identity, value, .relaxed, Site("storeUnordered", file, line))
      raw.store(value, ordering: .relaxed)
    }
  }

  /// `AtomicReference` as explorations see it; see there.
  @usableFromInline
  package struct AtomicReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {  // unchecked: the word is atomic
    private let raw: Atomic<UInt>
    private let identity: UInt64

    @usableFromInline
    package init() {
      raw = Atomic(0)
      identity = Seam.identity { $0.atomicMade(0) }
    }

    deinit {
      Seam.scheduler(of: identity)?.atomicFreed(identity)
    }

    @usableFromInline
    package func loadSequentiallyConsistent(_ file: StaticString = #fileID, _ line: UInt = #line) -> Unmanaged<Object>? {
      if let scheduler = Seam.scheduler(of: identity) {
        return Self.object(scheduler.load(identity, .total, Site("loadSequentiallyConsistent", file, line)), foundBy: scheduler)
      }
      return Self.object(raw.load(ordering: .sequentiallyConsistent))
    }

    @usableFromInline
    package func load(_ file: StaticString = #fileID, _ line: UInt = #line) -> Unmanaged<Object>? {
      if let scheduler = Seam.scheduler(of: identity) {
        return Self.object(scheduler.load(identity, .acquiring, Site("load", file, line)), foundBy: scheduler)
      }
      return Self.object(raw.load(ordering: .acquiring))
    }

    @usableFromInline
    package func fill(_ object: Object, _ file: StaticString = #fileID, _ line: UInt = #line) {
      let word = Self.word(Unmanaged.passRetained(object))  // balanced by `exchange(_:)` or the owner's deinit
      if let scheduler = Seam.scheduler(of: identity) {
        scheduler.keep(object)
        scheduler.store(identity, word, .releasing, Site("fill", file, line))
      }
      raw.store(word, ordering: .releasing)
    }

    func fill(moved object: Unmanaged<Object>, _ file: StaticString = #fileID, _ line: UInt = #line) {
      if let scheduler = Seam.scheduler(of: identity) {
        object._withUnsafeGuaranteedRef { scheduler.keep($0) }
        scheduler.store(identity, Self.word(object), .releasing, Site("fill", file, line))
      }
      raw.store(Self.word(object), ordering: .releasing)
    }

    @usableFromInline
    package func exchange(_ object: Object?, _ file: StaticString = #fileID, _ line: UInt = #line) -> Object? {
      let word = object.map { Self.word(Unmanaged.passRetained($0)) } ?? 0  // balanced by the next `exchange(_:)` or the owner's deinit
      if let scheduler = Seam.scheduler(of: identity) {
        if let object { scheduler.keep(object) }
        let old = scheduler.modify(identity, .total, Site("exchange", file, line)) { _ in word }
        raw.store(word, ordering: .relaxed)
        return Self.object(old)?.takeRetainedValue()
      }
      return Self.object(raw.exchange(word, ordering: .sequentiallyConsistent))?.takeRetainedValue()
    }

    /// No step: no other thread changes the word.
    package var ownObject: Object? { Self.object(raw.load(ordering: .relaxed))?.takeUnretainedValue() }

    // What the word names is kept by the atomic until another word takes its place.
    private static func word(_ object: Unmanaged<Object>) -> UInt { UInt(bitPattern: object.toOpaque()) }

    private static func object(_ word: UInt, foundBy scheduler: any Scheduler) -> Unmanaged<Object>? {
      let object = object(word)
      object?._withUnsafeGuaranteedRef { scheduler.found($0) }
      return object
    }

    private static func object(_ word: UInt) -> Unmanaged<Object>? {
      // Only `word(_:)` makes words other than 0.
      UnsafeRawPointer(bitPattern: word).map { Unmanaged.fromOpaque($0) }
    }
  }

  /// `AtomicLongWord` as explorations see it; see there.
  struct AtomicLongWord: ~Copyable, Sendable {
    private let raw: Atomic<UInt64>
    fileprivate let identity: UInt64

    init(_ value: UInt64) {
      raw = Atomic(value)
      identity = Seam.identity { $0.atomicMade(UInt(value)) }
    }

    deinit {
      Seam.scheduler(of: identity)?.atomicFreed(identity)
    }

    func loadSequentiallyConsistent(_ file: StaticString = #fileID, _ line: UInt = #line) -> UInt64 {
      if let scheduler = Seam.scheduler(of: identity) {
        return UInt64(scheduler.load(identity, .total, Site("loadSequentiallyConsistent", file, line)))
      }
      return raw.load(ordering: .sequentiallyConsistent)
    }

    func exchange(_ expected: UInt64, for desired: UInt64, _ file: StaticString = #fileID, _ line: UInt = #line) -> UInt64 {
      if let scheduler = Seam.scheduler(of: identity) {
        let old = scheduler.modify(identity, .total, Site("exchange", file, line)) {
          $0 == UInt(expected) ? UInt(desired) : $0
        }
        if UInt64(old) == expected { raw.store(desired, ordering: .relaxed) }
        return UInt64(old)
      }
      return raw.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).original
    }
  }

  extension Life {
    /// Comes when nothing is under way any more in what drains, for an explored thread that shuts a container down.
    package func awaitClosed() {
      var state = state
      while !state.isClosed {
        word.awaitChange(of: state.raw)
        state = self.state
      }
    }
  }

  extension Visit {
    /// As in other builds, one after the other: in which order a writer looks is no order of things.
    static func awaitEnd(of visits: [Visit]) {
      for visit in visits { visit.record.pointee.mark.word.awaitChange(of: visit.mark) }
    }
  }

  extension AtomicLongWord {
    fileprivate func awaitChange(of value: UInt64, _ file: StaticString = #fileID, _ line: UInt = #line) {
      Seam.scheduler(of: identity)?.awaitChange(identity, of: UInt(value), Site("awaitChange", file, line))
    }
  }

  /// `AtomicFlag` as explorations see it; see there.
  struct AtomicFlag: ~Copyable, Sendable {
    private let word = AtomicWord(0)

    var isSet: Bool { word.loadAcquiring() == 1 }

    func set() { word.storeReleasing(1) }

    /// Whether it was made in an exploration.
    var isExplored: Bool { word.isExplored }
  }
#endif
