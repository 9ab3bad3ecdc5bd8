// An error is told by its code.
// expect: 'notRegistered' is unavailable: look at the code: catch { if error.code == .notRegistered { … } }
import Holdfast

func use(_ container: Container) throws {
  do { _ = try container.resolve(Int.self) } catch .notRegistered {}
}
