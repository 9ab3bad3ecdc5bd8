#if Exploration
  import Foundation

  extension YieldPoint {
    /// The files of the kernel that are looked at.
    static let files: Set<String> = Set(sources.map(\.lastPathComponent))

    /// Every yield point that stands in the kernel's source; nil if that is not where it was when this was built.
    ///
    /// A line is one if it calls a primitive. Left out are what only mutants run, deinitializers (no other thread has the object), and what
    /// needs a task, for which an explored thread runs a twin.
    package static var inSource: [YieldPoint]? {
      var points: [YieldPoint] = []
      for file in sources {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        points += self.points(in: text, file: file.lastPathComponent)
      }
      return points.isEmpty ? nil : points
    }

    /// Functions that run in tasks only.
    private static let ofTasks = [
      "var settled: Outcome?", "func suspend(cancelled", "private func cancelBuild()", "func suspendUncancelled() async",
    ]

    /// What the checks ask between two schedules, when no explored thread runs.
    private static let ofChecks = ["var brokenInvariant", "func brokenInvariant("]

    /// What runs where no other thread has the object any more, as a deinitializer does.
    private static let ofEnds = ["func releaseCells("]

    /// Functions, and parts of them, that only the container calls, for which there is no scenario yet: the tests run them, and the crossings all but
    /// those of replacements. Said in every report.
    package static let notDriven = [
      "func setAwaitsTask(", "func keepUntilPublished(", "var currentOwner", "static func alone(", "func returnAlone(", "func endAlone(",
      "var isBeingInjected", "var isConstructed", "var cells: [OnceCell] { lock", "static var nextOrder",
      // Explored threads keep no attempts.
      "func beginAnew(",
      // Explored containers have few cells.
      "func ordersOfPublication(",
      // Replacements.
      "var currentCell", "var orderOfPublication", "for removal in removed {", "func exchange(_ cell: OnceCell, for word: UInt)",
    ]

    /// Files of which the same is true.
    package static let filesNotDriven = ["HiddenWaits.swift"]

    private typealias Operations = [(name: String, spellings: [String])]

    private static let operations: Operations = [
      ("lock", [".withLock", "ock.lock()"]),
      ("loadAcquiring", [".loadAcquiring()"]), ("storeReleasing", [".storeReleasing("]),
      ("loadSequentiallyConsistent", [".loadSequentiallyConsistent("]),
      ("storeSequentiallyConsistent", [".storeSequentiallyConsistent("]), ("load", ["ell.load()", "ready.load()"]),
      ("fill", ["ell.fill(", "ready.fill(", "watched.fill("]),
      ("exchange", [".exchange("]), ("park", ["parker.park()"]), ("wake", ["parker.wake()"]),
    ]

    package static func points(in text: String, file: String) -> [YieldPoint] {
      points(in: text, file: file, operations, leavingOut: ofTasks + ofChecks + ofEnds + notDriven)
    }

    private static func points(in text: String, file: String, _ operations: Operations, leavingOut leftOut: [String]) -> [YieldPoint] {
      var points: [YieldPoint] = []
      var conditions: [Bool] = []
      /// The indentation of the function, or of the mutant's code, that is left out, while inside it.
      var skipped: Int?
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let code = line.drop { $0 == " " }
        let indentation = line.count - code.count
        if code.hasPrefix("#if") { conditions.append(code == "#if Exploration") }
        if code.hasPrefix("#else"), !conditions.isEmpty { conditions[conditions.count - 1] = false }
        if code.hasPrefix("#endif") { conditions = conditions.dropLast() }
        if let outer = skipped, indentation <= outer, code.hasPrefix("}") { skipped = nil }
        let isLeftOut = code.hasPrefix("deinit {") || code.hasPrefix("if Mutant.") || leftOut.contains { code.contains($0) }
        if isLeftOut, code.hasSuffix("}") { continue }  // a function, or a mutant, in one line
        if skipped == nil, isLeftOut { skipped = indentation }
        if skipped != nil || conditions.contains(true) || code.hasPrefix("//") { continue }
        // Of these two, one counts references, and the other is the kernel's own.
        if code.contains(".release()") || code.contains(".storeReleasing(&") { continue }
        for operation in operations where operation.spellings.contains(where: { code.contains($0) }) {
          points.append(YieldPoint(file: file, line: index + 1, operation: operation.name))
        }
      }
      return points
    }

    // MARK: Orderings

    /// Every atomic access that is ordered, in the kernel and in the container; empty if the source is not where it was when this was built.
    static var orderedInSource: [YieldPoint] {
      let names = Set(lines.values.joined().compactMap(atomicName))
      let words = [
        "loadAcquiring", "storeReleasing", "releaseBehindFence", "loadSequentiallyConsistent", "storeSequentiallyConsistent", "load",
        "fill", "exchange",
      ]
      let operations = words.map { word in
        // Cells have functions of these names themselves.
        (
          name: word == "releaseBehindFence" ? "storeReleasing" : word,
          spellings: ["pointee.\(word)("] + names.map { $0 == "cell" ? ".cell.\(word)(" : "\($0).\(word)(" }
        )
      }
      return lines.flatMap { file, lines in points(in: lines.joined(separator: "\n"), file: file, operations, leavingOut: []) }.sorted()
    }

    /// What an atomic is called that a line declares.
    private static func atomicName(_ line: Substring) -> String? {
      guard line.contains(/Atomic(Word|LongWord|Reference)\b/), let name = line.firstMatch(of: /let (\w+)/) else { return nil }
      return String(name.output.1)
    }

    /// Whether the lines of source from its own on contain those of `code`, one by one.
    func reads(_ code: String) -> Bool {
      guard let lines = Self.lines[file]?.dropFirst(line - 1) else { return false }
      let wanted = code.split(separator: "\n")
      return lines.count >= wanted.count && zip(lines, wanted).allSatisfy { $0.contains($1) }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    /// The lines of the files of the kernel and of the container, by the names of the files.
    private static let lines: [String: [Substring]] = {
      var lines: [String: [Substring]] = [:]
      for folder in ["OnceKernel", "Holdfast"] {
        let files = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        for case let file as URL in files.map(Array.init) ?? [] where file.pathExtension == "swift" {
          let text = try? String(contentsOf: file, encoding: .utf8)
          lines[file.lastPathComponent, default: []] += text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        }
      }
      return lines
    }()

    private static var sources: [URL] {
      ["Once", "Table", "Waiting"].flatMap { folder in
        let folder = root.appendingPathComponent("OnceKernel").appendingPathComponent(folder)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "swift" && !filesNotDriven.contains($0.lastPathComponent) }.sorted {
          $0.path < $1.path
        }
      }
    }
  }

  extension Coverage {
    static func merged(_ findings: [Finding]) -> [YieldPoint: UInt64] {
      findings.reduce(into: [:]) { all, finding in all.merge(finding.coverage) { $0 + $1 } }
    }
  }
#endif
