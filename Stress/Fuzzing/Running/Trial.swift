import Holdfast
import Searching

/// One run of a sequence, on a parent and a child container and on their models side by side.
public final class Trial {
  private let steps: [Step]
  private let census = Census()
  private let modelCensus = Census()
  private let containers: [Step.Target: Container]
  /// Guard: the one thread that runs the trial, for all that follows.
  private var models: [Step.Target: ModelContainer]
  private var held: [Part] = []
  private var modelHeld: [Part] = []
  private var scope: (target: Step.Target, real: Scope, model: ModelScope, layers: Int)?
  private var layers = 0
  private var next = 0
  private var difference: Difference?
  private let defect: PlantedDifference?

  private init(_ sequence: CallSequence, _ defect: PlantedDifference?) {
    steps = sequence.steps
    self.defect = defect
    let policy: DuplicatePolicy = sequence.rejectsDuplicates ? .reject : .replace
    let parent = Container(duplicates: policy)
    containers = [.parent: parent, .child: Container(parent: parent, duplicates: policy)]
    let model = ModelContainer(rejectsDuplicates: sequence.rejectsDuplicates, census: modelCensus, defect: defect)
    models = [
      .parent: model,
      .child: ModelContainer(parent: model, rejectsDuplicates: sequence.rejectsDuplicates, census: modelCensus, defect: defect),
    ]
  }

  /// Runs the sequence and answers the first difference, if there is one.
  public static func run(_ sequence: CallSequence, defect: PlantedDifference? = nil) -> Difference? {
    let trial = Trial(sequence, defect)
    while trial.next < trial.steps.count, trial.difference == nil { trial.play() }
    return trial.difference
  }

  /// Runs steps until the innermost scope or layer closes, or the sequence ends.
  private func play() {
    while next < steps.count, difference == nil {
      let number = next
      let step = steps[number]
      next += 1
      switch step.verb {
      case .close: return
      case .openScope: openScope(step)
      case .openLayer: openLayer(number, step)
      default:
        // Those speak of the container itself, whatever stands in front of it.
        if layers > 0, [.unregister, .seal, .keys].contains(step.verb) { continue }
        let expected = expected(number, step)
        compare(number, step, expected, found(number, step))
      }
      compare(number, step, "\(modelCensus.living) living", "\(census.living) living")
      for container in containers.values { compare(number, step, "whole", container.brokenInvariant ?? "whole") }
      compare(number, step, "whole", scope?.real.brokenInvariant ?? "whole")
    }
  }

  private func compare(_ number: Int, _ step: Step, _ expected: String, _ found: String) {
    if expected != found, difference == nil {
      difference = Difference(step: number, call: step.description, expected: expected, found: found)
    }
  }

  private func real(_ target: Step.Target) -> Container { containers[target, default: Container()] }
  private func model(_ target: Step.Target) -> ModelContainer {
    models[target, default: ModelContainer(rejectsDuplicates: false, census: modelCensus, defect: nil)]
  }

  // MARK: Stretches

  private func openScope(_ step: Step) {
    let outer = scope
    real(step.target).withScope { scope in
      let model = defect == .scopesShare ? outer?.model : nil
      self.scope = (step.target, scope, model ?? ModelScope(), layers)
      play()
    }
    scope = outer
  }

  private func openLayer(_ number: Int, _ step: Step) {
    // A scope stays in the layer it was opened in.
    if let scope, scope.layers > 0 { return play() }
    let outer = models
    let step = usable(step)
    let recipe = PartRecipe(number, step, census: census)
    layers += 1
    do {
      try real(step.target).withOverrides({ recipe.register(in: $0) }) { () throws in
        putLayer(number, step)
        play()
      }
    } catch {
      compare(number, step, "a layer", "\(error)")
    }
    layers -= 1
    for (target, model) in models where model !== outer[target] { scope?.model.forget(model) }
    models = outer
  }

  /// Puts models of layers in place: one in front of the container, and of its child, which must keep nothing of it.
  private func putLayer(_ number: Int, _ step: Step) {
    let layer = ModelContainer(layerOf: model(step.target), parent: step.target == .child ? model(.parent) : nil)
    do { _ = try layer.register(step.key, ModelRegistration(number, step, census: modelCensus)) } catch {
      compare(number, step, "\(error)", "a layer")
    }
    models[step.target] = layer
    if step.target == .parent { models[.child] = ModelContainer(layerOf: model(.child), parent: layer) }
  }

  /// A transient needs only what comes after it, and a forward stands for that, so that no cycle consists of transients alone: how often those run is
  /// not specified.
  private func usable(_ step: Step) -> Step {
    let isLater = step.needs.map { $0.rawValue > step.key.rawValue }
    var step = step
    if step.verb == .forward {
      if isLater != true { step.verb = .contains }
    } else if step.verb != .resolveMade, step.kind.isTransient, isLater == false {
      step.needs = nil
    }
    return step
  }

  // MARK: What the model says

