/// One way to reach shared objects, with its loops for every case that it can do.
protocol Subject: Sendable {
  /// Whether it has this row.
  func supports(_ point: Point) -> Bool

  /// Sets the row up; asked only for rows that it supports.
  func work(at point: Point) -> Work
}

/// Every subject by its id.
enum Roster {
  static func subject(_ id: SubjectID) -> any Subject {
    switch id {
    case .staticLet: StaticLet()
    case .holdfastOpen: HoldfastContainer(sealed: false)
    case .holdfastSealed: HoldfastContainer(sealed: true)
    case .holdfastProvider: HoldfastProvider()
    case .compositionOpen: CompositionProperties(sealed: false)
    case .compositionSealed: CompositionProperties(sealed: true)
    case .bareTable: BareTable()
    case .bareCells: BareCells(isOpen: false)
    case .openCells: BareCells(isOpen: true)
    case .lockDictionary: LockDictionary()
    case .mutexDictionary: MutexDictionary()
    case .rwlockDictionary: RWLockDictionary()
    case .actorDictionary: ActorDictionary()
    case .recordingDictionary: RecordingDictionary()
    }
  }
}
