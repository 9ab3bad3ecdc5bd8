import Foundation
import Holdfast
import Testing

@Suite("Forms for what is at hand")
struct SmallFormsTests {
  private protocol Reading: Sendable { var text: String { get } }

  private struct Page: Reading {
    let text: String
  }

  private static func reading(_ page: Page) -> any Reading { page }

  @Test("A forward takes its conversion by name, with arguments and without")
  func forward() throws {
    let container = try Container().register(Page.self) { _ in Page(text: "plain") }
      .register(Page.self, .factory(taking: Int.self) { _, number in Page(text: "\(number)") })
      .forward((any Reading).self, to: Page.self, by: Self.reading)
      .forward((any Reading).self, named: "key", to: Page.self, by: Self.reading)
      .forward((any Reading).self, to: Page.self, taking: Int.self, by: Self.reading)
    #expect(try container.resolve((any Reading).self).text == "plain")
    #expect(try container.resolve((any Reading).self, named: "key").text == "plain")
    #expect(try container.resolve((any Reading).self, with: 7).text == "7")
  }

  @Test("Overrides are put in force in a block of a queue")
  func layersInBlock() async throws {
    let container = try Container().register(String.self, instance: "live")
    let texts = try await container.withOverrides({ $0.register(String.self, instance: "fake") }) { () async throws in
      let layers = OverrideLayers.current
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let outside = try? container.resolve(String.self)
          continuation.resume(returning: [outside, layers.apply { try? container.resolve(String.self) }])
        }
      }
    }
    #expect(texts == ["live", "fake"])
    #expect(try OverrideLayers.current.apply { try container.resolveNow(String.self) } == "live")
  }

  @Test("A container's description tells of its injectors and decorators")
  func description() throws {
    let container = try Container().register(Page.self, named: "a") { _ in Page(text: "a") }
      .registerInjector(Page.self) { _, _ in }.decorate(Page.self, named: "a") { page, _ in page }
    #expect(container.description == "Container(1 registration, 0 built)")
    let lines = container.debugDescription.split(separator: "\n")
    #expect(lines.contains { $0.contains("injector of ") && $0.contains("Page, registered at HoldfastTests/SmallFormsTests.swift:") })
    #expect(lines.contains { $0.contains("decorator of ") && $0.contains("Page named \"a\", registered at ") })
  }
}
