// An error is told by its code.
import Holdfast

func use(_ container: Container) throws {
  // compiles: do { _ = try container.resolve(Int.self) } catch { _ = error.code == .notRegistered }
  // refused: 'notRegistered' is unavailable: look at the code: catch { if error.code == .notRegistered { … } }
  do { _ = try container.resolve(Int.self) } catch .notRegistered {}
}
