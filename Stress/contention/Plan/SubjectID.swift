/// What is measured: the ways to reach a shared object.
///
/// The raw values are the ids of the command line and of the JSON file.
enum SubjectID: String, CaseIterable, Codable, Sendable {
  case staticLet = "static-let"
  case holdfastOpen = "holdfast-open"
  case holdfastSealed = "holdfast-sealed"
  case holdfastProvider = "holdfast-provider"
  case compositionOpen = "composition-open"
  case compositionSealed = "composition-sealed"
  case bareTable = "bare-table"
  case bareCells = "bare-cells"
  case openCells = "open-cells"
  case lockDictionary = "lock-dictionary"
  case mutexDictionary = "mutex-dictionary"
  case rwlockDictionary = "rwlock-dictionary"
  case actorDictionary = "actor-dictionary"
  case recordingDictionary = "recording-dictionary"

  /// One line for `--list`.
  var summary: String {
    switch self {
    case .staticLet: "the language's own: a static let, or the hand-written construction"
    case .holdfastOpen: "a container that can still change"
    case .holdfastSealed: "a container after seal()"
    case .holdfastProvider: "a Provider of a sealed container"
    case .compositionOpen: "the properties of a composition whose container can still change"
    case .compositionSealed: "the same after seal()"
    case .bareTable: "a hash table by the address of a type that never changes: the least that finding an object takes"
    case .bareCells: "the same with a cell for each key, a state and an error: the least that a container's hit takes"
    case .openCells: "the same with a mark for each reading thread: the least of a container that can still change"
    case .lockDictionary: "a plain lock around a dictionary"
    case .mutexDictionary: "Synchronization.Mutex around a dictionary"
    case .rwlockDictionary: "pthread_rwlock around a dictionary"
    case .actorDictionary: "an actor that owns a dictionary"
    case .recordingDictionary: "a lock around a dictionary with a container's records: the least that building costs with them"
    }
  }

  /// Whether this is one of the registries that people write by hand.
  var isHandWritten: Bool {
    switch self {
    case .staticLet, .holdfastOpen, .holdfastSealed, .holdfastProvider, .compositionOpen, .compositionSealed: false
    case .bareTable, .bareCells, .openCells, .recordingDictionary: false
    case .lockDictionary, .mutexDictionary, .rwlockDictionary, .actorDictionary: true
    }
  }
}
