import ComponentModel
import ComponentScan
import Glibc
import Linux
import TestSupport
import Testing

/// What lies on a search path, found without opening a file.
@Suite struct SurveyTests {
  private let folder = TemporaryFolder()

  private func survey(_ roots: String...) -> BundleSurvey {
    BundleSurvey(SearchPath(entries: roots.map { $0.hasPrefix("/") ? $0 : folder($0) }, environment: [:]))
  }

  private func names(_ survey: BundleSurvey) -> [String] { survey.bundles.map { lastPart($0.path) } }

  @Test func bundlesComeInTheOrderOfThePathAndThenByName() {
    for name in ["two/b.lv2", "two/a.lv2", "one/c.lv2"] { folder.bundleWithGoodPlugin(name) }
    #expect(names(survey("one", "two")) == ["c.lv2", "a.lv2", "b.lv2"])
    #expect(names(survey("two", "one")) == ["a.lv2", "b.lv2", "c.lv2"])
  }

  @Test func aDirectoryWithoutAManifestIsNoBundle() {
    folder.bundleWithGoodPlugin("one/inner/deep.lv2")
    folder.bundleWithGoodPlugin("one/.hidden.lv2")
    folder.write("", to: "one/empty.lv2/plugin.ttl")
    folder.write("", to: "one/file.lv2")
    mkdir(folder("one/dangling.lv2"), 0o755)
    symlink("missing.ttl", folder("one/dangling.lv2/manifest.ttl"))
    #expect(names(survey("one")).isEmpty, "and lilv looks only at direct children")
  }

  @Test func aBundleThatTwoRootsReachComesOnceWithBoth() throws {
    folder.bundleWithGoodPlugin("one/a.lv2")
    mkdir(folder("two"), 0o755)
    symlink(folder("one/a.lv2"), folder("two/other-name.lv2"))
    let bundles = survey("one", "two").bundles
    #expect(bundles.map(\.path) == [folder("one/a.lv2")])
    #expect(bundles.first?.roots == [folder("one"), folder("two")])
    #expect(survey("two").bundles.map(\.path) == [folder("one/a.lv2")], "by its canonical path")
  }

  @Test func aRootThatIsReachedTwiceIsLookedAtOnce() {
    folder.bundleWithGoodPlugin("one/a.lv2")
    symlink("one", folder("link"))
    let survey = survey("one", "link", "one/../one")
    #expect(survey.roots.map(\.path) == [folder("one")])
    #expect(survey.bundles.map(\.roots) == [[folder("one")]])
  }

  @Test func linksThatLeadNowhereOrRoundInACircleAreNoBundles() {
    folder.bundleWithGoodPlugin("one/a.lv2")
    symlink("loop.lv2", folder("one/loop.lv2"))
    symlink("missing", folder("one/dangling.lv2"))
    symlink("..", folder("one/up.lv2"))
    symlink(".", folder("one/a.lv2/self"))
    symlink("..", folder("one/a.lv2/parent"))
    #expect(names(survey("one")) == ["a.lv2"])
  }

