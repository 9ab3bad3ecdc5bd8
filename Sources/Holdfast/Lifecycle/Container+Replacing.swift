extension Container {
  /// Replaces registrations while the program runs: builds the new values first, and then shows all of them together.
  ///
  /// ```swift
  /// try await container.replace { batch in
  ///   batch.register(Pool.self, scope: .singleton(dispose: { try await $0.close() }), .async { r in
  ///     try await Pool.connect(to: newHost)
  ///   })
  /// }
  /// ```
  ///
  /// What is shared and was built is built anew, with the built values that were made from it, and what is registered as `.eagerSingleton`. Until
  /// that is done, callers get the old values. If a factory throws, nothing has changed. The old values are disposed of when no scope and no build
  /// of that moment uses them, nor a kept value. A container that rejects duplicates accepts it, and `validate()` reports no duplicate.
  ///
  /// What the new values need and was not built yet is built with them. Values that are made from arguments, and `.weak` ones, are taken out in the
  /// step that shows the new values, and made anew at their next request; callers that hold a `.weak` value keep it. A value that is being made from
  /// old ones in that step goes to the callers that wait for it, and later callers get one that is made anew. Open scopes keep their own values, but
  /// make a scoped key anew that is registered again, and have none that is unregistered. The values of child containers stay as they are. Inside an
  /// override layer it replaces what the layer has. Several calls take turns. While it builds, resolving from this container costs as much as with an
  /// override layer.
  ///
  /// You may call it from any task, but not in a factory.
  ///
  /// - `rebuildsDependents`: whether built values are built anew that were made from what is replaced. Otherwise they keep the old values, which are
  ///   then disposed of when these dependents are.
  /// - `register`: registers with the batch that it receives, and removes.
  ///
  /// - Throws: the error of the first factory that threw, `.sealed`, `.shutDown`, `.cancelled`, or `.replacedInFactory`; any error that `register`
  ///   throws.
  nonisolated(nonsending) public func replace(
    rebuildsDependents: Bool = true, fileID: StaticString = #fileID, line: UInt32 = #line, _ register: (Batch) throws -> Void
  ) async throws {
    let contents = try Batch(register).contents
    do throws(ResolutionError) {
      let layer = core.innermost
      // The replacement that has the turn waits for that run, and with it for every task that the run awaits.
      if layer.staging != nil, let run = TaskRun.running { throw .replacedInFactory(run.registration.key, site: run.registration.site) }
      try await layer.lasting.replace(contents, rebuildsDependents: rebuildsDependents, SourceSite(fileID, line))
    } catch {
      throw error.inReplacement
    }
  }
}
