import AudioFiles
import AudioSources
import TestSupport
import Testing

/// Sounds whose bits were computed once: a machine, or a change, that gives others computes in another way, and renders
/// would no longer be the same everywhere. Who means to change a sound replaces its number.
@Suite(.part(.laws)) struct SourceGoldenTests {
  private func hash(_ source: any AudioSource) throws -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for sample in try source.frames(20_000).joined() {
      hash = (hash ^ UInt64(sample.bitPattern)) &* 1_099_511_628_211
    }
    return hash
  }

  @Test("waves, noise, fades, levels and resampling have the same bits on every machine")
  func bits() throws {
    let noise = { try NoiseSource(.pink, seed: 3, length: 30_000) }
    let sources: [(String, any AudioSource, UInt64)] = [
      ("saw", try ToneSource(123.4, .saw, level: -3.3, length: 20_000), 15_657_235_031_934_189_165),
      ("square", try ToneSource(997, .square, level: -60.5), 6_501_157_149_311_264_389),
      ("triangle", try ToneSource(440, .triangle), 12_534_255_111_613_327_265),
      ("white", try NoiseSource(.white, seed: 9), 6_414_927_364_307_939_110),
      ("pink", try noise(), 13_753_071_073_975_549_971),
      ("fade", try FadedSource(noise(), fadeIn: 5_000, fadeOut: 20_000), 9_752_169_197_329_976_060),
      ("up", try ResampledSource(noise(), sampleRate: 96_000), 8_132_239_672_749_074_732),
      ("down", try ResampledSource(noise(), sampleRate: 44_100), 1_030_070_022_254_427_348),
      ("odd", try ResampledSource(noise(), sampleRate: 44_056), 8_716_437_133_189_230_862),
    ]
    for (name, source, expected) in sources { try verify(hash(source), equals: expected, "\(name)") }
  }
}