  @Test func aBundleWhoseNameIsNotUTF8IsNotLostWithoutAWord() {
    folder.bundleWithGoodPlugin("one/a.lv2")
    let name = Array(folder("one/b").utf8) + [0xE4] + Array(".lv2\u{0}".utf8)
    let bundle = name.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { path -> BundleSurvey.Bundle? in
        guard let path = path.baseAddress else { return nil }
        rename(folder("one/a.lv2"), path)
        defer { rename(path, folder("one/a.lv2")) }
        return survey("one").bundles.first
      }
    }
    #expect(bundle?.path == folder("one/b\u{FFFD}.lv2"))
    #expect(bundle?.problem == .unreadableName)
  }

  @Test func aMissingRootIsAnEmptyOne() {
    let survey = survey("missing", "missing/deeper")
    #expect(survey.roots.map(\.isReadable) == [true, true])
    #expect(survey.roots.allSatisfy { $0.problem == nil })
    #expect(survey.bundles.isEmpty)
  }

  @Test func aRootThatCannotBeListedSaysWhy() {
    symlink("loop", folder("loop"))
    let root = survey("loop").roots.first
    #expect(root?.isReadable == false)
    #expect(root?.problem == String(cString: strerror(ELOOP)))
    #expect(!WatchedFolders(survey("loop")).isComplete && WatchedFolders(survey("missing")).isComplete)
  }

  @Test(.enabled(if: !isRoot, "root may list everything")) func anUnreadableRootSaysWhy() {
    mkdir(folder("secret"), 0)
    #expect(survey("secret").roots.first?.problem == String(cString: strerror(EACCES)))
  }

  @Test func aBundleWithMoreTurtleThan512MiBIsNotRead() {
    folder.bundleWithGoodPlugin("one/a.lv2")
    truncate(folder.write("", to: "one/a.lv2/large.ttl"), off_t(ScanLimits.bundleTurtle) + 1)
    let bundle = survey("one").bundles.first
    #expect(bundle?.problem == .tooMuchTurtle(512, limit: 512))
  }

  /// What is done to a bundle, and which of its two fingerprints (Turtle, other files) has to change.
  @Test(arguments: [
    ("nothing", false, false), ("touch Turtle", true, false), ("write Turtle", true, false),
    ("touch binary", false, true), ("add Turtle", true, false), ("add deep Turtle", true, true),
    ("remove binary", false, true), ("rename Turtle", true, false), ("change mode", true, false),
  ]) func aFingerprintChangesWithItsFiles(change: String, turtle: Bool, other: Bool) throws {
    folder.bundleWithGoodPlugin("one/a.lv2")
    folder.write("", to: "one/a.lv2/more.ttl")
    let before = try #require(survey("one").bundles.first).fingerprint
    let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    switch change {
    case "touch Turtle": utimensat(AT_FDCWD, folder("one/a.lv2/manifest.ttl"), times, 0)
    case "write Turtle": folder.write("# more", to: "one/a.lv2/more.ttl")
    case "touch binary": utimensat(AT_FDCWD, folder("one/a.lv2/plugin.so"), times, 0)
    case "add Turtle": folder.write("", to: "one/a.lv2/new.ttl")
    case "add deep Turtle": folder.write("", to: "one/a.lv2/sub/folder/new.ttl")
    case "remove binary": unlink(folder("one/a.lv2/plugin.so"))
    case "rename Turtle": rename(folder("one/a.lv2/more.ttl"), folder("one/a.lv2/less.ttl"))
    case "change mode": chmod(folder("one/a.lv2/more.ttl"), 0o600)
    default: break
    }
    let after = try #require(survey("one").bundles.first).fingerprint
    #expect((before.turtle != after.turtle) == turtle)
    #expect((before.other != after.other) == other)
  }
}

/// The directories of a search path.
@Suite struct PathTests {
  @Test(
    arguments: [
      ("/a:/b", ["/a", "/b"], []), ("/b:/a", ["/b", "/a"], []), ("/a:/a", ["/a"], []), ("/a/:/a/.:/x/../a", ["/a"], []),
      (":/a::", ["/a"], ["", "", ""]), ("", [], []), (":", [], ["", ""]),
      ("~/.lv2:~", ["/home/u/.lv2", "/home/u"], []),
      ("~other/lv2", ["HERE/~other/lv2"], []), ("lv2", ["HERE/lv2"], []), (".", ["HERE"], []),
      ("/a\u{0}b:/c", ["/c"], ["/a\u{0}b"]), ("/missing/but/kept", ["/missing/but/kept"], []),
    ] as [(String, [String], [String])])
  func theSearchPathComesFromTheEnvironment(path: String, directories: [String], ignored: [String]) throws {
    let working = try #require(getcwd(nil, 0))
    defer { free(working) }
    let here = String(cString: working) + "/"
    let searchPath = SearchPath(environment: ["LV2_PATH": path, "HOME": "/home/u"])
    #expect(
      searchPath.directories
        == directories.map { $0.hasPrefix("HERE") ? LexicalPath.normalized(here + $0.dropFirst(4)) : $0 })
    #expect(searchPath.ignored == ignored)
  }

  @Test func withoutAHomeATildeNamesNothing() {
    let path = SearchPath(environment: ["LV2_PATH": "~/.lv2:/a"])
    #expect(path.directories == ["/a"])
    #expect(path.ignored == ["~/.lv2"])
    #expect(SearchPath(environment: ["LV2_PATH": "~/.lv2", "HOME": "relative"]).directories.isEmpty)
  }

  @Test func withoutLV2PathTheDefaultIsThatOfDebiansLilv() {
    let path = SearchPath(environment: ["HOME": "/home/u"])
    #expect(path.directories.count == 4)
    #expect(path.directories.first == "/home/u/.lv2")
    #expect(
      path.directories[1].hasPrefix("/usr/lib/") && path.directories[1].hasSuffix("-linux-gnu/lv2")
        || path.directories[1].hasSuffix("-linux-gnueabihf/lv2"))
    #expect(path.directories.suffix(2) == ["/usr/lib/lv2", "/usr/local/lib/lv2"])
    #expect(SearchPath(environment: [:]).directories.count == 3, "no home, no ~/.lv2, and nothing to complain of")
    #expect(SearchPath(environment: [:]).ignored.isEmpty)
  }
}
