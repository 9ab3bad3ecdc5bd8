// The forms of wiring for one to six parameters: what a parameter pack costs to unpack at each resolve, these do not. A caller sees the general form
// only, which documents them.

extension Making {
  /// An initializer of one parameter.
  @_documentation(visibility: internal)
  public static func wired<A>(_ initializer: @escaping @Sendable (A) throws -> Value) -> Making<Value> {
    Making<Value>(.wired(initializer))
  }

  /// An initializer of two parameters.
  @_documentation(visibility: internal)
  public static func wired<A, B>(_ initializer: @escaping @Sendable (A, B) throws -> Value) -> Making<Value> {
    Making<Value>(.wired(initializer))
  }

  /// An initializer of three parameters.
  @_documentation(visibility: internal)
  public static func wired<A, B, C>(_ initializer: @escaping @Sendable (A, B, C) throws -> Value) -> Making<Value> {
    Making<Value>(.wired(initializer))
  }

  /// An initializer of four parameters.
  @_documentation(visibility: internal)
  public static func wired<A, B, C, D>(_ initializer: @escaping @Sendable (A, B, C, D) throws -> Value) -> Making<Value> {
    Making<Value>(.wired(initializer))
  }

  /// An initializer of five parameters.
  @_documentation(visibility: internal)
  public static func wired<A, B, C, D, E>(_ initializer: @escaping @Sendable (A, B, C, D, E) throws -> Value) -> Making<Value> {
    Making<Value>(.wired(initializer))
  }

  /// An initializer of six parameters.
  @_documentation(visibility: internal)
  public static func wired<A, B, C, D, E, F>(_ initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> Value) -> Making<Value> {
    Making<Value>(.wired(initializer))
  }
}

// Not of `Making`, as the closures would have its pack in them.
extension MakingMethod {
  fileprivate static func wired<A>(_ initializer: @escaping @Sendable (A) throws -> Value) -> Self {
    .of {
      let key = AnyKey(Value.self, named: $0.name)
      let a = ParameterSource(Key<A>(), of: key)
      return $0.registration(
        sync: { r in try initializer(a.value(r)) }, dispose: $1,
        needs: [a.dependency])
    }
  }

  fileprivate static func wired<A, B>(_ initializer: @escaping @Sendable (A, B) throws -> Value) -> Self {
    .of {
      let key = AnyKey(Value.self, named: $0.name)
      let (a, b) = (ParameterSource(Key<A>(), of: key), ParameterSource(Key<B>(), of: key))
      return $0.registration(
        sync: { r in try initializer(a.value(r), b.value(r)) }, dispose: $1,
        needs: [a.dependency, b.dependency])
    }
  }

  fileprivate static func wired<A, B, C>(_ initializer: @escaping @Sendable (A, B, C) throws -> Value) -> Self {
    .of {
      let key = AnyKey(Value.self, named: $0.name)
      let (a, b, c) = (ParameterSource(Key<A>(), of: key), ParameterSource(Key<B>(), of: key), ParameterSource(Key<C>(), of: key))
      return $0.registration(
        sync: { r in try initializer(a.value(r), b.value(r), c.value(r)) }, dispose: $1,
        needs: [a.dependency, b.dependency, c.dependency])
    }
  }

  fileprivate static func wired<A, B, C, D>(_ initializer: @escaping @Sendable (A, B, C, D) throws -> Value) -> Self {
    .of {
      let key = AnyKey(Value.self, named: $0.name)
      let (a, b, c, d) = (
        ParameterSource(Key<A>(), of: key), ParameterSource(Key<B>(), of: key), ParameterSource(Key<C>(), of: key),
        ParameterSource(Key<D>(), of: key)
      )
      return $0.registration(
        sync: { r in try initializer(a.value(r), b.value(r), c.value(r), d.value(r)) }, dispose: $1,
        needs: [a.dependency, b.dependency, c.dependency, d.dependency])
    }
  }

  fileprivate static func wired<A, B, C, D, E>(_ initializer: @escaping @Sendable (A, B, C, D, E) throws -> Value) -> Self {
    .of {
      let key = AnyKey(Value.self, named: $0.name)
      let (a, b, c, d, e) = (
        ParameterSource(Key<A>(), of: key), ParameterSource(Key<B>(), of: key), ParameterSource(Key<C>(), of: key),
        ParameterSource(Key<D>(), of: key),
        ParameterSource(Key<E>(), of: key)
      )
      return $0.registration(
        sync: { r in try initializer(a.value(r), b.value(r), c.value(r), d.value(r), e.value(r)) }, dispose: $1,
        needs: [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency])
    }
  }

  fileprivate static func wired<A, B, C, D, E, F>(_ initializer: @escaping @Sendable (A, B, C, D, E, F) throws -> Value) -> Self {
    .of {
      let key = AnyKey(Value.self, named: $0.name)
      let (a, b, c, d, e, f) = (
        ParameterSource(Key<A>(), of: key), ParameterSource(Key<B>(), of: key), ParameterSource(Key<C>(), of: key),
        ParameterSource(Key<D>(), of: key),
        ParameterSource(Key<E>(), of: key), ParameterSource(Key<F>(), of: key)
      )
      return $0.registration(
        sync: { r in try initializer(a.value(r), b.value(r), c.value(r), d.value(r), e.value(r), f.value(r)) }, dispose: $1,
        needs: [a.dependency, b.dependency, c.dependency, d.dependency, e.dependency, f.dependency])
    }
  }
}
