import Foundation
import TestSupport
import Testing

/// `.dev/place` and `.dev/uninstall`, by which an installation comes and goes.
@Suite struct PlacementTests {
  private let folder = TemporaryFolder()

  /// A program, a file and a link in folders of their own.
  private func tree(_ program: String = "program") {
    folder.remove("tree")
    folder.write(program, to: "tree/bin/aucat")
    folder.write("text", to: "tree/share/aucat/localizations/de.res")
    symlink("de.res", folder("tree/share/aucat/localizations/at.res"))
  }

  private func place(destination: String = "") -> Child { run("place", folder("tree"), folder("prefix"), destination) }

  private func uninstall() -> Child { run("uninstall", folder("prefix")) }

  private func run(_ script: String, _ first: String, _ second: String? = nil, _ destination: String = "") -> Child {
    let words = [Repository.path(".dev/\(script)"), first] + (second.map { [$0] } ?? [])
    return Child.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", Repository.top] + words,
      environment: ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path, "DESTDIR": destination])
  }

  /// All paths below the prefix, with the contents of files.
  private func prefix(_ name: String = "prefix") -> [String] {
    let script =
      "cd \"$0\" 2>/dev/null || exit 0; find . -type d; find . ! -type d -exec sh -c 'echo $1 $(cat $1)' - {} \\;"
    return Child.run("/bin/sh", ["-c", script, folder(name)], environment: ["PATH": "/usr/bin:/bin"]).lines.sorted()
  }

  @Test("what was installed goes, with the folders that it made, and nothing else") func asBefore() {
    tree()
    folder.write("another's", to: "prefix/bin/other")
    let before = prefix()
    let placed = place()
    #expect(placed.status == 0 && placed.errors == "", "\(placed)")
    #expect(prefix().contains("./bin/aucat program") && prefix().contains("./share/aucat/localizations/at.res text"))
    let removed = uninstall()
    #expect(removed.status == 0 && removed.errors == "", "\(removed)")
    #expect(prefix() == before)
  }

  @Test("a prefix that was not there goes, too") func newPrefix() {
    tree()
    #expect(place().status == 0)
    #expect(uninstall().status == 0)
    #expect(prefix() == [])
  }

  @Test("a second installation replaces the first, without what it no longer has") func second() {
    tree()
    folder.write("", to: "prefix/readme")
    let before = prefix()
    #expect(place().status == 0)
    tree("newer")
    folder.remove("tree/share/aucat/localizations/at.res")
    folder.write("page", to: "tree/share/man/man1/aucat.1")
    let placed = place()
    #expect(placed.status == 0 && placed.errors == "", "\(placed)")
    let files = prefix().filter {
      $0.contains(" ") && !$0.hasPrefix("./share/aucat/installed") && $0.contains("/share")
    }
    #expect(files == ["./share/aucat/localizations/de.res text", "./share/man/man1/aucat.1 page"])
    #expect(prefix().contains("./bin/aucat newer"))
    #expect(uninstall().status == 0)
    #expect(prefix() == before)
  }

  @Test("a person's data and what has changed stay, and that is said") func changed() {
    tree()
    #expect(place().status == 0)
    folder.write("tags", to: "prefix/share/aucat/user.sqlite")
    folder.write("another program", to: "prefix/bin/aucat")
    let removed = uninstall()
    #expect(removed.status == 1 && removed.errors.contains("bin/aucat stays"), "\(removed)")
    #expect(prefix().filter { $0.contains(" ") } == ["./bin/aucat another program", "./share/aucat/user.sqlite tags"])
  }

  @Test("an installation that was interrupted over another can be removed") func interrupted() throws {
    tree()
    folder.write("", to: "prefix/readme")
    let before = prefix()
    #expect(place().status == 0)
    let first = Child.contents(folder("prefix/share/aucat/installed"))
    tree("newer")
    #expect(place().status == 0)
    let second = Child.contents(folder("prefix/share/aucat/installed"))
    folder.write(first + second, to: "prefix/share/aucat/installed")
    for program in ["program", "newer"] {
      folder.write(program, to: "prefix/bin/aucat")
      let removed = uninstall()
      #expect(removed.status == 0, "\(removed)")
      #expect(prefix() == before)
      #expect(place().status == 0)
      folder.write(first + second, to: "prefix/share/aucat/installed")
    }
  }

  @Test("what .dev/install has not put there is refused") func refused() {
    folder.write("program", to: "prefix/bin/aucat")
    let removed = uninstall()
    #expect(removed.status == 2 && removed.errors.contains(".dev/install has put nothing below"), "\(removed)")
    let lists = ["file 0 ./../outside\n", "file 0 /etc/passwd\n", "folder - ./a/..\n", "nonsense\n", "file 0 x\n"]
    for list in lists {
      folder.write(list, to: "prefix/share/aucat/installed")
      let removed = uninstall()
      #expect(removed.status == 2 && removed.errors.contains("is damaged"), "\(list): \(removed)")
    }
    #expect(prefix().contains("./bin/aucat program"))
  }

  @Test("a package's files are put below DESTDIR, without a list") func destination() {
    tree()
    #expect(place(destination: folder("package")).status == 0)
    let files = prefix("package" + folder("prefix")).filter { $0.contains(" ") }
    #expect(
      files == [
        "./bin/aucat program", "./share/aucat/localizations/at.res text", "./share/aucat/localizations/de.res text",
      ])
    #expect(prefix() == [])
  }
}
