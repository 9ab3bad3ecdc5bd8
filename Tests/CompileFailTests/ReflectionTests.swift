import Foundation
import TestSupport
import Testing

/// Why a composition of a module that was compiled without reflection metadata lists its properties: what they are called is nowhere in the program.
/// The key paths of their needs have the places of the properties, and no names.
@Suite(
  "What reflection metadata is needed for",
  .enabled(if: Compiler.executable != nil, "there is no swiftc beside the Swift runtime or on the PATH"))
struct ReflectionTests {
  private static let composition = """
    import HoldfastComposition

    public struct App: Composition {
      public let unheardOf = Shared { 1 }
      public let user = Shared(\\.unheardOf) { $0 + 1 }
      public init() {}
    }
    """

  @Test("The name of a property is in the program with it, and is not without it", arguments: [false, true])
  func names(isDisabled: Bool) async throws {
    let options = isDisabled ? ["-disable-reflection-metadata"] : []
    let compilation = try await Compiler().compile(Self.composition, options, to: .described)
    #expect(compilation.status == 0, "\(compilation.output.prefix(2_000))")
    #expect(compilation.output.contains(#"c"unheardOf\00""#) != isDisabled)
  }

  /// A `Mirror` copies each property into a box, at each composing.
  @Test("Composing makes no Mirror")
  func noMirror() throws {
    let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/HoldfastComposition").standardized
    let all = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
    let files = all.filter { $0.pathExtension == "swift" }
    #expect(files.count > 20)
    for file in files {
      let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      #expect(!code.contains { $0.contains("Mirror(") || $0.contains("customMirror") }, "\(file.path)")
    }
  }

  #if os(Linux)
    private static let program =
      composition + """


        struct Module: Composition {
          let base: Need<Int>
          let own = Shared(\\.base) { $0 * 10 }
          static var properties: KeyValuePairs<String, PartialKeyPath<Self>> { ["base": \\.base, "own": \\.own] }
        }
        struct Listed: Composition {
          let count = 3
          let number = Shared { 4 }
          let module = Module(base: Need(\\Listed.number))
          let sum = Shared(\\.number, \\.module.own) { $0 + $1 }
          static var properties: KeyValuePairs<String, PartialKeyPath<Self>> {
            ["number": \\.number, "module": \\.module, "sum": \\.sum]
          }
        }
        @main struct Program {
          static func main() throws {
            let app = try Composed(Listed.init)
            print(try app.sum(), app.container.keys().compactMap { $0.name?.text }.sorted().joined(separator: " "))
            do { _ = try Composed(App.init) } catch { print(error) }
          }
        }
        """

    @Test(
      "Composed in a module without it: under the listed names, and refused without a list",
      .enabled(if: !Sanitizer.isOn, "the objects of a sanitized build need its runtime"))
    func composed() async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("reflection-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      let targets = ["OnceKernel", "Holdfast", "HoldfastComposition"]
      let compilation = try await Compiler().compile(
        Self.program, ["-disable-reflection-metadata"], to: .program(file, targets: targets))
      #expect(compilation.status == 0, "\(compilation.output.prefix(2_000))")
      let result = try await Command(file, [], limit: .seconds(60)).run(merging: true)
      #expect(result.status == 0)
      let lines = result.output.split(separator: "\n")
      #expect(lines.first == "44 module.own number sum")
      #expect(lines.last?.contains("or list them: 'properties'") == true)
    }
  #endif
}
