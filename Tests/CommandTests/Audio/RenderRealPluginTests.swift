import Foundation
import TestSupport
import Testing

/// What the help says of plugins that people use.
struct RenderRealPluginTests {
  /// Names are compared with their capitals, which an example may get wrong.
  @Test(
    "the components in the examples of the help are there",
    .enabled(if: access("/usr/lib/lv2/calf.lv2", F_OK) == 0, "calf-plugins is not installed"),
    .enabled(if: RealPlugins.areThere, "the real plugins are not installed: .dev/setup plugins"),
    arguments: ["render", "bench", "validate"])
  func examples(verb: String) throws {
    let machine = Machine([])
    for bundle in ["amp-swh", "sc4-swh", "mda", "darc", "calf"] {
      symlink("/usr/lib/lv2/\(bundle).lv2", machine.folder("lv2/\(bundle).lv2"))
    }
    let lines = machine.aucat("help", verb).lines.filter { $0.hasPrefix("  aucat \(verb) ") }
    let chosen = lines.flatMap { $0.matches(of: /(?:--through|validate|--quick) (?:"([^"]+)"|([^-\s]\S*))/) }
      .compactMap { ($0.1 ?? $0.2).map(String.init) }
    try demand(!chosen.isEmpty)
    for words in Set(chosen) {
      let found = machine.aucat("search", "--count", words)
      verify(found.status, equals: 0, "\(words): \(found.errors)")
    }
  }
}
