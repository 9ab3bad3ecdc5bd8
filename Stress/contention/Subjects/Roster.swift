/// Every subject by its id.
enum Roster {
  static func subject(_ id: SubjectID) -> any Subject {
    switch id {
    case .staticLet: StaticLet()
    case .holdfastOpen: HoldfastContainer(sealed: false)
    case .holdfastSealed: HoldfastContainer(sealed: true)
    case .holdfastProvider: HoldfastProvider()
    case .frozenDictionary: FrozenDictionary()
    case .lockDictionary: LockDictionary()
    case .mutexDictionary: MutexDictionary()
    case .rwlockDictionary: RWLockDictionary()
    case .queueDictionary: QueueDictionary()
    case .actorDictionary: ActorDictionary()
    case .recordingDictionary: RecordingDictionary()
    }
  }
}
