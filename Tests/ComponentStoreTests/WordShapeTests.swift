import Testing

@testable import ComponentStore

/// Which words may be typed in place of which.
@Suite struct WordShapeTests {
  private func distance(_ word: String, _ meant: String) -> Int? {
    let spelling = Spelling(word)
    return spelling.distance(to: meant, atMost: spelling.limit)
  }

  @Test(
    "slips of the fingers and of the ear are misspellings",
    arguments: [
      ("compressro", "compressor"), ("compresor", "compressor"), ("cmpressor", "compressor"), ("revreb", "reverb"),
      ("reverbb", "reverb"), ("reberb", "reverb"), ("dely", "delay"), ("gaet", "gate"), ("nosie", "noise"),
      ("stero", "stereo"), ("streo", "stereo"), ("chours", "chorus"), ("exiter", "exciter"), ("phazer", "phaser"),
      ("kompressor", "compressor"), ("tremalo", "tremolo"), ("flnager", "flanger"), ("sinth", "synth"),
      ("lowd", "loud"), ("warn", "warm"), ("pich", "pitch"), ("hlal", "hall"), ("metter", "meter"), ("echoo", "echo"),
      ("distotrion", "distortion"), ("dragonfyl", "dragonfly"), ("zynaddsubx", "zynaddsubfx"), ("cafl", "calf"),
      ("smoebdoy", "somebody"), ("synthesyzer", "synthesizer"), ("vocodor", "vocoder"), ("xpander", "expander"),
      ("equaliter", "equalizer"), ("convulution", "convolution"), ("humm", "hum"), ("fy", "fi"), ("ферб", "верб"),
    ])
  func slips(word: String, meant: String) { #expect(distance(word, meant) != nil) }

  @Test(
    "names and other words are none",
    arguments: [
      ("pultec", "pulse"), ("juno", "nuno"), ("nosuch", "notch"), ("korg", "kor"), ("serum", "strum"), ("mesa", "mega"),
      ("diva", "niva"), ("sylenth", "synth"), ("kontakt", "konstant"), ("repro", "retro"), ("fender", "fader"),
      ("roland", "round"), ("avalon", "analog"), ("reaper", "repair"), ("decapitator", "decimator"), ("hello", "cello"),
      ("tonex", "tone"), ("muse", "use"), ("summer", "strummer"), ("forest", "format"), ("castle", "cast"),
      ("rumour", "rummut"), ("flav", "clav"), ("loader", "looper"),
    ])
  func others(word: String, other: String) { #expect(distance(word, other) == nil) }
}
