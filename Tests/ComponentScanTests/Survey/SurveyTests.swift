import ComponentModel
import ComponentScan
import Glibc
import Linux
import TestSupport
import Testing

/// What lies on a search path, found without opening a file.
struct SurveyTests {
  private let folder = TemporaryFolder()

  private func survey(_ roots: String...) -> BundleSurvey {
    BundleSurvey(SearchPath(entries: roots.map { folder($0) }, environment: [:]))
  }

  private func names(_ survey: BundleSurvey) -> [String] { survey.bundles.map { lastPart($0.path) } }

  @Test func bundlesComeInTheOrderOfThePathAndThenByNameEachOnceWithAllItsRoots() {
    for name in ["two/b.lv2", "two/a.lv2", "one/c.lv2"] { folder.bundleWithGoodPlugin(name) }
    verify(names(survey("one", "two")), equals: ["c.lv2", "a.lv2", "b.lv2"])
    verify(names(survey("two", "one")), equals: ["a.lv2", "b.lv2", "c.lv2"])
    mkdir(folder("three"), 0o755)
    symlink(folder("one/c.lv2"), folder("three/other-name.lv2"))
    let bundles = survey("one", "three").bundles
    verify(bundles.map(\.path), equals: [folder("one/c.lv2")])
    verify(bundles.first?.roots, equals: [folder("one"), folder("three")])
    verify(survey("three").bundles.map(\.path), equals: [folder("one/c.lv2")], "by its canonical path")
    symlink("one", folder("link"))
    let again = survey("one", "link", "one/../one")
    verify(again.roots.map(\.path), equals: [folder("one")])
    verify(again.bundles.map(\.roots), equals: [[folder("one")]])
  }

  @Test func directoriesWithoutAManifestAndLinksThatLeadNowhereAreNoBundles() {
    folder.bundleWithGoodPlugin("one/a.lv2")
    folder.bundleWithGoodPlugin("one/inner/deep.lv2")
    folder.bundleWithGoodPlugin("one/.hidden.lv2")
    folder.write("", to: "one/empty.lv2/plugin.ttl")
    folder.write("", to: "one/file.lv2")
    mkdir(folder("one/dangling-manifest.lv2"), 0o755)
    for (target, link) in [
      ("missing.ttl", "dangling-manifest.lv2/manifest.ttl"), ("loop.lv2", "loop.lv2"), ("missing", "dangling.lv2"),
      ("..", "up.lv2"), (".", "a.lv2/self"), ("..", "a.lv2/parent"),
    ] { symlink(target, folder("one/\(link)")) }
    verify(names(survey("one")), equals: ["a.lv2"], "and lilv looks only at direct children")
  }

  @Test func aBundleWhoseNameIsNotUTF8AndOneWithMoreTurtleThan512MiBHaveAProblem() {
    folder.bundleWithGoodPlugin("one/a.lv2")
    truncate(folder.write("", to: "one/a.lv2/large.ttl"), off_t(ScanLimits.bundleTurtle) + 1)
    verify(survey("one").bundles.first?.problem, equals: .tooMuchTurtle(512, limit: 512))
    let name = (Array(folder("one/b").utf8) + [0xE4] + Array(".lv2\u{0}".utf8)).map(CChar.init(bitPattern:))
    rename(folder("one/a.lv2"), name)
    let bundle = survey("one").bundles.first
    verify(bundle?.path == folder("one/b\u{FFFD}.lv2") && bundle?.problem == .unreadableName)
  }

  @Test func aMissingRootIsAnEmptyOneAndOneThatCannotBeListedSaysWhy() {
    let missing = survey("missing", "missing/deeper")
    verify(missing.roots.count == 2 && missing.roots.allSatisfy { $0.isReadable && $0.problem == nil })
    verify(missing.bundles.isEmpty)
    symlink("loop", folder("loop"))
    mkdir(folder("secret"), 0)
    // Root may list everything.
    for (name, code) in [("loop", ELOOP)] + (isRoot ? [] : [("secret", EACCES)]) {
      let root = survey(name).roots.first
      verify(root?.isReadable == false && root?.problem == String(cString: strerror(code)), "\(name)")
    }
    verify(!WatchedFolders(survey("loop")).isComplete && WatchedFolders(survey("missing")).isComplete)
  }

