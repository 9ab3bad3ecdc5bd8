#if Exploration
  import Foundation

  extension YieldPoint {
    /// The files of the kernel that are looked at.
    static let files: Set<String> = Set(sources.map(\.lastPathComponent))

    /// Every yield point that stands in the kernel's source; nil if that is not where it was when this was built.
    ///
    /// A line is one if it calls a primitive. Left out are what only mutants run, deinitializers (nobody else has the object any more), and what
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
    private static let ofTasks = ["func suspend() async", "func suspend(until", "func suspendUncancelled() async"]

    /// Functions that only the container calls, for which there is no scenario yet: the tests and the crossings run them. Said in every report.
    package static let notDriven = [
      "func setAwaitsTask(", "func keepUntilPublished(", "var currentOwner", "static func alone(", "func returnAlone(", "func endAlone(",
      "var isBeingInjected", "var isConstructed", "var cells: [OnceCell] { lock",
    ]

    /// Files of which the same is true.
    package static let filesNotDriven = ["HiddenWaits.swift"]

    private static let operations: [(name: String, spellings: [String])] = [
      ("lock", [".withLock", "ock.lock()"]),
      ("acquire", [".acquire()"]), ("release", [".release("]), ("loadInTotalOrder", [".loadInTotalOrder("]),
      ("storeInTotalOrder", [".storeInTotalOrder("]), ("load", ["ell.load()", "ready.load()"]), ("fill", ["ell.fill(", "ready.fill("]),
      ("exchange", [".exchange("]), ("park", ["parker.park()"]), ("wake", ["parker.wake()"]),
    ]

    package static func points(in text: String, file: String) -> [YieldPoint] {
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
        let isLeftOut = code.hasPrefix("deinit {") || code.hasPrefix("if Mutant.") || (ofTasks + notDriven).contains { code.contains($0) }
        if isLeftOut, code.hasSuffix("}") { continue }  // a function, or a mutant, in one line
        if skipped == nil, isLeftOut { skipped = indentation }
        if skipped != nil || conditions.contains(true) || code.hasPrefix("//") { continue }
        // Of these two, one counts references, and the other is the kernel's own.
        if code.contains(".release()") || code.contains(".release(&") { continue }
        for operation in operations where operation.spellings.contains(where: { code.contains($0) }) {
          points.append(YieldPoint(file: file, line: index + 1, operation: operation.name))
        }
      }
      return points
    }

    private static var sources: [URL] {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/OnceKernel")
      return ["Once", "Table", "Waiting"].flatMap { folder in
        let files = try? FileManager.default.contentsOfDirectory(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
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
