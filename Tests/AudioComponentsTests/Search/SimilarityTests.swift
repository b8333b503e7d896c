import AudioComponents
import TestSupport
import Testing

/// The components most like one, over the installed plugins.
struct SimilarityTests {
  @Test(
    "what is of the same kind comes first; scores fall, the same each time; no group of variants is there twice",
    .part(.oracle), .enabled(if: ScannedCatalog.has("calf.lv2"), "no real plugins are installed: .dev/setup plugins"))
  func similar() throws {
    let manager = try ScannedCatalog.corpus.get()
    for (name, tag) in [
      ("Calf Reverb", "Reverb"), ("x42-comp - Dynamic Compressor Mono", "Compressor"),
      ("SC4", "Compressor"), ("Calf Equalizer 8 Band", "Equalizer"), ("MDA DubDelay", "Delay"),
      ("Calf Organ", "Instrument"), ("GxTubeScreamer", "Distortion"), ("EBU Meter (Stereo)", "Analyzer"),
    ] {
      guard let component = try manager.components(named: name).first, component.allTagNames.contains(tag) else {
        continue
      }
      let found = try manager.similar(to: component, limit: 5)
      let same = found.map { $0.component.allTagNames.contains(tag) }
      verify(found.count == 5 && same[0] && same.count(where: \.self) >= 3, "\(name): \(found.map(\.explanation))")
    }
    for (index, component) in try manager.components(matching: "").enumerated() where index % 29 == 0 {
      let found = try manager.similar(to: component, limit: 20)
      verify(found == (try manager.similar(to: component, limit: 20)))
      verify(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
      verify(found.allSatisfy { (0...1).contains($0.score) && !$0.explanation.contains("\n") })
      let groups = found.map(\.component.variant)
      verify(Set(groups).count == groups.count && !groups.contains(component.variant))
      try verify(Array(found.prefix(3)), equals: manager.similar(to: component, limit: 3))
    }
  }
}
