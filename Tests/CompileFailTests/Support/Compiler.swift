import Foundation
import TestSupport

/// The toolchain's compiler, and the modules that the running tests were built with.
struct Compiler {
  /// How many compilers run at the same time.
  private static let slots = Slots(2)
  /// How long one may take; a tenth of a second is usual.
  private static let limit: Duration = .seconds(60)

  /// Beside the modules; not SwiftPM's own cache, which takes only one spelling of its path.
  private static let cache = "CompileFailTests.ModuleCache"

  /// The folder with the built modules.
  let modules: URL
  let executable: URL

  init() throws {
    guard let executable = Self.executable else { throw Missing(description: "there is no swiftc") }
    guard let modules = Self.modules else {
      throw Missing(description: "no folder above the running program has the module Holdfast: \(Self.programs.map(\.path))")
    }
    self.executable = executable
    self.modules = modules
  }

  /// How far a file is compiled.
  enum Stage {
    /// As far as SIL, which is where the compiler checks what is sent from one isolation domain to another.
    case checked
    /// To optimized code.
    case optimized
    /// To the text of what code is made from, which is the output.
    case described
    /// To a program, with the objects of these targets.
    case program(URL, targets: [String])

    fileprivate func arguments(_ modules: URL) -> [String] {
      switch self {
      case .checked: ["-emit-sil", "-o", "/dev/null"]
      case .optimized: ["-c", "-O", "-parse-as-library", "-o", "/dev/null"]
      case .described: ["-emit-ir", "-parse-as-library", "-o", "-"]
      case .program(let file, let targets):
        ["-parse-as-library", "-o", file.path] + targets.flatMap { Compiler.objects(of: $0, beside: modules) }
      }
    }
  }

  /// Compiles one file.
  ///
  /// - Parameter options: further ones, such as the default isolation of a module.
  func compile(_ file: URL, _ options: [String] = [], to stage: Stage = .checked) async throws -> Compilation {
    try await Self.slots.withSlot {
      let arguments =
        options + stage.arguments(modules) + [
          "-module-name", "Case", "-swift-version", "6", "-diagnostic-style=llvm",
          "-I", modules.path, "-module-cache-path", modules.appendingPathComponent("../\(Self.cache)").standardizedFileURL.path, file.path,
        ]
      return try await Compilation(Command(executable, arguments, limit: Self.limit, inheriting: Self.inherited).run(merging: true))
    }
  }

  /// What SwiftPM compiled the files of a target to; its folder may also have what became of files that are not there any more.
  private static func objects(of target: String, beside modules: URL) -> [String] {
    let map = modules.deletingLastPathComponent().appendingPathComponent("\(target).build/output-file-map.json")
    let outputs = (try? JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: map))) ?? [:]
    return outputs.filter { !$0.key.isEmpty }.compactMap { $0.value["object"] }
  }

  /// What a compiler needs to know; nothing that a test's runner or a sanitizer adds to it.
  private static let inherited: Set<String> = ["PATH", "HOME", "TMPDIR", "LANG", "SDKROOT", "DEVELOPER_DIR", "TOOLCHAINS"]

  /// Compiles a text that is in no file.
  func compile(_ text: String, _ options: [String] = [], to stage: Stage = .checked) async throws -> Compilation {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await compile(file, options, to: stage)
  }

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }
}

/// What a compiler said.
struct Compilation: Sendable {
  let status: Int32
  let output: String

  init(_ result: Command.Result) {
    status = result.status
    output = result.output
  }

  /// The text of each error, once.
  var errors: Set<String> {
    Set(output.split(separator: "\n").compactMap { line in line.firstRange(of: ": error: ").map { String(line[$0.upperBound...]) } })
  }
}

// MARK: Where things are

extension Compiler {
  /// The swiftc beside the runtime that runs this program, which is of the version that built the modules; else the first one on the PATH.
  static let executable: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = [toolchain].compactMap { $0 } + path.split(separator: ":").map { URL(fileURLWithPath: String($0)) }
    return folders.map { $0.appendingPathComponent("swiftc") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// `usr/bin` of the toolchain whose `usr/lib/swift/linux` has the runtime. On Apple platforms the runtime belongs to the system.
  private static var toolchain: URL? {
    #if os(Linux)
      let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
      guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("/libswiftCore.so") }) else { return nil }
      guard let path = line.firstIndex(of: "/").map({ String(line[$0...]) }) else { return nil }
      return URL(fileURLWithPath: path).appendingPathComponent("../../../../bin").standardizedFileURL
    #else
      return nil
    #endif
  }

  /// The nearest folder above the test program that has the module; `Modules` is where SwiftPM keeps it.
  private static let modules: URL? = programs.lazy.compactMap { program in
    sequence(first: program.deletingLastPathComponent()) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
      .flatMap { [$0.appendingPathComponent("Modules"), $0] }
      .first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("Holdfast.swiftmodule").path) }
  }.first

  /// Whatever may be the test program: the process itself, or the bundle that it was told to load.
  private static var programs: [URL] {
    let arguments = CommandLine.arguments.filter { $0.contains("/") }.map { URL(fileURLWithPath: $0) }
    let own = [Bundle(for: Marker.self).bundleURL.appendingPathComponent("program"), Bundle.main.executableURL].compactMap { $0 }
    return (own + arguments).map { $0.resolvingSymlinksInPath() }
  }

  /// Says which bundle these tests are in.
  private final class Marker {}
}
