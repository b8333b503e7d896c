import TestSupport
import Testing

/// What `aucat render` says of integers that clip.
@Suite struct RenderClippingTests {
  let studio = Studio()

  /// A second of stereo, 8,000 frames, silent but for some samples.
  private func write(_ peaks: [(frame: Int, channel: Int, value: Float)]) {
    var sound = Sound(channels: [[Float]](repeating: [Float](repeating: 0, count: 8_000), count: 2))
    for peak in peaks { sound.channels[peak.channel][peak.frame] = peak.value }
    studio.write(sound, to: "in.wav")
  }

  private func note(_ name: String, _ text: String) -> String { "aucat: \(studio.folder(name)) clips: \(text)\n" }

  @Test("how many samples, by how much and where", arguments: [[], ["--in-process"]])
  func clipping(words: [String]) {
    write([(2_000, 1, 0.625), (4_000, 0, -0.75), (6_000, 0, 0.75), (7_000, 1, 0.5)])
    let run = studio.render([Studio.through("gain-stereo"), "--set", "gain=2", "--encoding", "int16"] + words)
    #expect(run.status == 0 && run.text.hasPrefix("1.0 s in "), "\(run.errors)")
    #expect(
      run.errors
        == note(
          "out.wav",
          "3 samples exceed full scale, by up to 3.52 dB, first at 0:00:00.250 in channel 2 (right), the loudest at "
            + "0:00:00.500 in channel 1 (left); lower the level, or write floats (--encoding float32)"))
  }

  @Test func oneSampleIsOnePlace() {
    write([(800, 1, 0.75)])
    let run = studio.render([Studio.through("gain-stereo"), "--set", "gain=2", "--encoding", "int24"])
    #expect(
      run.errors
        == note(
          "out.wav",
          "a sample exceeds full scale by 3.52 dB, at 0:00:00.100 in channel 2 (right); lower the level, or write "
            + "floats (--encoding float32)"))
  }

  @Test("floats hold everything, and full scale is no excess")
  func quiet() {
    write([(1, 0, 0.75), (2, 1, -0.75)])
    #expect(studio.render(Studio.through("gain-stereo"), "--set", "gain=2").errors == "")
    #expect(studio.render(Studio.through("gain-stereo"), "--encoding", "int8").errors == "")
    write([(1, 0, 0.5), (2, 1, -0.5)])
    let run = studio.render(Studio.through("gain-stereo"), "--set", "gain=2", "--encoding", "int16")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test("numbers beyond all bounds clip too, and what is no number doesn't")
  func nonFinite() {
    let run = studio.render([Studio.through("not-finite"), "--allow-nan", "--encoding", "int16"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.errors.isEmpty || run.errors.contains("exceed full scale, by up to an infinite amount"), "\(run.errors)")
  }

  @Test("a format without floats is left", .enabled(if: InstalledSoundFile.isThere, "libsndfile1 is not installed"))
  func flac() {
    write([(800, 1, 0.75)])
    let run = studio.render([Studio.through("gain-stereo"), "--set", "gain=2"], to: "out.flac")
    #expect(run.errors.hasSuffix("(right); lower the level, or write .wav, which has floats\n"), "\(run.errors)")
    let vorbis = studio.render([Studio.through("gain-stereo"), "--set", "gain=2"], to: "out.ogg")
    #expect(vorbis.status == 0 && vorbis.errors == "", "\(vorbis.errors)")
  }
}
