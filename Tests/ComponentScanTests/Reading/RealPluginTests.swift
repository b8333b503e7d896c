import ComponentModel
import Glibc
import TestSupport
import Testing

/// Bundles of Debian's packages, each skipped where its package is not installed.
enum RealBundle: String, CaseIterable {
  case lsp = "lsp-plugins.lv2"
  case fil4 = "fil4.lv2"
  case drums = "avldrums.lv2"
  case mda = "mda.lv2"

  var path: String { "/usr/lib/lv2/" + rawValue }

  var isInstalled: Bool { access(path + "/manifest.ttl", R_OK) == 0 }

  /// All that are installed, scanned at once through links.
  static let scan = Result {
    let folder = TemporaryFolder()
    for bundle in allCases where bundle.isInstalled { symlink(bundle.path, folder(bundle.rawValue)) }
    return try Scan(folder.path)
  }
}

/// Real plugins as they really are.
@Suite struct RealPluginTests {
  private func plugin(_ uri: String) throws -> PluginRecord { try #require(RealBundle.scan.get().plugin(uri)) }

  @Test(arguments: RealBundle.allCases.filter(\.isInstalled))
  func everyPluginOfAManifestArrives(bundle: RealBundle) throws {
    let scan = try RealBundle.scan.get()
    #expect(scan.reports[bundle.rawValue]?.verdict == .scanned)
    #expect(scan.reports[bundle.rawValue]?.rejections == [])
    let manifest = String(decoding: Child.contents(bundle.path + "/manifest.ttl"), as: UTF8.self)
    let declared = manifest.split(separator: "\n").count { $0.hasSuffix("a lv2:Plugin ;") }
    let arrived = scan.plugins.filter { $0.binary?.hasPrefix(bundle.path + "/") == true }
    #expect(arrived.count == declared)
    #expect(Set(arrived.map(\.uri)).count == declared, "each once")
    for plugin in arrived {
      #expect(!plugin.names.isEmpty, "\(plugin.uri)")
      #expect(!plugin.ports.isEmpty, "\(plugin.uri)")
      #expect(plugin.ports.map(\.index) == Array(0..<plugin.ports.count), "\(plugin.uri)")
      #expect(plugin.classes.contains(LV2.plugin), "\(plugin.uri)")
      #expect(plugin.remarks.isEmpty, "\(plugin.uri): \(plugin.remarks)")
    }
  }

  @Test(.enabled(if: RealBundle.fil4.isInstalled, "needs x42-plugins")) func anEqualizer() throws {
    let record = try plugin("http://gareus.org/oss/lv2/fil4#stereo")
    let traits = ComponentTraits(of: record)
    #expect(traits.name == "x42-eq - Parametric Equalizer Stereo")
    #expect(traits.manufacturer == "Robin Gareus")
    #expect(traits.pluginClass == Namespace.lv2 + "ParaEQPlugin")
    #expect(traits.type == .effect)
    #expect([traits.audioInputs, traits.audioOutputs] == [2, 2])
    #expect(record.requiredFeatures == ["http://lv2plug.in/ns/ext/urid#map"])
    #expect(record.interfaces.map(\.uri) == ["http://gareus.org/oss/lv2/fil4#ui_gl"])
    let gain = try #require(record.ports.first { $0.symbol == "gain" })
    #expect([gain.minimum, gain.maximum, gain.defaultValue] == [-18, 18, 0])
    #expect(gain.unit == "dB")
    let enable = try #require(record.ports.first { $0.symbol == "enable" })
    #expect(enable.properties == ["enabled", "integer", "toggled"])
  }

  @Test(.enabled(if: RealBundle.drums.isInstalled, "needs avldrums.lv2")) func aDrumMachine() throws {
    let traits = ComponentTraits(of: try plugin("http://gareus.org/oss/lv2/avldrums#BlackPearl"))
    #expect(traits.name == "Black Pearl Drumkit")
    #expect(traits.type == .musicDevice)
    #expect(traits.hasMIDIInput)
    #expect([traits.audioInputs, traits.audioOutputs] == [0, 2])
  }

  @Test(.enabled(if: RealBundle.mda.isInstalled, "needs mda-lv2")) func groupsAndPresets() throws {
    let ambience = try plugin("http://drobilla.net/plugins/mda/Ambience")
    #expect(ambience.names == [LocalizedText("MDA Ambience")])
    #expect(ambience.author == "David Robillard" || ambience.author == "Paul Kellett")
    #expect(ambience.projectName == "MDA LV2")
    #expect(ambience.mainInputGroup == "http://drobilla.net/plugins/mda/mainIn")
    #expect(ComponentTraits(of: ambience).audioInputs == 2)
    #expect(ComponentTraits(of: ambience).parameters == 4)
    let presets = try RealBundle.scan.get().presets.filter { $0.appliesTo == "http://drobilla.net/plugins/mda/EPiano" }
    #expect(!presets.isEmpty)
    #expect(presets.allSatisfy { $0.label?.isEmpty == false })
  }

  @Test(.enabled(if: RealBundle.lsp.isInstalled, "needs lsp-plugins-lv2")) func aSideChain() throws {
    let record = try plugin("http://lsp-plug.in/plugins/lv2/sc_compressor_stereo")
    let audio = record.ports.filter { $0.kind == .audio && $0.direction == .input }
    #expect(audio.count == 4)
    #expect(audio.count(where: \.isSideChain) == 2)
    let traits = ComponentTraits(of: record)
    #expect(traits.hasSideChain)
    #expect([traits.audioInputs, traits.audioOutputs] == [2, 2])
    #expect(traits.pluginClass == Namespace.lv2 + "CompressorPlugin")
    #expect(!ComponentTraits(of: try plugin("http://lsp-plug.in/plugins/lv2/compressor_stereo")).hasSideChain)
  }
}
