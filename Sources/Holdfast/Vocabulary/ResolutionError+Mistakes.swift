// A code is no error: what is written in the place of `catch .notRegistered` and its like.

extension ResolutionError {
  @available(*, unavailable, message: "look at the code: catch { if error.code == .notRegistered { … } }")
  public static var notRegistered: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .cycle { … } }")
  public static var cycle: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .outsideScope { … } }")
  public static var outsideScope: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .factoryFailed { … } }")
  public static var factoryFailed: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .cancelled { … } }")
  public static var cancelled: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .shutDown { … } }")
  public static var shutDown: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .duplicate { … } }")
  public static var duplicate: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .sealed { … } }")
  public static var sealed: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .asyncOnly { … } }")
  public static var asyncOnly: ResolutionError { preconditionFailure("no value") }

  @available(*, unavailable, message: "look at the code: catch { if error.code == .mainActorOnly { … } }")
  public static var mainActorOnly: ResolutionError { preconditionFailure("no value") }
}
