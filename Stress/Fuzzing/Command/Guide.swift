import Foundation
import HoldfastStress

/// libFuzzer in the place of the generator: it changes the bytes that reached new code.
///
/// There only in a build with `-DGUIDED`, which `scripts/guided` makes, because it has to be linked with libFuzzer.
struct Guide {
  /// Where the bytes are kept that reached new code.
  let folder: String
  let options: FuzzOptions
  let defect: PlantedDifference?

  #if GUIDED
    /// Mostly libFuzzer ends the process, or the first difference does.
    func run() -> Int32 {
      do { try Seeds(folder: folder, seed: options.seed).write() } catch {
        Console.error.line("fuzz: the corpus cannot be written to \(folder): \(error)")
        return 2
      }
      Self.defect = defect
      let words = [
        "fuzz", folder, "-max_total_time=\(max(1, Int(options.seconds)))", "-seed=\(UInt32(truncatingIfNeeded: options.seed))",
        "-max_len=193", "-timeout=20", "-artifact_prefix=\(folder)-", "-print_final_stats=1",
      ]
      var count = CInt(words.count)
      // Never freed: libFuzzer keeps them.
      let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
      for (index, word) in words.enumerated() { pointers[index] = strdup(word) }
      pointers[words.count] = nil
      var arguments = pointers
      return driveLibFuzzer(&count, &arguments) { Guide.testOneInput($0, $1) }
    }

    // unsafe: written before libFuzzer starts.
    nonisolated(unsafe) private static var defect: PlantedDifference?

    private static func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
      let sequence = CallSequence(bytes: UnsafeBufferPointer(start: bytes, count: count))
      guard let finding = CampaignReport.Finding(sequence, defect) else { return 0 }
      for line in finding.shortest(defect).lines(defect) { Console.output.line(line) }
      // Not an orderly exit, which libFuzzer would take for a mistake of this function.
      _exit(1)
    }
  #else
    func run() -> Int32 {
      Console.error.line("fuzz: built without libFuzzer; scripts/guided builds with it")
      return 2
    }
  #endif
}

#if GUIDED
  @_silgen_name("LLVMFuzzerRunDriver")
  private func driveLibFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt
#endif

/// What a search that is guided by coverage begins with: sequences of the generator, and those that are kept as files.
struct Seeds {
  let folder: String
  let seed: UInt64

  /// Writes the first sequences of the seed as bytes, and those of every `.calls` file in the folder.
  func write() throws {
    let place = URL(fileURLWithPath: folder, isDirectory: true)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let generator = Generator(seed: seed)
    for number in 0..<200 {
      try Data(generator.sequence(number).bytes).write(to: place.appendingPathComponent("seed-\(number)"))
    }
    for file in try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil) where file.pathExtension == "calls"
    {
      guard let sequence = CallSequence(try String(contentsOf: file, encoding: .utf8)) else { continue }
      try Data(sequence.bytes).write(to: file.deletingPathExtension())
    }
  }
}
