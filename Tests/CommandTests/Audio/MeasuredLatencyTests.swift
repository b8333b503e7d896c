import TestSupport
import Testing

/// Latency that a component does not report: what a render says of it, and compensates.
@Suite(.endsIfItHangs) struct MeasuredLatencyTests {
  private let machine = Machine.withTestPlugins()
  private let studio = Studio()

  init() { writeImpulse() }

  /// A second of silence with an impulse at frame 1,000.
  private func writeImpulse(rate: Int = 48_000) {
    var samples = [Float](repeating: 0, count: rate)
    samples[1_000] = 0.5
    studio.write(Sound(channels: [samples]), to: "in.wav", rate: rate)
  }

  private func render(_ words: String...) -> Child {
    machine.aucat(
      ["render", studio.folder("in.wav"), studio.folder("out.wav"), "--force", Studio.through("lookahead")] + words)
  }

  /// Where the impulse has come out.
  private var place: Int? { studio.sound()?.channels[0].firstIndex { $0 == 0.5 } }

  private static let conditions = "(measured at 48000 Hz, in blocks of 256 frames and with default settings)"

  @Test func whatWasMeasuredIsSaidAndCompensatedOnRequest() {
    let before = render("--compensate-measured")
    #expect(before.status == 0 && before.errors == "" && place == 1_239, "nothing has been measured: \(before.errors)")
    _ = machine.aucat("bench", TestPlugins.uri("lookahead"))
    let said = render()
    #expect(
      said.errors
        == "aucat: Lookahead delays by 239 frames (measured), which is not compensated; --compensate-measured compensates it\n"
    )
    #expect(place == 1_239 && !said.text.contains("latency"))
    let compensated = render("--compensate-measured")
    #expect(compensated.errors == "" && compensated.text.contains("latency 239 frames, compensated"))
    #expect(place == 1_000 && studio.sound()?.channels[0].count == 48_000)
    #expect(render("--compensate-measured", Studio.through("gain-mono")).status == 0 && place == 1_000)
    #expect(render("--no-latency-compensation").errors == "" && place == 1_239)
    #expect(render("--bypass").errors == "" && place == 1_000)
    #expect(machine.aucat("info", "Lookahead").text.contains("latency         239 frames, but it reports none\n"))
  }

  @Test("it is not used at another rate, in other blocks or with other settings, and that is said")
  func otherConditions() {
    _ = machine.aucat("bench", TestPlugins.uri("lookahead"))
    let note = "aucat: Lookahead delays by 239 frames \(Self.conditions), which is not compensated here\n"
    for words in [["--set", "limit=0.75"], ["--block", "512"]] {
      let run = machine.aucat(
        ["render", studio.folder("in.wav"), studio.folder("out.wav"), "--force", Studio.through("lookahead")] + words
          + ["--compensate-measured"])
      #expect(run.status == 0 && run.errors == note && place == 1_239, "\(words): \(run.errors)")
    }
    writeImpulse(rate: 44_100)
    #expect(render("--compensate-measured").errors == note && place == 1_239)
    #expect(render().errors == note)
  }
}
