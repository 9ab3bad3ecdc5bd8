import Holdfast
import Testing

@Suite("Names")
struct NameTests {
  @Test("Whatever is equal to a character of ASCII has its hash")
  func equivalentToASCII() {
    let characters = Dictionary(uniqueKeysWithValues: (UInt8(0)..<128).map { (String(UnicodeScalar($0)), UnicodeScalar($0)) })
    var equal = 0
    for scalar in (UInt32(128)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init) {
      guard let character = characters[String(scalar)] else { continue }
      equal += 1
      #expect(Name(String(scalar)).hashValue == Name(String(character)).hashValue, "\(scalar.escaped(asASCII: true))")
    }
    #expect(equal == 3)
  }

  @Test("Equal texts are one name, however long they are and wherever they differ in spelling", arguments: 1...40)
  func equivalentTexts(length: Int) throws {
    for (usual, unusual) in [("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("\u{E9}", "e\u{301}"), ("\u{C5}", "\u{212B}")] {
      for place in [0, length / 2, length - 1] {
        let spellings = [usual, unusual].map { character in
          String(repeating: "x", count: place) + character + String(repeating: "y", count: length - 1 - place)
        }
        let names = spellings.map { Name($0) }
        #expect(names[0] == names[1] && names[0].hashValue == names[1].hashValue, "\(spellings)")
        let container = try Container { $0.register(Int.self, named: names[0]) { _ in length } }
        #expect(try container.resolve(Int.self, named: names[1]) == length)
      }
    }
  }

  @Test("A literal is the same name as a text that is known at run time only")
  func literals() {
    #expect(Name(["", ""].joined()).hashValue == ("" as Name).hashValue)
    #expect(Name(["prim", "ary"].joined()).hashValue == ("primary" as Name).hashValue)
    #expect(Name(["seventeen letters", "."].joined()).hashValue == ("seventeen letters." as Name).hashValue)
    #expect(Name(["gr\u{F6}", "\u{DF}e"].joined()).hashValue == ("größe" as Name).hashValue)
  }

  @Test("Names that resemble each other have hashes of their own")
  func spread() {
    let texts = (0..<10_000).flatMap { ["name \($0)", "\($0)", "tenant-\($0)-primary-database"] } + ["", "\0", "\0\0", "a", "a\0", "\0a"]
    #expect(Set(texts.map { Name($0).hashValue }).count == texts.count)
  }
}
