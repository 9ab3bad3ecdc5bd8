/// Which request the running code belongs to, as a tracing library would keep it: in a task-local value.
package struct TraceContext: Sendable {
  package let id: String

  @TaskLocal package static var current: TraceContext?

  package init(id: String) {
    self.id = id
  }
}
