/// The workloads that the command knows beside those that every container gets, in the order in which it runs them.
package enum Catalogue {
  package static let all: [any ContainerWorkload.Type] = [
    AsyncHerd.self, ScopeChurn.self, ReplaceInUse.self, Injectors.self, CompositionHerd.self,
  ]
}
