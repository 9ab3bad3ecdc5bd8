// A factory's resolver speaks for one build; child tasks use its concurrent form.
import Holdfast

struct Home: Sendable {
  let feed: Int
  let user: String
}

func register(in container: Container) throws {
  try container.register(
    Home.self,
    .async { resolver in
      // compiles: let resolver = resolver.concurrent
      // refused: sending 'resolver' risks causing data races
      let resolver = resolver
      async let feed = resolver.resolve(Int.self)
      async let user = resolver.resolve(String.self)
      return try await Home(feed: feed, user: user)
    })
}