  private func expected(_ number: Int, _ step: Step) -> String {
    let (model, step) = (model(step.target), usable(step))
    do throws(ModelFailure) {
      switch step.verb {
      case .register, .registerIfAbsent:
        let registration = ModelRegistration(number, step, census: modelCensus)
        return "\(try model.register(step.key, registration, onlyIfAbsent: step.verb == .registerIfAbsent))"
      case .registerMade, .forward:
        let registration = ModelRegistration(number, step, census: modelCensus)
        if registration.takesArgument { return "\(try model.register(made: step.key, registration))" }
        return "\(try model.register(step.key, registration))"
      case .extend: return "\(try model.extend(step.needs == nil ? nil : step.key, isDecorator: step.flag, number))"
      case .unregister: return "\(try model.unregister(step.key))"
      case .reset: return "\(try model.reset(step.key))"
      case .resetAll: try model.resetAll()
      case .resetGroup: model.reset(group: step.flag ? .red : .blue)
      case .seal: model.seal()
      case .resolve, .resolveIfRegistered:
        if step.verb == .resolveIfRegistered, !model.contains(step.key) { return "nil" }
        let part = try model.resolve(step.key, in: scope?.target == step.target ? scope?.model : nil)
        if step.flag { modelHeld.append(part) }
        return part.identity
      case .resolveByKey:
        let part = try model.resolve(step.key)
        if step.flag { modelHeld.append(part) }
        return part.identity
      case .resolveMade:
        let part = try model.resolveMade(step.key, from: step.argument, in: scope?.target == step.target ? scope?.model : nil)
        if step.flag { modelHeld.append(part) }
        return part.identity
      case .resolveAll:
        return listed(try model.resolveAll(includingParent: step.flag, in: scope?.target == step.target ? scope?.model : nil))
      case .peek: return model.peek(step.key)?.identity ?? "nil"
      case .contains: return "\(model.contains(step.key))"
      case .keys: return model.order.map(\.rawValue).joined(separator: " ")
      case .letGo: modelHeld = []
      // No value ends by itself.
      case .wait, .openScope, .openLayer, .close: break
      }
      return "done"
    } catch {
      return step.isOfNoKey ? error.code : "\(error.code) \(error.key)"
    }
  }

  // MARK: What the container does

  private func found(_ number: Int, _ step: Step) -> String {
    let (container, step) = (real(step.target), usable(step))
    do throws(ResolutionError) {
      switch step.verb {
      case .register:
        let recipe = PartRecipe(number, step, census: census)
        return try register(in: container) { recipe.register(in: $0) }
      case .registerMade:
        let recipe = PartRecipe(number, step, census: census)
        return try register(in: container) { recipe.registerMade(in: $0) }
      case .forward:
        let recipe = PartRecipe(number, step, census: census)
        return try register(in: container) { recipe.forward(in: $0) }
      case .extend:
        let recipe = PartRecipe(number, step, census: census)
        return try register(in: container) { recipe.extend(in: $0) }
      case .registerIfAbsent:
        let recipe = PartRecipe(number, step, census: census)
        return "\(try container.registerIfAbsent { recipe.register(in: $0) })"
      case .unregister: return "\(try container.unregister(Part.self, named: step.key.name))"
      case .reset: return "\(try container.reset(Part.self, named: step.key.name))"
      case .resetAll: try container.resetAll()
      case .resetGroup: container.reset(group: step.flag ? "red" : "blue")
      case .seal: container.seal()
      case .resolve, .resolveIfRegistered:
        guard let part = try part(step, container) else { return "nil" }
        if step.flag { held.append(part) }
        return part.identity
      case .resolveByKey:
        let part = try container.resolveDynamically(AnyKey(Part.self, named: step.key.name), as: Part.self)
        if step.flag { held.append(part) }
        return part.identity
      case .resolveMade:
        let part = try made(step, container)
        if step.flag { held.append(part) }
        return part.identity
      case .resolveAll: return listed(try all(step, container))
      case .peek: return container.peek(Part.self, named: step.key.name)?.identity ?? "nil"
      case .contains: return "\(container.contains(Part.self, named: step.key.name))"
      case .keys: return container.keys().filter { $0.type == Part.self }.compactMap { $0.name?.text }.joined(separator: " ")
      case .letGo: held = []
      case .wait:
        #if DEBUG || Exploration
          ProcessClock.pass(.seconds(600))
        #endif
      case .openScope, .openLayer, .close: break
      }
      return "done"
    } catch {
      return step.isOfNoKey ? "\(error.code)" : "\(error.code) \(error.key.name?.text ?? "-")"
    }
  }

  private func part(_ step: Step, _ container: Container) throws(ResolutionError) -> Part? {
    let name = step.key.name
    if let scope, scope.target == step.target { return try part(step, named: name, scope.real) }
    return try part(step, named: name, container)
  }

  private func part(_ step: Step, named name: Name, _ resolver: some Resolver) throws(ResolutionError) -> Part? {
    if step.verb == .resolveIfRegistered { return try resolver.resolveIfRegistered(named: name) }
    return try resolver.resolve(named: name)
  }

  private func made(_ step: Step, _ container: Container) throws(ResolutionError) -> Part {
    if let scope, scope.target == step.target { return try scope.real.resolve(named: step.key.name, with: step.argument) }
    return try container.resolve(named: step.key.name, with: step.argument)
  }

  private func all(_ step: Step, _ container: Container) throws(ResolutionError) -> [Part] {
    if let scope, scope.target == step.target { return try scope.real.resolveAll(includingParent: step.flag) }
    return try container.resolveAll(includingParent: step.flag)
  }

  private func listed(_ parts: [Part]) -> String { parts.map(\.identity).joined(separator: " ") }

  private func register(in container: Container, _ record: (Batch) -> Void) throws(ResolutionError) -> String {
    do {
      try container.registerAll(record)
      return "true"
    } catch let error as ResolutionError {
      throw error
    } catch {
      return "\(error)"
    }
  }
}

extension Step {
  /// Whether its error may be about no key of a sequence.
  fileprivate var isOfNoKey: Bool { verb == .resetAll || verb == .extend }
}

/// Where the container and the model part ways.
public struct Difference: Equatable, Sendable, CustomStringConvertible {
  /// The number of the step, from 0.
  public let step: Int
  public let call: String
  public let expected: String
  public let found: String

  public var description: String { "step \(step + 1), \(call): expected \(expected), found \(found)" }
}
