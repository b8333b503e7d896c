import Foundation
import TestSupport
import Testing

/// The pages for musicians and plugin authors are true: all that is on them is run.
@Suite struct GuidePageTests {
  private static let folder = "Sources/Libraries/AudioComponents/AudioComponents.docc"

  private func check(
    _ name: String, in machine: Machine, atLeast count: Int, setting: [String: String] = [:]
  ) throws {
    let page = try GuidePage("\(Self.folder)/\(name).md")
    #expect(page.otherLanguages == [] && page.commands.count >= count)
    machine.shell("mkdir \"$folder/bin\" && ln -s \"$aucat\" \"$folder/bin/aucat\"").expectDone()
    var environment = machine.environment.merging(setting) { $1 }
    environment["PATH"] = machine.folder("bin") + ":/usr/bin:/bin"
    let printed = page.run(in: machine.folder, environment)
    #expect(printed.count == page.commands.count)
    for (command, text) in zip(page.commands, printed) {
      #expect(command.shows(text), "line \(command.line): \(command.text)\n\(text)")
    }
  }

  /// A machine with two reverbs and a recording.
  private static func studio() -> Machine {
    let machine = Machine([])
    for (plugin, name) in [("gain-stereo", "Cathedral"), ("in-place-broken", "Plate Room")] {
      TestPlugins.installReverb(plugin, named: name, maker: "Nordic Sound", in: machine.folder)
    }
    TestPlugins.installOrgan(in: machine.folder)
    // Three notes of a beat each.
    let song: [UInt8] = [0, 0x90, 60, 100, 96, 60, 0, 0, 64, 100, 96, 64, 0, 0, 67, 100, 96, 67, 0, 0, 0xFF, 0x2F, 0]
    machine.folder.write(
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 23] + song, to: "song.mid")
    let sound = Sound.steps(48_000, channels: 2)
    let samples = (0..<48_000).flatMap { frame in sound.channels.map { Int16($0[frame] * 32_768) } }
    machine.folder.write(WAVFile(.format(channels: 2, rate: 48_000), .data(samples)).bytes, to: "take.wav")
    return machine
  }

  @Test("for musicians", .enabled(if: Sanitizer.allowsForeignHosts, "a render's speed is another"))
  func musician() throws {
    try check("Musician", in: Self.studio(), atLeast: 18)
  }

  @Test(
    "for playing live", .enabled(if: Sanitizer.allowsForeignHosts, "a render's speed is another"),
    .enabled(if: JackServer.isInstalled, "jackd is not installed"))
  func live() throws {
    let server = JackServer()
    try server.start()
    let machine = Self.studio()
    let waiting = machine.shell(
      #"n=0; until "$aucat" live --list 2>/dev/null | grep -q system; do n=$((n + 1)); [ $n -lt 40 ] || exit 8; done"#,
      setting: server.environment.mapValues { $0 })
    try #require(waiting.status == 0)
    // Other tests play, too.
    machine.shell("mkdir -m 700 \"$folder/run\"").expectDone()
    let own = ["XDG_RUNTIME_DIR": machine.folder("run")]
    try check("Live", in: machine, atLeast: 6, setting: server.environment.merging(own) { $1 })
  }

  @Test("for plugin authors") func pluginAuthor() throws {
    try check("PluginAuthor", in: Machine([]), atLeast: 10)
  }
}
