import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import BundleReading

/// The presets and default states that are installed.
@Suite(.enabled(if: access("/usr/lib/lv2/mda.lv2/manifest.ttl", R_OK) == 0, "no plugins are installed"))
struct RealPresetTests {
  @Test func nothingOfThemIsRefusedOrLeftOut() throws {
    var (presets, properties) = (0, 0)
    for name in TemporaryFolder.names(inFolder: "/usr/lib/lv2").sorted() {
      let bundle = "/usr/lib/lv2/\(name)"
      guard let reader = try? BundleReader(path: bundle) else { continue }
      // Each is read by itself, and some bundles have thousands that are much alike.
      for preset in reader.presets().prefix(6) {
        let content = try PluginSource.preset(preset.uri, ofPlugin: preset.appliesTo, bundle: bundle)
        presets += 1
        properties += content.state.count
        verify(!content.state.isEmpty || !content.parameters.isEmpty || name.contains("eg-"), "\(preset.uri)")
      }
      for uri in reader.pluginURIs.prefix(20) {
        properties += try PluginSource.defaultState(ofPlugin: uri, bundle: bundle).count
      }
    }
    print("presets read: \(presets), properties of states: \(properties)")
    verify(presets > 20)
  }

  @Test(.enabled(if: access("/usr/lib/lv2/zeroconvo.lv2/presets.ttl", R_OK) == 0, "zeroconvo is not installed"))
  func aVectorIsThatOfItsFile() throws {
    let reader = try BundleReader(path: "/usr/lib/lv2/zeroconvo.lv2")
    let vectors = try reader.presets().flatMap {
      try PluginSource.preset($0.uri, ofPlugin: $0.appliesTo, bundle: "/usr/lib/lv2/zeroconvo.lv2").state
    }.filter { $0.type.hasSuffix("#Vector") }
    verify(!vectors.isEmpty)
    for vector in vectors {
      verify(vector.bytes.count > 8 && vector.bytes[0] == 4 && vector.uris.count == 1, "\(vector.key)")
    }
  }
}
