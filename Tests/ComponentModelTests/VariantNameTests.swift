import ComponentModel
import Testing

/// Which names belong to variants of one thing.
@Suite struct VariantNameTests {
  private func group(_ name: String, by maker: String? = "Ben") -> String {
    VariantName.group(name: name, manufacturer: maker, bundle: "/usr/lib/lv2/things.lv2")
  }

  @Test(
    "names that differ in their channels only are of one group",
    arguments: [
      ["Compressor", "Compressor Mono", "Compressor (stereo)", "Compressor LeftRight", "COMPRESSOR MidSide"],
      ["Analyzer x1", "Analyzer x12", "Analyzer"], ["Crossover Mono x8", "Crossover Stereo x8", "Crossover"],
      ["GxAmplifier-X", "GxAmplifier-Stereo-X"], ["digital_delay", "digital_delay_st"], ["jcm800pre", "jcm800preST"],
      ["ZamComp", "ZamCompX2"], ["Phaser (mono in)", "Phaser (stereo in)", "Phaser (sum L+R in)", "Phaser"],
      ["IR Convolver Mono => Stereo", "IR Convolver Mono"], ["x42-eq Mono", "x42-eq Stereo"],
      ["Gain Left/Right", "Gain Mid/Side", "Gain M/S", "Gain"], ["Matrix 2x2", "Matrix 8x8", "Matrix 8ch"],
      ["Große Halle Mono", "große halle"],
    ])
  func together(names: [String]) {
    #expect(Set(names.map { group($0) }).count == 1, "\(names.map { group($0) })")
  }

  @Test(
    "other names are not",
    arguments: [
      ("Compressor Mono", "Sidechain Compressor Mono"), ("Equalizer 5 Band", "Equalizer 8 Band"),
      ("x42-eq", "x42-comp"), ("Chorus 1", "Chorus 2"), ("Mono", "Stereo"), ("Monosynth", "Synth"),
      ("MaxiX", "Maxi"), ("Filter In", "Filter Out"), ("Left", "Right"), ("残響", "合唱"),
    ])
  func apart(a: String, b: String) {
    #expect(group(a) != group(b), "\(group(a))")
  }

  @Test("the maker is part of it, or else the bundle") func makers() {
    #expect(group("Gate Mono") == "ben/gate" && group("Gate", by: "Ånn  Öst") == "ånn öst/gate")
    #expect(group("Gate Stereo", by: nil) == "things/gate" && group("", by: "") == "/")
    #expect(group("Stereo", by: "Ben") == "ben/stereo")
  }
}
