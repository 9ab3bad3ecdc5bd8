/// Every thing that programs are made of.
enum Things {
  static let all: [any Part] =
    [
      SynchronousThing(), AsynchronousThing(), MainActorThing(), IsolatedThing(), ArgumentsThing(),
      LifetimeThing(.cached), LifetimeThing(.scoped), LifetimeThing(.weak), LifetimeThing(.graph), LifetimeThing(.transient),
      InjectorCircle(), ConstructorCircle(), DecoratorThing(), ForwardThing(), ProviderThing(), LazyThing(), FactoryThing(),
      WrapperThing(), LazyWrapperThing(), CapturedThing(), RunTimeKeyThing(),
      ChildThing(), ChainThing(), LayerThing(), NestedScopeThing(), WarmUpThing(), AssemblyThing(), OptionalThing(), TwinsThing(),
      AllThing(), DefinitionsThing(), HiddenCircle(), WatchedThing(), HandScopeThing(),
      WrapperCircleThing(),
      EndingsThing(), ForgottenScopeThing(), TaskLocalsThing(), SeedsThing(), KindsThing(),
      ContributedThing(hasIdentity: false), ContributedThing(hasIdentity: true), AssistedThing(), WiredThing(), ReferencesThing(),
      AsynchronousArgumentsThing(), IsolatedArgumentsThing(), MainActorArgumentsThing(), AsynchronousDecoratorThing(),
      AsynchronousInjectorThing(),
    ] + CompositionThing.Kind.allCases.map { CompositionThing($0) }
}
