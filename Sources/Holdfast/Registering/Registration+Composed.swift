// What a property of a composition registers: its needs are known, and it is found by the property's path.

extension Registration {
  // Given no `Lifetime`, whose values are copied by what the runtime knows of its type.

  /// - Parameter needs: all that the factory needs.
  package static func composed<T>(
    _ name: Name, _ site: SourceSite, _ lifetime: LifetimeKind, isEager: Bool = false,
    dispose: (@Sendable (T) async throws -> Void)? = nil, needs: [Dependency],
    sync make: @escaping @Sendable (FactoryResolver) throws -> T
  ) -> Registration {
    RecentTypes.recipe(of: T.self).init(
      AnyKey(T.self, named: name), lifetime, site, sync: make, dispose: dispose, dependencies: needs
    ).said(toBeEager: isEager)
  }

  package static func composed<T>(
    _ name: Name, _ site: SourceSite, _ lifetime: LifetimeKind, isEager: Bool = false,
    dispose: (@Sendable (T) async throws -> Void)? = nil, needs: [Dependency],
    async make: nonisolated(nonsending) @escaping @Sendable (FactoryResolver) async throws -> T
  ) -> Registration {
    RecentTypes.recipe(of: T.self).init(
      AnyKey(T.self, named: name), lifetime, site, async: make, dispose: dispose, dependencies: needs
    ).said(toBeEager: isEager)
  }

  package static func composed<T>(
    _ name: Name, _ site: SourceSite, _ lifetime: LifetimeKind, isEager: Bool = false,
    dispose: (@Sendable (T) async throws -> Void)? = nil, needs: [Dependency],
    mainActor make: @escaping @MainActor @Sendable (FactoryResolver) throws -> T
  ) -> Registration {
    RecentTypes.recipe(of: T.self).init(
      AnyKey(T.self, named: name), lifetime, site, mainActor: make, dispose: dispose, dependencies: needs
    ).said(toBeEager: isEager)
  }

  // Of what is made from run-time arguments.

  package static func composed<T, A>(
    _ name: Name, _ site: SourceSite, _ lifetime: Lifetime<T, A>, needs: [Dependency],
    taking make: @escaping @Sendable (FactoryResolver, A) throws -> T
  ) -> Registration {
    let way: ArgumentRecipe<T, ArgumentPack<A>>.Method = .sync { try make($0, $1.values) }
    return Particulars(name, site, lifetime).registration(of: way, dispose: lifetime.dispose, needs: needs)
  }

  /// A transient of all its arguments in one value, which code that knows their types takes apart.
  package static func composed<T, Arguments>(
    _ name: Name, _ site: SourceSite, needs: [Dependency], packed make: @escaping @Sendable (FactoryResolver, Arguments) throws -> T
  ) -> Registration {
    let way: ArgumentRecipe<T, Arguments>.Method = .sync(make)
    return Particulars(name, site, .transient, nil).registration(of: way, needs: needs)
  }

  package static func composed<T, each A>(
    _ name: Name, _ site: SourceSite, _ lifetime: Lifetime<T, repeat each A>, needs: [Dependency],
    takingAsync make: @escaping @Sendable (FactoryResolver, repeat each A) async throws -> T
  ) -> Registration {
    let way: ArgumentRecipe<T, ArgumentPack<repeat each A>>.Method = .unpacked(async: make)
    return Particulars(name, site, lifetime).registration(of: way, dispose: lifetime.dispose, needs: needs)
  }

  package static func composed<T, each A>(
    _ name: Name, _ site: SourceSite, _ lifetime: Lifetime<T, repeat each A>, needs: [Dependency],
    takingOnMain make: @escaping @MainActor @Sendable (FactoryResolver, repeat each A) throws -> T
  ) -> Registration {
    let way: ArgumentRecipe<T, ArgumentPack<repeat each A>>.Method = .unpacked(mainActor: make)
    return Particulars(name, site, lifetime).registration(of: way, dispose: lifetime.dispose, needs: needs)
  }
}

// What is done to the objects of a property.

extension Registration {
  package static func decorating<T>(
    _ name: Name?, _ site: SourceSite, _ decorate: @escaping @Sendable (T, FactoryResolver) throws -> T
  ) -> Registration {
    TypeExtension(name, site, decorator: .sync(decorate))
  }

  package static func decorating<T>(
    _ name: Name?, _ site: SourceSite, async decorate: @escaping @Sendable (T, FactoryResolver) async throws -> T
  ) -> Registration {
    TypeExtension(name, site, decorator: .async(decorate))
  }

  package static func decorating<T: Sendable>(
    _ name: Name?, _ site: SourceSite, mainActor decorate: @escaping @MainActor @Sendable (T, FactoryResolver) throws -> T
  ) -> Registration {
    TypeExtension(name, site, decorator: .mainActor(decorate))
  }

  package static func injecting<T: Sendable>(
    _ name: Name?, _ site: SourceSite, mainActor inject: @escaping @MainActor @Sendable (T, FactoryResolver) throws -> Void
  ) -> Registration {
    TypeExtension(name, site, injector: .mainActor(inject))
  }

