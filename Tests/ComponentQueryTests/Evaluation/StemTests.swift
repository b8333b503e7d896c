import ComponentModel
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
    "British and American spellings have one stem",
    arguments: [
      ["harmoniser", "harmonizer", "harmonise", "harmonizing", "harmonisers", "harmonised"],
      ["equaliser", "equalizer", "equalisation", "equalization", "equalising"],
      ["colour", "color", "colours", "colors"],
      ["coloured", "colored", "colouring", "coloring"], ["flavour", "flavor"],
      ["centre", "center", "centres", "centers"],
      ["centred", "centered"], ["centring", "centering"],
      ["metre", "meter", "metres", "meters"], ["normaliser", "normalizer"], ["maximiser", "maximizer"],
      ["synthesiser", "synthesizer", "synthesise"], ["visualiser", "visualizer", "visualisation"],
      ["analyser", "analyzer", "analyse", "analyze", "analysing"], ["analogue", "analog"], ["dialogue", "dialog"],
      ["modelling", "modeling", "modeller", "modeler", "modelled", "modeled"], ["leveller", "leveler", "leveling"],
      ["quantise", "quantize"], ["programme", "program"],
      ["misspell", "misspelling", "misspelled", "misspeling"], ["refuelling", "refueling", "refuelled"],
      ["colouriser", "colorizer", "colourise", "colourising"], ["favourite", "favorite", "favourites", "favorites"],
    ])
  func areSpellings(words: [String]) {
    for word in words { for other in words { #expect(Stem.isShared(word, other), "\(word), \(other)") } }
  }

  @Test(
    "a word in either spelling is found as exactly as the other; its forms are not",
    arguments: [
      ("equaliser", "equalizer", "equalizing"), ("colour", "color", "colored"), ("centre", "center", "centered"),
      ("analogue", "analog", "analogs"), ("favourite", "favorite", "favoriting"), ("modelling", "modeling", "modeler"),
      ("analyser", "analyzer", "analyze"),
    ])
  func areOneWord(british: String, american: String, form: String) {
    for (word, other) in [(british, american), (american, british)] {
      let search = SearchWord(word, tokens: [word])
      #expect(search.match(other, at: .whole, of: .name) == .whole)
      #expect(search.match(other, at: .token, of: .comment) == .exact)
      #expect(search.match(form, at: .whole, of: .name) != .whole)
    }
  }

  @Test("what another language ends in e is no form of a British word")
  func foreignNames() {
    #expect(!Stem.isForm("rumore", of: "rumour") && Stem.isForm("color", of: "colour"))
    #expect(Stem.isForm("colors", of: "colour") && Stem.isForm("rumore", of: "rumore"))
  }

  @Test(
    "unrelated words have different stems",
    arguments: [
      ("gate", "gain"), ("eq", "eqs"), ("bus", "bu"), ("pass", "pas"), ("fill", "fil"), ("фильтр", "фильмы"),
      ("ド", "ドラム"),
      ("гейт", "гейты"), ("reverb", "reverse"), ("phaser", "phase"), ("station", "state"), ("driver", "drive"),
      ("centre", "cents"), ("centered", "cents"), ("hatred", "hater"),
      ("midi", "mid"), ("piano", "pian"), ("calff", "calf"), ("stereoo", "stereo"),
      ("four", "for"), ("contour", "contor"), ("vogue", "vog"), ("analysis", "analyzer"), ("bell", "bel"),
      ("swelling", "swel"), ("tour", "tor"), ("string", "stering"), ("size", "sise"),
      ("noise", "noize"), ("denoiser", "denoizer"),
    ])
  func areNoForms(word: String, other: String) { #expect(!Stem.isShared(word, other)) }
}
