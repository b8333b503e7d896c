import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import BundleReading
@testable import RenderChain

/// Presets set parameters and states; what the chain says itself goes before them.
struct PresetTests {
  private let bundle = TestBundle()

  @Test func aPresetSetsParametersAsFarAsTheyGoAndOthersGoBeforeIt() throws {
    for (name, gain) in [
      ("half", 0.5), ("double", 2), ("same-first", 0.25), ("same-second", 0.75), ("elsewhere", 1.5),
      ("unknown-symbol", 0.5), ("out-of-range", 2),
    ] as [(String, Float)] {
      let (sound, _) = try bundle.render(.constant(0.25, 10, channels: 2), bundle.stage("gain-stereo", preset: name))
      verify(sound == .constant(gain / 4, 10, channels: 2), "\(name)")
    }
    let stage = bundle.stage("gain-stereo", ["gain": 0.125], preset: "half")
    try verify(bundle.render(.constant(1, 10, channels: 2), stage).sound, equals: .constant(0.125, 10, channels: 2))

    let error = try demand(bundle.error(bundle.stage("gain-stereo", preset: "nosuch")))
    verify(error.code == .description && error.component == "urn:aucat:test:gain-stereo")
    verify(error.detail.contains("does not declare the preset urn:aucat:test:preset:nosuch"))
    var missing = bundle.stage("gain-stereo", preset: "half")
    missing.preset?.bundle = "/nonexistent"
    verify(bundle.error(missing)?.code, equals: .description)
  }

  @Test func aPresetHasAStateAndAPluginStartsWithItsDefaultWhereItWantsTo() throws {
    for name in ["stored", "stored-literal"] {
      let player = try bundle.player(bundle.stage("preset-state", preset: name))
      verify(player.play(.constant(1, 10)), equals: .constant(0.5, 10))
      // The path of its file leads into the bundle.
      try verify(player.values(["integer", "number", "text", "file"]), equals: [-7, 0.1, 7, 1], "\(name)")
    }
    try verify(bundle.render(.constant(1, 10), bundle.stage("load-default")).sound, equals: .constant(0.25, 10))
    let error = try demand(bundle.error(bundle.stage("preset-state", preset: "no-number"), channels: 1))
    verify(error.code, equals: .description)
    verify(error.detail.contains("the value of urn:aucat:test:preset-state#integer is `many`"), "\(error.detail)")
  }

  @Test(
    "no preset or default state that is installed is refused or left out, and vectors are those of their files",
    .part(.oracle),
    .enabled(if: access("/usr/lib/lv2/mda.lv2/manifest.ttl", R_OK) == 0, "no plugins are installed"))
  func realPresets() throws {
    var (presets, vectors) = (0, 0)
    for name in TemporaryFolder.names(inFolder: "/usr/lib/lv2").sorted() {
      let bundle = "/usr/lib/lv2/\(name)"
      guard let reader = try? BundleReader(path: bundle) else { continue }
      // Each is read by itself, and some bundles have thousands that are much alike.
      for preset in reader.presets().prefix(6) {
        let content = try PluginSource.preset(preset.uri, ofPlugin: preset.appliesTo, bundle: bundle)
        presets += 1
        verify(!content.state.isEmpty || !content.parameters.isEmpty || name.contains("eg-"), "\(preset.uri)")
        for vector in content.state where name == "zeroconvo.lv2" && vector.type.hasSuffix("#Vector") {
          vectors += 1
          verify(vector.bytes.count > 8 && vector.bytes[0] == 4 && vector.uris.count == 1, "\(vector.key)")
        }
      }
      for uri in reader.pluginURIs.prefix(20) { _ = try PluginSource.defaultState(ofPlugin: uri, bundle: bundle) }
    }
    verify(presets > 20)
    verify(vectors > 0 || access("/usr/lib/lv2/zeroconvo.lv2/presets.ttl", R_OK) != 0)
  }
}
