import ComponentQuery
import Testing

/// Forms of a word are found as the word itself.
@Suite struct StemTests {
  @Test(
    "forms of a word have one stem",
    arguments: [
      ["compress", "compressor", "compressors", "compression", "compressing", "compressed"],
      ["limiter", "limit", "limiting"],
      ["flange", "flanger", "flanging"], ["gate", "gates"], ["harmonize", "harmonizer", "harmonizers"],
      ["delay", "delays"], ["box", "boxes"], ["bass", "bass"], ["chorus", "chorus"], ["humming", "hummer"],
      ["buzz", "buzzing", "buzzer"], ["stop", "stopping"],
      ["modulate", "modulator", "modulation", "modulated", "modulating"],
      ["saturation", "saturator", "saturate", "saturating", "saturated"], ["filter", "filtering", "filtered"],
      ["master", "mastering"], ["trigger", "triggering"], ["phaser", "phasers"], ["фильтр", "фильтра", "фильтры"],
      ["компрессор", "компрессоры", "компрессора"], ["ενισχυτης", "ενισχυτες"],
    ])
  func areForms(words: [String]) {
    for word in words { for other in words { #expect(Stem.isShared(word, other), "\(word), \(other)") } }
  }

  @Test(
    "unrelated words have different stems",
    arguments: [
      ("gate", "gain"), ("eq", "eqs"), ("bus", "bu"), ("pass", "pas"), ("fill", "fil"), ("фильтр", "фильмы"),
      ("ド", "ドラム"),
      ("гейт", "гейты"), ("reverb", "reverse"), ("phaser", "phase"), ("station", "state"), ("driver", "drive"),
      ("midi", "mid"), ("piano", "pian"), ("calff", "calf"), ("stereoo", "stereo"),
    ])
  func areNoForms(word: String, other: String) { #expect(!Stem.isShared(word, other)) }
}
