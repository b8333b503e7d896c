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
      ["modulate", "modulator", "modulation"], ["saturation", "saturator"], ["фильтр", "фильтра", "фильтры"],
      ["компрессор", "компрессоры", "компрессора"], ["ενισχυτης", "ενισχυτες"],
    ])
  func areForms(words: [String]) {
    for word in words { for other in words { #expect(Stem.isShared(word, other), "\(word), \(other)") } }
  }

  @Test(
    "other words have others",
    arguments: [
      ("gate", "gain"), ("eq", "eqs"), ("bus", "bu"), ("pass", "pas"), ("fill", "fil"), ("фильтр", "фильмы"),
      ("ド", "ドラム"),
      ("гейт", "гейты"), ("reverb", "reverse"), ("midi", "mid"), ("piano", "pian"),
    ])
  func areNone(word: String, other: String) { #expect(!Stem.isShared(word, other)) }
}
