import Holdfast

extension ObjectDecorator {
  /// Says how an object is decorated that the main actor makes, on the main actor.
  ///
  /// ```swift
  /// let framed = Decorator(onMain: \.window, \.theme) { window, theme in FramedWindow(window, theme) }
  /// ```
  ///
  /// - `object`: the property whose objects are decorated. The main actor makes them.
  /// - `needs`: the properties of the composition that the decorator is given after the object.
  /// - `decorate`: returns the object that takes the place of the one that it is given.
  public init<O: MainObjectSource, each S: MainSource>(
    onMain object: any KeyPath<Root, O> & Sendable, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    decorate: @escaping @MainActor @Sendable (O.Value, repeat (each S).Value) throws -> O.Value
  ) where O.Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, ObjectDecorator.self, site) { [paths] owner, _, gathering in
      let name = gathering.extend(object, of: owner, site, by: .decorator)
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      return .decorating(
        name, site,
        mainActor: { value, r in
          let values: (repeat (each S).Value) = try needed.values(r)
          return try decorate(value, repeat each values)
        })
    }
  }
}

extension ObjectInjector {
  /// Says what is set on the main actor after the main actor has made an object.
  ///
  /// ```swift
  /// let presenting = Injector(onMain: \.screen, \.presenter) { screen, presenter in screen.presenter = presenter }
  /// ```
  ///
  /// - `object`: the property whose objects are completed. The main actor makes them.
  /// - `needs`: the properties of the composition that the injector is given after the object. They may need the object themselves.
  /// - `inject`: sets properties of the object that it is given.
  public init<O: MainObjectSource, each S: MainSource>(
    onMain object: any KeyPath<Root, O> & Sendable, _ needs: repeat any KeyPath<Root, each S> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    inject: @escaping @MainActor @Sendable (O.Value, repeat (each S).Value) throws -> Void
  ) where O.Value: Sendable {
    let site = SourceSite(composedAt: fileID, line)
    var paths = NeedPaths()
    repeat paths.add(each needs)
    handle = Handle(of: Root.self, ObjectInjector.self, site) { [paths] owner, _, gathering in
      let name = gathering.extend(object, of: owner, site, by: .injector)
      let needed = gathering.pack(paths, NeedTypes<Root, repeat each S>.self, of: owner)
      return .injecting(name, site, mainActor: needed.injector(onMain: inject))
    }
  }
}

/// What stands for an object that the main actor makes: what a `Decorator` or an `Injector` of the main actor can be of.
public protocol MainObjectSource<Value>: ObjectSource {}

extension SharedOnMainObject: MainObjectSource {}
extension NewOnMainObject: MainObjectSource {}
extension ScopedOnMainObject: MainObjectSource {}
extension ScopedNewOnMainObject: MainObjectSource {}
