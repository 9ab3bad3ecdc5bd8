import Dispatch
import HoldfastStress
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The hot singleton by protocol, written straight down: no protocol of the benchmark, no generics, no registry.
///
/// The compiler may move what it likes out of these loops. Each returns wall nanoseconds for so many turns; the subjects are compared with these.
enum PlainLoops {
  static func plain(_ id: SubjectID) -> ((_ turns: Int) -> Double)? {
    let dictionary: [ObjectIdentifier: any Table.Held] = [
      ObjectIdentifier((any Service).self): InstanceBox<any Service>(LiveService()),
      ObjectIdentifier(Engine.self): InstanceBox(Engine()),
      ObjectIdentifier((any Clock).self): InstanceBox<any Clock>(LiveClock()),
      ObjectIdentifier((any Store).self): InstanceBox<any Store>(LiveStore()),
    ]
    switch id {
    case .staticLet: return staticLet
    case .frozenDictionary: return { frozen(dictionary, $0) }
    case .lockDictionary: return { lock(dictionary, $0) }
    case .mutexDictionary: return { mutex(dictionary, $0) }
    case .rwlockDictionary: return { rwlock(dictionary, $0) }
    case .queueDictionary: return { queue(dictionary, $0) }
    case .actorDictionary: return { actor(dictionary, $0) }
    case .holdfastOpen, .holdfastSealed, .holdfastProvider, .compositionOpen, .compositionSealed: return nil
    case .bareTable, .bareCells, .openCells, .recordingDictionary: return nil
    }
  }

  private static func staticLet(_ turns: Int) -> Double {
    let start = MonotonicClock.now()
    for _ in 0..<turns { BlackHole.swallow(Statics.service) }
    return Double(MonotonicClock.now() - start)
  }

  private static func frozen(_ dictionary: [ObjectIdentifier: any Table.Held], _ turns: Int) -> Double {
    let start = MonotonicClock.now()
    for _ in 0..<turns {
      guard let box = dictionary[ObjectIdentifier((any Service).self)] else { continue }
      BlackHole.swallow(unsafeDowncast(box, to: InstanceBox<any Service>.self).value)  // Stored above under this type.
    }
    return Double(MonotonicClock.now() - start)
  }

  private static func lock(_ dictionary: [ObjectIdentifier: any Table.Held], _ turns: Int) -> Double {
    #if canImport(Darwin)
      let lock = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)  // Stable address, as the lock needs it.
      lock.initialize(to: os_unfair_lock())
      func acquire() { os_unfair_lock_lock(lock) }
      func release() { os_unfair_lock_unlock(lock) }
    #else
      let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)  // Stable address, as the lock needs it.
      pthread_mutex_init(lock, nil)
      func acquire() { pthread_mutex_lock(lock) }
      func release() { pthread_mutex_unlock(lock) }
    #endif
    defer { lock.deallocate() }
    let start = MonotonicClock.now()
    for _ in 0..<turns {
      acquire()
      let box = dictionary[ObjectIdentifier((any Service).self)]
      release()
      guard let box else { continue }
      BlackHole.swallow(unsafeDowncast(box, to: InstanceBox<any Service>.self).value)  // Stored above under this type.
    }
    return Double(MonotonicClock.now() - start)
  }

  private static func mutex(_ dictionary: [ObjectIdentifier: any Table.Held], _ turns: Int) -> Double {
    let mutex = Mutex(dictionary)
    let start = MonotonicClock.now()
    for _ in 0..<turns {
      guard let box = mutex.withLock({ $0[ObjectIdentifier((any Service).self)] }) else { continue }
      BlackHole.swallow(unsafeDowncast(box, to: InstanceBox<any Service>.self).value)  // Stored above under this type.
    }
    return Double(MonotonicClock.now() - start)
  }

  private static func rwlock(_ dictionary: [ObjectIdentifier: any Table.Held], _ turns: Int) -> Double {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)  // Stable address, as the lock needs it.
    pthread_rwlock_init(lock, nil)
    defer { lock.deallocate() }
    let start = MonotonicClock.now()
    for _ in 0..<turns {
      pthread_rwlock_rdlock(lock)
      let box = dictionary[ObjectIdentifier((any Service).self)]
      pthread_rwlock_unlock(lock)
      guard let box else { continue }
      BlackHole.swallow(unsafeDowncast(box, to: InstanceBox<any Service>.self).value)  // Stored above under this type.
    }
    return Double(MonotonicClock.now() - start)
  }

  private static func queue(_ dictionary: [ObjectIdentifier: any Table.Held], _ turns: Int) -> Double {
    let queue = DispatchQueue(label: "contention.plain", attributes: .concurrent)
    let start = MonotonicClock.now()
    for _ in 0..<turns {
      guard let box = queue.sync(execute: { dictionary[ObjectIdentifier((any Service).self)] }) else { continue }
      BlackHole.swallow(unsafeDowncast(box, to: InstanceBox<any Service>.self).value)  // Stored above under this type.
    }
    return Double(MonotonicClock.now() - start)
  }

  private static func actor(_ dictionary: [ObjectIdentifier: any Table.Held], _ turns: Int) -> Double {
    let registry = PlainActor(dictionary)
    return Blocking.run {
      let start = MonotonicClock.now()
      for _ in 0..<turns {
        if let service = await registry.service() { BlackHole.swallow(service) }
      }
      return Double(MonotonicClock.now() - start)
    }
  }
}

/// An actor around a dictionary with nothing generic in it.
actor PlainActor {
  private var dictionary: [ObjectIdentifier: any Table.Held]

  init(_ dictionary: [ObjectIdentifier: any Table.Held]) {
    self.dictionary = dictionary
  }

  func service() -> (any Service)? {
    guard let box = dictionary[ObjectIdentifier((any Service).self)] else { return nil }
    return unsafeDowncast(box, to: InstanceBox<any Service>.self).value  // The caller stores it under this type.
  }
}
