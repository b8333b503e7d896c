import Foundation
import TestSupport
import Testing

/// Renders through plugins that people use; `.dev/setup plugins` installs them.
@Suite(.enabled(if: RealEffects.areInstalled, "swh-lv2, mda-lv2 or x42-plugins is not installed"))
struct RenderRealPluginTests {
  private let machine = Machine([])

  init() {
    for bundle in RealEffects.bundles { symlink("/usr/lib/lv2/\(bundle)", machine.folder("lv2/\(bundle)")) }
    let samples = (0..<16_000).map { Int16(($0 * 7) % 20_011 - 9_000) }
    machine.folder.write(WAVFile(.format(channels: 2), .data(samples)).bytes, to: "in.wav")
  }

  private func render(_ words: String..., to output: String = "out.wav") -> Child {
    machine.aucat(["render", machine.folder("in.wav"), machine.folder(output)] + words)
  }

  private func sound(_ name: String = "out.wav") throws -> Sound {
    try #require(Sound(float32: Child.contents(machine.folder(name))))
  }

  @Test("swh's amplifier amplifies by as much as its name for it says")
  func amplifies() throws {
    let run = render("--through", "http://plugin.org.uk/swh-plugins/amp", "--set", "gain=-6", "--tail", "0")
    #expect(run.status == 0, "\(run.errors)")
    let factor = powf(10, -6 / 20)
    for (channel, samples) in try sound().channels.enumerated() {
      #expect(samples.count == 8_000)
      for frame in samples.indices {
        let dry = Float(Int16(((frame * 2 + channel) * 7) % 20_011 - 9_000)) / 32_768
        #expect(abs(samples[frame] - dry * factor) < 1e-6, "\(frame)")
      }
    }
  }

  /// Names are compared with their capitals, which an example may get wrong.
  @Test(
    "the components in the examples of the help are there",
    .enabled(if: access("/usr/lib/lv2/calf.lv2", F_OK) == 0, "calf-plugins is not installed"),
    arguments: ["render", "bench", "validate"])
  func examples(verb: String) throws {
    symlink("/usr/lib/lv2/calf.lv2", machine.folder("lv2/calf.lv2"))
    let lines = machine.aucat("help", verb).lines.filter { $0.hasPrefix("  aucat \(verb) ") }
    let chosen = lines.flatMap { $0.matches(of: /(?:--through|validate|--quick) (?:"([^"]+)"|([^-\s]\S*))/) }
      .compactMap { ($0.1 ?? $0.2).map(String.init) }
    try #require(!chosen.isEmpty)
    for words in Set(chosen) {
      let found = machine.aucat("search", "--count", words)
      #expect(found.status == 0, "\(words): \(found.errors)")
    }
  }

  @Test("a chain of three makers is found by predicates, and one thread or two give the same bits")
  func chain() throws {
    let through = [
      "--through", "uri endswith sc4", "--through", "uri endswith 'darc#stereo'", "--through",
      "uri endswith 'mda/Delay'",
    ]
    for (jobs, file) in [("1", "one.wav"), ("2", "two.wav")] {
      let words = ["render", machine.folder("in.wav"), machine.folder(file), "--jobs", jobs, "--tail", "1"]
      #expect(machine.aucat(words + through).status == 0)
    }
    #expect(try sound("one.wav") == sound("two.wav"))
    #expect(try sound("one.wav").channels[0].count == 8_000 + 48_000)
  }

  @Test("an instrument can't follow a sound, and the error names both sides")
  func instrument() {
    render("--through", "MDA Piano").expectRefusal(
      2, saying: "it has 0 audio inputs and 2 audio outputs, and the sound before it has 2 audio channels")
  }
}

/// Bundles of three makers.
private enum RealEffects {
  static let bundles = ["amp-swh.lv2", "sc4-swh.lv2", "mda.lv2", "darc.lv2"]
  static let areInstalled = bundles.allSatisfy {
    FileManager.default.fileExists(atPath: "/usr/lib/lv2/\($0)/manifest.ttl")
  }
}
