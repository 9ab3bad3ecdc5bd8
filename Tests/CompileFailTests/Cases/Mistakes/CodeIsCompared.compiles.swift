// An error is told by its code.
import Holdfast

func use(_ container: Container) throws {
  do { _ = try container.resolve(Int.self) } catch { _ = error.code == .notRegistered }
}
