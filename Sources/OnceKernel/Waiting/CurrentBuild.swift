/// The build whose synchronous factory runs on the calling thread: how a factory that captured the container is recognized.
package enum CurrentBuild {
  /// The innermost build on this thread; looked at on the miss path only.
  package static var onThisThread: Attempt? {
    Threads.record(Threads.key).pointee.current?.takeUnretainedValue()
  }

  /// Runs a synchronous factory as the work of `attempt`, which belongs to `owner`, on this thread.
  package static func run<Result, Failure: Error>(
    _ attempt: Attempt, owner: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let record = Threads.record(Threads.key)
    let outer = (record.pointee.current, record.pointee.owner)
    // Balanced by the scope: both outlive this call, and the outer values are put back before it returns.
    record.pointee.current = Unmanaged.passUnretained(attempt)
    record.pointee.owner = Unmanaged.passUnretained(owner)
    defer { (record.pointee.current, record.pointee.owner) = outer }
    return try body()
  }

  /// The owner of the innermost synchronous factory on this thread.
  package static var ownerOnThisThread: AnyObject? {
    Threads.record(Threads.key).pointee.owner?.takeUnretainedValue()
  }
}