  /// What is done to a bundle, and which of its two fingerprints (Turtle, other files) has to change.
  @Test func aFingerprintChangesWithItsFiles() throws {
    let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    let changes: [(String, turtle: Bool, other: Bool, (String) -> Void)] = [
      ("nothing", false, false, { _ in }),
      ("touch Turtle", true, false, { utimensat(AT_FDCWD, folder($0 + "/manifest.ttl"), times, 0) }),
      ("write Turtle", true, false, { folder.write("# more", to: $0 + "/more.ttl") }),
      ("touch binary", false, true, { utimensat(AT_FDCWD, folder($0 + "/plugin.so"), times, 0) }),
      ("add Turtle", true, false, { folder.write("", to: $0 + "/new.ttl") }),
      ("add deep Turtle", true, true, { folder.write("", to: $0 + "/sub/folder/new.ttl") }),
      ("remove binary", false, true, { folder.remove($0 + "/plugin.so") }),
      ("rename Turtle", true, false, { rename(folder($0 + "/more.ttl"), folder($0 + "/less.ttl")) }),
      ("change mode", true, false, { chmod(folder($0 + "/more.ttl"), 0o600) }),
    ]
    for (number, change) in changes.enumerated() {
      let bundle = "\(number)/a.lv2"
      folder.bundleWithGoodPlugin(bundle)
      folder.write("", to: bundle + "/more.ttl")
      let before = try demand(survey("\(number)").bundles.first).fingerprint
      change.3(bundle)
      let after = try demand(survey("\(number)").bundles.first).fingerprint
      verify(before.turtle != after.turtle, equals: change.turtle, "\(change.0)")
      verify(before.other != after.other, equals: change.other, "\(change.0)")
    }
  }

  @Test func theSearchPathComesFromTheEnvironment() throws {
    let working = try demand(getcwd(nil, 0))
    defer { free(working) }
    let here = LexicalPath.normalized(String(cString: working))
    let paths: [(String, [String], [String])] = [
      ("/a:/b", ["/a", "/b"], []), ("/b:/a", ["/b", "/a"], []), ("/a:/a", ["/a"], []), ("/a/:/a/.:/x/../a", ["/a"], []),
      (":/a::", ["/a"], ["", "", ""]), ("", [], []), (":", [], ["", ""]),
      ("~/.lv2:~", ["/home/u/.lv2", "/home/u"], []),
      // As lilv expands them.
      ("$HOME/.lv2:$A_1/lv2:/x$A_1", ["/home/u/.lv2", "/v/lv2", "/x/v"], []),
      ("/a~/b:/a~b", ["/a/home/u/b", "/a~b"], []),
      ("/$low:/$NONE/a:/$", ["/$low", "/$NONE/a", "/$"], []),
      ("~other/lv2", [here + "/~other/lv2"], []), ("lv2", [here + "/lv2"], []), (".", [here], []),
      ("/a\u{0}b:/c", ["/c"], ["/a\u{0}b"]), ("/missing/but/kept", ["/missing/but/kept"], []),
    ]
    for (text, directories, ignored) in paths {
      let path = SearchPath(environment: ["LV2_PATH": text, "HOME": "/home/u", "A_1": "/v", "low": "/no"])
      verify(path.directories == directories && path.ignored == ignored, "\(text): \(path)")
    }
    // Without a home, a tilde names nothing.
    let homeless = SearchPath(environment: ["LV2_PATH": "~/.lv2:/a"])
    verify(homeless.directories == ["/a"] && homeless.ignored == ["~/.lv2"])
    verify(SearchPath(environment: ["LV2_PATH": "~/.lv2", "HOME": "relative"]).directories.isEmpty)
    // Without LV2_PATH, the default is that of Debian's lilv.
    let standard = SearchPath(environment: ["HOME": "/home/u"]).directories
    verify(standard.count == 4 && standard.first == "/home/u/.lv2")
    verify(standard[1].hasPrefix("/usr/lib/") && standard[1].contains("-linux-gnu") && standard[1].hasSuffix("/lv2"))
    verify(standard.suffix(2), equals: ["/usr/lib/lv2", "/usr/local/lib/lv2"])
    let none = SearchPath(environment: [:])
    verify(none.directories.count == 3 && none.ignored.isEmpty, "no home, no ~/.lv2, and nothing to complain of")
  }
}