  package static func injecting<T>(
    _ name: Name?, _ site: SourceSite, _ inject: @escaping @Sendable (T, FactoryResolver) throws -> Void
  ) -> Registration {
    TypeExtension(name, site, injector: .anywhere(inject))
  }

  package static func injecting<T>(
    _ name: Name?, _ site: SourceSite, async inject: @escaping @Sendable (T, FactoryResolver) async throws -> Void
  ) -> Registration {
    TypeExtension(name, site, injector: .async(inject))
  }

  /// What an object needs, with its decorators and its injector.
  package static func declaration<T>(
    of type: T.Type, named name: Name?, _ site: SourceSite, needs: [Dependency]
  ) -> Registration {
    Declaration(of: type, named: name, site, needs)
  }
}

// What an override registers in the place of a property's registration: how values are made changes, and not how long they live.

extension Registration {
  package func replaced<T>(
    _ site: SourceSite, dispose: (@Sendable (T) async throws -> Void)?, needs: [Dependency],
    sync make: @escaping @Sendable (FactoryResolver) throws -> T
  ) -> Registration {
    Particulars(key.name, site, lifetime, nil).registration(sync: make, dispose: dispose, needs: needs).said(toBeEager: isEager)
  }

  package func replaced<T>(
    _ site: SourceSite, dispose: (@Sendable (T) async throws -> Void)?, needs: [Dependency],
    async make: nonisolated(nonsending) @escaping @Sendable (FactoryResolver) async throws -> T
  ) -> Registration {
    Particulars(key.name, site, lifetime, nil).registration(async: make, dispose: dispose, needs: needs).said(toBeEager: isEager)
  }

  package func replaced<T>(
    _ site: SourceSite, dispose: (@Sendable (T) async throws -> Void)?, needs: [Dependency],
    mainActor make: @escaping @MainActor @Sendable (FactoryResolver) throws -> T
  ) -> Registration {
    Particulars(key.name, site, lifetime, nil).registration(mainActor: make, dispose: dispose, needs: needs).said(toBeEager: isEager)
  }

  /// - Parameter type: the value's, which with the arguments is that of the key.
  package func replaced<T, each A>(
    _ site: SourceSite, _ type: T.Type, needs: [Dependency], taking make: @escaping @Sendable (FactoryResolver, repeat each A) throws -> T
  ) -> Registration {
    replaced(site, needs: needs, by: ArgumentRecipe<T, ArgumentPack<repeat each A>>.Method.unpacked(make))
  }

  package func replaced<T, each A>(
    _ site: SourceSite, _ type: T.Type, needs: [Dependency],
    takingAsync make: @escaping @Sendable (FactoryResolver, repeat each A) async throws -> T
  ) -> Registration {
    replaced(site, needs: needs, by: ArgumentRecipe<T, ArgumentPack<repeat each A>>.Method.unpacked(async: make))
  }

  package func replaced<T, each A>(
    _ site: SourceSite, _ type: T.Type, needs: [Dependency],
    takingOnMain make: @escaping @MainActor @Sendable (FactoryResolver, repeat each A) throws -> T
  ) -> Registration {
    replaced(site, needs: needs, by: ArgumentRecipe<T, ArgumentPack<repeat each A>>.Method.unpacked(mainActor: make))
  }

  private func replaced<T, Arguments>(
    _ site: SourceSite, needs: [Dependency], by way: ArgumentRecipe<T, Arguments>.Method
  ) -> Registration {
    // The key's types are those of the property, whose override this is.
    let own = unsafeDowncast(self, to: ArgumentRecipe<T, Arguments>.self)
    return ArgumentRecipe(key, lifetime, site, way, comparing: own.comparing, dependencies: needs)
  }
}

extension Particulars {
  fileprivate init<Value, each A>(_ name: Name, _ site: SourceSite, _ lifetime: Lifetime<Value, repeat each A>) {
    self.init(name, site, lifetime.kind, lifetime.comparing)
  }
}

extension SourceSite {
  package init(composedAt fileID: StaticString, _ line: UInt32) { self.init(fileID, line) }
}

extension Registration {
  /// What it needs, if it said so.
  package var declaredNeeds: [Dependency] { dependencies ?? [] }

  /// What lives as long as a container, of a type that is never registered; it makes nothing.
  ///
  /// - Parameter number: one of `Handle.numbers(for:)`, which nothing else is kept by.
  package static func keeping(_ object: any AnyObject & Sendable, number: UInt) -> Registration {
    let key = AnyKey(Handle.self, named: Name(String(number)))
    return Registration(key, .singleton, SourceSite(composedAt: #fileID, #line), .nothing, rest: object)
  }
}

extension Batch {
  /// What was collected, for code that composes; the batch keeps nothing any more.
  package func takenRegistrations() -> [Registration] { taken().registrations }

  package static func forComposing() -> Batch { Batch() }
}

extension Container {
  /// Registers what a composition is made of, in one step.
  package func compose(_ registrations: [Registration]) throws(ResolutionError) {
    core.registry.enter { $0.noteComposed() }
    try core.apply(BatchContents(registrations: registrations))
  }
}
