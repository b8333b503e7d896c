import Foundation
import TestSupport
import Testing

/// The programs and snippets of the README, the guides and the comments, which `Tests/GuidePrograms` builds: they do what
/// the documentation says, on a fresh account.
struct GuideProgramTests {
  @Test func readme() throws {
    let account = try Account(["gain-stereo": "Test Hall"])
    let readme = account.run("readme")
    verify(readme.status, equals: 0, "\(readme.errors)")
    verify(readme.text.contains("Test Hall") && readme.text.contains("2 frames"), "\(readme.text) \(readme.errors)")
    verify(account.folder.names(in: "").contains("out.wav"))
    verify(account.folder.names(in: "home/.cache/aucat").contains("catalog.sqlite"))
  }

  @Test(.part(.hosts)) func studio() throws {
    let account = try Account(["gain-stereo": "Test Hall"])
    let wrong = account.folder("in.wav/catalog.sqlite")
    let studio = account.run("studio", wrong)
    verify(
      studio.text,
      equals: """
        found ["Test Hall"] true
        planned 1 ["$0.name.count > 8"]
        language true
        seen true
        invalid 1 name
        refused true \(wrong)
        failed true
        tagged ["Warm"]
        rendered 2

        """, "\(studio.errors)")
  }

  @Test(.part(.hosts)) func guidesAndSnippets() throws {
    let account = try Account(["gain-stereo": "Hall", "in-place-broken": "Room"])
    let guide = account.run("guide", "in.wav", "out.wav")
    verify(
      guide.text,
      equals: """
        found Hall
        found Room
        tagged urn:aucat:test:gain-stereo
        rendered out.wav with 2 frames

        """, "\(guide.errors)")
    verify(Child.contents(account.folder("out.wav")).count > 44)
    let second = try Account(["gain-stereo": "Hall"])
    let live = second.run("live", "urn:aucat:test:gain-stereo", second.folder("lv2/gain-stereo.lv2"))
    verify(live.text.hasPrefix("rendered 2560 peak 0.5 latency 0\n"), "\(live.text) \(live.errors)")
    verify(live.text.contains("\"bypass\""), "\(live.text)")
    let third = try Account(["gain-stereo": "Hall", "in-place-broken": "Room"])
    TestPlugins.installOrgan(in: third.folder)
    let snippets = third.run("snippets")
    verify(snippets.status == 0 && !snippets.text.contains("failed "), "\(snippets.text) \(snippets.errors)")
    verify(snippets.lines.count { $0.hasPrefix("ran ") } > 10, "\(snippets.text)")
  }

  /// An account that has never run the program: an empty home, no variable of the library's, and an installation in PATH.
  private struct Account {
    let folder = TemporaryFolder()

    /// - Parameter plugins: reverbs, by the names of the test plugins that they are.
    init(_ plugins: [String: String]) throws {
      for (plugin, name) in plugins { TestPlugins.installReverb(plugin, named: name, in: folder) }
      folder.write(WAVFile(.format(channels: 2), .data([0, 0, 1_000, -1_000])).bytes, to: "in.wav")
      folder.write("#!/bin/sh\n", to: "prefix/bin/aucat")
      chmod(folder("prefix/bin/aucat"), 0o755)
      let programs = folder("prefix/libexec/aucat")
      try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
      // Another process copies it: a child that another test starts meanwhile would inherit the descriptor, and no program
      // starts while one can write to it.
      let copy = Child.run("/bin/cp", [Child.products + "/aucat-scan-worker", programs], environment: [:])
      try demand(copy.status == 0, "\(copy)")
      symlink(Child.products + "/aucat-render", programs + "/aucat-render")
      try FileManager.default.createDirectory(atPath: folder("home"), withIntermediateDirectories: true)
    }

    /// Runs a program in its folder.
    func run(_ program: String, _ arguments: String...) -> Child {
      Child.run(
        "/bin/sh",
        ["-c", "cd \"$0\" && exec \"$@\"", folder.path, Child.products + "/guide-programs"] + arguments,
        environment: [
          "HOME": folder("home"), "LV2_PATH": folder("lv2"), "PATH": folder("prefix/bin") + ":/usr/bin:/bin",
          "AUCAT_SYSTEM_CATALOG": "", "GUIDE_PROGRAM": program,
        ])
    }
  }
}
