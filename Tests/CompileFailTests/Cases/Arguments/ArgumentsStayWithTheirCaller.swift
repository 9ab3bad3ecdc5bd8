// What is made from arguments that are not Sendable stays with them.
import Holdfast

// compiles: actor User {
// refused: sending 'details' risks causing data races
final class User {
  var name = ""
}

final class Details {
  let user: User
  init(user: User) { self.user = user }
}

actor Archive {
  func keep(_ details: sending Details) {}
}

func show(_ container: Container, _ archive: Archive) async throws -> User {
  let user = User()
  let details = try await container.resolve(Details.self, with: user)
  await archive.keep(details)
  return user
}
