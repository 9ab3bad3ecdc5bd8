import OnceKernel

extension Container: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line with the number of registrations and instances, and the keys that are being built.
  public var description: String { description(of: knownRegistrations) }

  /// Each registration with its state, its place and its dependencies, and the injectors and decorators.
  public var debugDescription: String {
    let registrations = knownRegistrations
    let lines = registrations.map { registration in
      let time = registration.buildTime.map { " in \($0)" } ?? ""
      let needs = registration.needs.map { "\n      needs \($0.key)\($0.kind.isValue ? "" : " (\($0.kind.rawValue))")" }.joined()
      let state = registration.state.rawValue
      return "  \(registration.key): \(registration.lifetime), \(state)\(time), registered at \(registration.site)\(needs)"
    }
    let extensions = knownExtensions.flatMap { known in
      (known.hasInjector ? ["  injector of \(known.subject), registered at \(known.site)"] : [])
        + known.decoratorSites.map { "  decorator of \(known.subject), registered at \($0)" }
    }
    let flights = LongWaitWatch.buildsInFlight.map { "  \($0)" }
    let inFlight = flights.isEmpty ? [] : ["Builds in flight in this process:"] + flights
    return ([description(of: registrations)] + lines + extensions + inFlight).joined(separator: "\n")
  }

  private func description(of registrations: [KnownRegistration]) -> String {
    let ready = registrations.count { $0.state == .ready }
    let building = registrations.filter { $0.state == .building }.map(\.key.description)
    let phase = core.registry.enter { $0.end.shutDownBy != nil ? ", shut down" : $0.end.sealedBy != nil ? ", sealed" : "" }
    let busy = building.isEmpty ? "" : ", building " + building.prefix(5).joined(separator: ", ")
    let count = registrations.count == 1 ? "1 registration" : "\(registrations.count) registrations"
    return "Container(\(count), \(ready) built\(phase)\(busy))"
  }
}
