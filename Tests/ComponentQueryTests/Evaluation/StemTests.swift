import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// Forms of a word, and its British and American spellings, are found as the word itself.
struct StemTests {
  @Test("forms and spellings of a word have one stem, and unrelated words different ones")
  func stems() {
    let words = """
      compress compressor compressors compression compressing compressed, limiter limit limiting,
      flange flanger flanging, gate gates,
      harmonize harmonizer harmonizers, delay delays, box boxes, bass bass, chorus chorus, humming hummer,
      buzz buzzing buzzer, stop stopping, modulate modulator modulation modulated modulating,
      saturation saturator saturate saturating saturated, filter filtering filtered, master mastering,
      trigger triggering, phaser phasers, фильтр фильтра фильтры, компрессор компрессоры компрессора,
      ενισχυτης ενισχυτες,
      harmoniser harmonizer harmonise harmonizing harmonisers harmonised,
      equaliser equalizer equalisation equalization equalising, colour color colours colors,
      coloured colored colouring coloring, flavour flavor, centre center centres centers, centred centered,
      centring centering, metre meter metres meters, normaliser normalizer, maximiser maximizer,
      synthesiser synthesizer synthesise, visualiser visualizer visualisation,
      analyser analyzer analyse analyze analysing, analogue analog, dialogue dialog,
      modelling modeling modeller modeler modelled modeled, leveller leveler leveling, quantise quantize,
      programme program, misspell misspelling misspelled misspeling, refuelling refueling refuelled,
      colouriser colorizer colourise colourising, favourite favorite favourites favorites
      """
    func groups(_ text: String) -> [[String]] {
      text.split(whereSeparator: { ",\n".contains($0) }).map { $0.split(separator: " ").map(String.init) }
    }
    for group in groups(words) {
      for word in group { for other in group { verify(Stem.isShared(word, other), "\(word), \(other)") } }
    }
    let others = """
      gate gain, eq eqs, bus bu, pass pas, fill fil, фильтр фильмы, ド ドラム, гейт гейты, reverb reverse, phaser phase,
      station state, driver drive, centre cents, centered cents, hatred hater, midi mid, piano pian, calff calf,
      stereoo stereo, four for, contour contor, vogue vog, analysis analyzer, bell bel, swelling swel, tour tor,
      string stering, size sise, noise noize, denoiser denoizer
      """
    for pair in groups(others) { verify(!Stem.isShared(pair[0], pair[1]), "\(pair)") }
    // What another language ends in e is no form of a British word.
    verify(!Stem.isForm("rumore", of: "rumour") && Stem.isForm("color", of: "colour"))
    verify(Stem.isForm("colors", of: "colour") && Stem.isForm("rumore", of: "rumore"))
  }

  @Test("a word in either spelling is found as exactly as the other; its forms are not")
  func areOneWord() {
    for (british, american, form) in [
      ("equaliser", "equalizer", "equalizing"), ("colour", "color", "colored"), ("centre", "center", "centered"),
      ("analogue", "analog", "analogs"), ("favourite", "favorite", "favoriting"), ("modelling", "modeling", "modeler"),
      ("analyser", "analyzer", "analyze"),
    ] {
      for (word, other) in [(british, american), (american, british)] {
        let search = SearchWord(word, tokens: [word])
        verify(search.match(other, at: .whole, of: .name), equals: .whole)
        verify(search.match(other, at: .token, of: .comment), equals: .exact)
        verify(search.match(form, at: .whole, of: .name) != .whole)
      }
    }
  }
}
