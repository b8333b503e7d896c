import ComponentModel
import TestSupport
import Testing

/// Which names belong to variants of one thing.
struct VariantNameTests {
  private func group(_ name: String, by maker: String? = "Ben") -> String {
    VariantName.group(name: name, manufacturer: maker, bundle: "/usr/lib/lv2/things.lv2")
  }

  @Test("names that differ in their channels only, of one maker or else one bundle, are of one group; others are not")
  func groups() {
    for names in [
      ["Compressor", "Compressor Mono", "Compressor (stereo)", "Compressor LeftRight", "COMPRESSOR MidSide"],
      ["Analyzer x1", "Analyzer x12", "Analyzer"], ["Crossover Mono x8", "Crossover Stereo x8", "Crossover"],
      ["GxAmplifier-X", "GxAmplifier-Stereo-X"], ["digital_delay", "digital_delay_st"], ["jcm800pre", "jcm800preST"],
      ["ZamComp", "ZamCompX2"], ["Phaser (mono in)", "Phaser (stereo in)", "Phaser (sum L+R in)", "Phaser"],
      ["IR Convolver Mono => Stereo", "IR Convolver Mono"], ["x42-eq Mono", "x42-eq Stereo"],
      ["Gain Left/Right", "Gain Mid/Side", "Gain M/S", "Gain"], ["Matrix 2x2", "Matrix 8x8", "Matrix 8ch"],
      ["Große Halle Mono", "große halle"],
    ] { verify(Set(names.map { group($0) }).count, equals: 1, "\(names.map { group($0) })") }
    for (a, b) in [
      ("Compressor Mono", "Sidechain Compressor Mono"), ("Equalizer 5 Band", "Equalizer 8 Band"),
      ("x42-eq", "x42-comp"), ("Chorus 1", "Chorus 2"), ("Mono", "Stereo"), ("Monosynth", "Synth"),
      ("MaxiX", "Maxi"), ("Filter In", "Filter Out"), ("Left", "Right"), ("残響", "合唱"),
    ] { verify(group(a) != group(b), "\(group(a))") }
    verify(group("Gate Mono") == "ben/gate" && group("Gate", by: "Ånn  Öst") == "ånn öst/gate")
    verify(group("Gate Stereo", by: nil) == "things/gate" && group("", by: "") == "/")
    verify(group("Stereo", by: "Ben"), equals: "ben/stereo")
  }

  @Test(
    "a license has a name, with all that stands for it; a preset's URI goes before names, whose case doesn't matter")
  func licensesAndPresets() {
    for (text, name) in [
      ("http://usefulinc.com/doap/licenses/gpl", "GPL"), ("http://opensource.org/licenses/gpl-3.0", "GPL-3.0"),
      ("https://www.gnu.org/licenses/gpl-3.0.html", "GPL-3.0"), ("GPL v2+", "GPL-2.0-or-later"), ("GPL v2", "GPL-2.0"),
      ("http://spdx.org/licenses/GPL-2.0-or-later.html", "GPL-2.0-or-later"), ("https://spdx.org/licenses/ISC", "ISC"),
      ("http://opensource.org/licenses/isc", "ISC"), ("http://usefulinc.com/doap/licenses/lgpl", "LGPL"),
      ("GPL-2.0", "GPL-2.0"), ("urn:own", "urn:own"), ("", ""),
    ] {
      verify(License.name(of: text), equals: name)
      verify(License.texts(named: name).contains(text) && License.texts(named: name).first == name)
      verify(License.texts(named: name).allSatisfy { License.name(of: $0) == name })
    }
    let presets = [("urn:a", "Hall"), ("urn:b", "hall"), ("urn:c", "urn:a"), ("urn:d", "Größe")].map {
      ComponentDetails.Preset(uri: $0, name: $1, bank: nil, bundle: "/b.lv2")
    }
    for (word, uris) in [
      ("urn:a", ["urn:a"]), ("HALL", ["urn:a", "urn:b"]), ("URN:A", ["urn:c"]), ("GRÖSSE", []), ("gröẞe", ["urn:d"]),
      ("ha", []), ("", []),
    ] { verify(presets.presets(called: word).map(\.uri), equals: uris, "\(word)") }
  }
}
