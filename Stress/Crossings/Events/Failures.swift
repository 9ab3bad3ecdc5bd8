import Holdfast

extension Events {
  /// Code of the application that throws, once.
  static let failures = [factoryThrows, injectorThrows, decoratorThrows, disposerThrows]

  private static let factoryThrows = Event(
    name: "factory-throws", summary: "a factory throws, once", codes: [.factoryFailed], rebuilds: true, points: [.factory],
    prepare: { scene in scene.hook(.middle, scene.needs[scene.target].role) { try scene.fail() } })

  private static let injectorThrows = Event(
    name: "injector-throws", summary: "an injector throws, once", codes: [.factoryFailed], rebuilds: true, points: [.injector],
    prepare: { scene in
      let need = scene.needs[scene.target]
      try need.access.inject(in: scene.container) { try scene.fail() }
    })

  private static let decoratorThrows = Event(
    name: "decorator-throws", summary: "a decorator throws, once", codes: [.factoryFailed], rebuilds: true, points: [.decorator],
    prepare: { scene in
      let need = scene.needs[scene.target]
      try need.access.decorate(in: scene.container) { try scene.fail() }
    })

  private static let disposerThrows = Event(
    name: "disposer-throws", summary: "a disposer throws, once", points: [.disposer], spoilsReport: true,
    prepare: { scene in scene.hook(.disposer, scene.needs[scene.target].role) { try scene.fail() } })
}
