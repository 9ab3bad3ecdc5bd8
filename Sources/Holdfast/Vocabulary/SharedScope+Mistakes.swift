// Names that scopes have elsewhere, and a common slip, each with a message that says what to write.

extension SharedScope {
  @available(*, unavailable, renamed: "singleton")
  public static var singelton: SharedScope { .singleton }

  @available(*, unavailable, message: "write .singleton, the default: one instance for each container")
  public static var container: SharedScope { .singleton }

  @available(*, unavailable, message: "write .singleton, the default: one instance for each container")
  public static var application: SharedScope { .singleton }

  @available(*, unavailable, message: "write .weak for what is shared while other code holds it, .singleton for what the container keeps")
  public static var shared: SharedScope { .singleton }

  @available(*, unavailable, message: "write .transient: built anew at every resolve")
  public static var unique: SharedScope { .singleton }
}
