import AudioComponents
import TestSupport
import Testing

/// The components most like one, over the installed plugins.
@Suite(.enabled(if: ScannedCatalog.has("calf.lv2"), "no real plugins are installed: .dev/setup plugins"))
struct SimilarityTests {
  private func manager() throws -> ComponentManager { try ScannedCatalog.corpus.get().manager }

  private func named(_ name: String) throws -> Component {
    try #require(try manager().components(named: name).first)
  }

  @Test(
    "what is of the same kind comes first",
    arguments: [
      ("Calf Reverb", "Reverb"), ("x42-comp - Dynamic Compressor Mono", "Compressor"),
      ("SC4", "Compressor"), ("Calf Equalizer 8 Band", "Equalizer"), ("MDA DubDelay", "Delay"),
      ("Calf Organ", "Instrument"), ("GxTubeScreamer", "Distortion"), ("EBU Meter (Stereo)", "Analyzer"),
    ])
  func kinds(name: String, tag: String) throws {
    guard let component = try manager().components(named: name).first, component.allTagNames.contains(tag) else {
      return
    }
    let found = try manager().similar(to: component, limit: 5)
    let same = found.map { $0.component.allTagNames.contains(tag) }
    #expect(found.count == 5 && same[0] && same.count(where: \.self) >= 3, "\(name): \(found.map(\.explanation))")
  }

  @Test("scores fall, are from 0 to 1 and the same each time; no group of variants is there twice")
  func order() throws {
    for component in try manager().components(matching: "").enumerated().filter({ $0.offset % 29 == 0 }).map(\.element)
    {
      let found = try manager().similar(to: component, limit: 20)
      #expect(found == (try manager().similar(to: component, limit: 20)))
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
      #expect(found.allSatisfy { (0...1).contains($0.score) && !$0.explanation.contains("\n") })
      let groups = found.map(\.component.variant)
      #expect(Set(groups).count == groups.count && !groups.contains(component.variant))
      #expect(try Array(found.prefix(3)) == manager().similar(to: component, limit: 3))
    }
  }
}
