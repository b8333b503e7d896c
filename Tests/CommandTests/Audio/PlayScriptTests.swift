import TestSupport
import Testing

/// `aucat play --script`: schedules of tracks, rendered to a file or played by the clock.
@Suite struct PlayScriptTests {
  let studio = Studio()

  private static let mail = """
    {
      "tracks": [{"name": "body", "priority": 1}, {"name": "notices", "priority": 2}],
      "requests": [
        {"do": "play", "track": "body", "sound": ["tone:220,seconds=0.5", "silence:0.5"], "name": "mail"},
        {"at": 0.25, "do": "play", "track": "notices", "sound": "tone:880,seconds=0.125", "name": "bell"}
      ]
    }
    """

  private func play(_ script: String, _ words: String...) -> Child {
    studio.folder.write(script, to: "script.json")
    return studio.shell(#"exec "$aucat" play --script script.json "$@""#, [:], words)
  }

  @Test("the mail program: the body stops for the bell, and goes on at the same frame")
  func mail() {
    let run = play(Self.mail, "-o", "out.wav")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(
      run.lines == [
        #"{"notice":"began","frame":0,"seconds":0,"track":"body","sound":"mail"}"#,
        #"{"notice":"paused","frame":12000,"seconds":0.25,"track":"body","by":"notices","position":12000}"#,
        #"{"notice":"began","frame":12000,"seconds":0.25,"track":"notices","sound":"bell"}"#,
        #"{"notice":"finished","frame":18000,"seconds":0.375,"track":"notices","sound":"bell","reason":null}"#,
        #"{"notice":"continued","frame":18000,"seconds":0.375,"track":"body","position":12000}"#,
        #"{"notice":"finished","frame":54000,"seconds":1.125,"track":"body","sound":"mail","reason":null}"#,
        #"{"notice":"end","frame":54000,"seconds":1.125}"#,
      ], "\(run.text)")
    #expect(studio.sound()?.channels.map(\.count) == [54_000, 54_000])
  }

  @Test("by the clock, the same happens in its time")
  func clock() {
    let run = play(Self.mail, "--device", "null")
    #expect(run.status == 0, "\(run)")
    let notices = run.lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    #expect(
      notices.filter { $0 != "xruns" } == ["began", "paused", "began", "finished", "continued", "finished", "end"],
      "\(run.text)")
  }

  @Test(
    "what is wrong in a script is said, with its place",
    arguments: [
      ("[]", "isn't a schedule"), ("{\"tracks\": []}", "needs \"tracks\""),
      ("{\"tracks\": [{\"name\": \"a\", \"prio\": 1}]}", "tracks[0]: \"prio\" is not one of"),
      ("{\"tracks\": [{\"name\": \"a\"}], \"requests\": [{\"do\": \"plai\"}]}", "requests[0]: \"do\" must be play"),
      ("{\"tracks\": [{\"name\": \"a\"}], \"requests\": [{\"do\": \"yield\", \"track\": \"b\"}]}", "no track `b`"),
      ("{\"tracks\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", "there are two tracks `a` at the same time"),
      (
        """
        {"tracks": [{"name": "a"}], "requests": [{"do": "remove", "track": "a"}, {"do": "claim", "track": "a"}]}
        """, "no track `a`"
      ),
      ("{\"tracks\": [{\"name\": \"a\"}], \"policy\": {\"do\": \"duck\", \"depth\": 3}}", "a depth is -60 to 0 dB"),
    ])
  func mistakes(script: String, message: String) {
    let run = play(script, "-o", "out.wav")
    #expect(run.status == 2 && run.errors.contains(message), "\(run)")
    #expect(studio.sound() == nil)
  }

  @Test("a policy of a pair applies to a track that is added later")
  func addedLater() {
    let run = play(
      """
      {
        "tracks": [{"name": "low"}], "policies": [{"upper": "high", "lower": "low", "do": "mix"}],
        "requests": [
          {"do": "play", "track": "low", "sound": "tone:440,seconds=0.5"},
          {"at": 0.1, "do": "add", "name": "high", "priority": 1},
          {"at": 0.1, "do": "play", "track": "high", "sound": "tone:880,seconds=0.1"}
        ]
      }
      """, "-o", "out.wav")
    #expect(run.status == 0 && !run.text.contains("paused"), "\(run)")
    #expect(studio.sound()?.channels[0].count == 24_000)
  }

  @Test("a plugin of a track that crashes is named, its input is heard, and the status is 4")
  func crashing() {
    let run = play(
      """
      {
        "tracks": [{"name": "a", "through": "Crash in run"}],
        "requests": [{"do": "play", "track": "a", "sound": "tone:440,seconds=0.5"}]
      }
      """, "-o", "out.wav")
    #expect(run.status == 4 && run.errors.contains("its input is heard in its place"), "\(run)")
    #expect(run.text.contains(#""notice":"finished""#), "\(run)")
  }

  @Test("an endless sound needs --for")
  func endless() {
    let script = #"{"tracks": [{"name": "a"}], "requests": [{"do": "play", "track": "a", "sound": "tone:440"}]}"#
    #expect(play(script, "-o", "out.wav", "--for", "0.5").status == 0)
    #expect(studio.sound()?.channels[0].count == 24_000)
  }
}
