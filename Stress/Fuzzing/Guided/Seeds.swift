import Foundation

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
