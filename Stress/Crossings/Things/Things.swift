/// Every thing that programs are made of.
enum Things {
  static let all: [any Part] =
    [
      SynchronousThing(), AsynchronousThing(), MainActorThing(), IsolatedThing(), ArgumentsThing(),
      InjectorCircle(), ConstructorCircle(), DecoratorThing(), ForwardThing(), ProviderThing(), LazyThing(), FactoryThing(),
      WrapperThing(), LazyWrapperThing(), CapturedThing(), RunTimeKeyThing(),
      ChildThing(), ChainThing(), LayerThing(), NestedScopeThing(), WarmUpThing(), AssemblyThing(), OptionalThing(), TwinsThing(),
      AllThing(), DefinitionsThing(), HiddenCircle(), WatchedThing(), HandScopeThing(),
      WrapperCircleThing(),
      EndingsThing(), ForgottenScopeThing(), TaskLocalsThing(), SeedsThing(), KindsThing(),
      ContributedThing(hasIdentity: false), ContributedThing(hasIdentity: true), AssistedThing(), WiredThing(), ReferencesThing(),
      AsynchronousArgumentsThing(), IsolatedArgumentsThing(), MainActorArgumentsThing(), AsynchronousDecoratorThing(),
      AsynchronousInjectorThing(),
    ] + Lifespan.allCases.filter { !$0.isDefault }.map { LifetimeThing($0) } + CompositionThing.Kind.allCases.map { CompositionThing($0) }
}
