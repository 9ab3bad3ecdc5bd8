// Most builds are a thread's own from beginning to end: no other caller waits for them or hears of them. When such a one has finished, the thread
// keeps its attempt for a later build, as to make and free one takes as long as all else that is done about a build.

extension Attempt {
  private static let deepestKept = 16

  /// A build of what `cell` is to hold. Guard: the caller holds `BuildLock.lock`.
  ///
  /// - Parameters:
  ///   - build: the live build on whose behalf it runs.
  ///   - record: the calling thread's, if it has been given that.
  static func make(
    in cell: OnceCell, owner: (any BuildOwner)?, place: (any AttemptSubject)?, for build: Attempt?, depth: Int, isAsynchronous: Bool,
    on record: UnsafeMutablePointer<ThreadRecord>?
  ) -> Attempt {
    guard let record, let spare = record.pointee.spare?.takeRetainedValue() else {  // retained by `keep`
      return Attempt(
        cell: cell, owner: owner, subject: cell.subject, place: place, for: build, depth: depth, isAsynchronous: isAsynchronous)
    }
    record.pointee.spare = spare.links.next
    spare.links.next = nil
    spare.beginAnew(in: cell, owner: owner, place: place, for: build, depth: depth, isAsynchronous: isAsynchronous)
    return spare
  }

  /// Keeps a build's attempt for a later build on this thread, if the build has finished and only the caller still knows of it. No more are kept than
  /// one for each depth up to a limit: builds that nest deeper are rare, and what a thread keeps it keeps for good.
  ///
  /// - Parameter record: the calling thread's.
  package static func keep(_ attempt: consuming Attempt, on record: UnsafeMutablePointer<ThreadRecord>) {
    // Those that others were told of have extras: what these read then is ordered before nothing that this thread writes.
    guard Threads.keepsAttempts, attempt.depth < deepestKept, attempt.isFinished, attempt.extras == nil, isKnownUniquelyReferenced(&attempt)
    else { return }
    attempt.clear()
    attempt.links.next = record.pointee.spare
    record.pointee.spare = Unmanaged.passRetained(consume attempt)  // balanced by `make`; a record, and what it keeps, is never freed
  }
}
