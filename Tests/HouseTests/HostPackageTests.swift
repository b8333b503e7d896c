import Foundation
import TestSupport
import Testing

/// Hosts in a package of their own that depends on this one by path.
@Suite(.serialized) struct HostPackageTests {
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let products: [Target.Dependency] = [
      .product(name: "AudioComponents", package: "aucat"), .product(name: "RenderChain", package: "aucat"),
      .product(name: "AudioFiles", package: "aucat"), .product(name: "AudioSources", package: "aucat"),
      .product(name: "AudioTracks", package: "aucat"),
    ]
    let package = Package(
      name: "host", dependencies: [.package(name: "aucat", path: "\(Repository.top)")],
      targets: [
        .executableTarget(name: "readme", dependencies: products),
        .executableTarget(name: "guide", dependencies: products),
        .executableTarget(name: "live", dependencies: [.product(name: "RenderChain", package: "aucat")]),
        .executableTarget(
          name: "snippets", dependencies: products + [.product(name: "ComponentPredicates", package: "aucat")]),
        .executableTarget(
          name: "studio", dependencies: products + [.product(name: "ComponentPredicates", package: "aucat")]),
      ])
    """

  /// A host that imports Foundation beside everything of this package, and does all that the README shows.
  private static let studio = """
    import AudioComponents
    import AudioFiles
    import ComponentPredicates
    import Foundation
    import RenderChain

    var configuration = try Configuration.current()
    configuration.locale = LocaleIdentifier("de_DE")
    configuration.notice = { FileHandle.standardError.write(Data("\\($0)\\n".utf8)) }
    let manager = ComponentManager(configuration)

    let byText = try manager.components(matching: "tag == Reverb and audioInputs == %@", arguments: [2])
    let byMacro = try manager.components(
      matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Reverb") && !$0.isHidden })
    let longest = try manager.prepare(#Predicate { $0.allTagNames.contains("Hall") && $0.name.count > 8 })
    print("found", byText.map(\\.name), byText == byMacro)
    print("planned", try longest.count(), try longest.plan().steps.last?.conditions ?? [])
    print("language", manager.standardLocalizedTagNames.contains("Hall"))

    let age = -Date(timeIntervalSince1970: Double(byText[0].addedAt.secondsSince1970)).timeIntervalSinceNow
    print("seen", (0..<3_600).contains(age))

    do {
      _ = try manager.components(matching: "nme == x")
    } catch {
      if case .invalidPredicate(let reason) = error { print("invalid", reason.column ?? 0, reason.suggestion ?? "") }
    }
    var other = configuration
    other.catalogPath = CommandLine.arguments[1]
    do {
      try ComponentManager(other).scan()
    } catch {
      print("refused", error.store == .catalog, error.path ?? "")
    }
    do {
      _ = try manager.components(matching: #Predicate<Component> { $0.license!.count > 0 })
    } catch {
      if case .testFailed(let cause) = error { print("failed", cause is PredicateError) }
    }

    try manager.setUserTagNames(["Warm"], of: byText[0].uri)
    print("tagged", try manager.component(uri: byText[0].uri)?.userTagNames ?? [])
    var chain = RenderChain()
    chain.append(byText[0])
    let report = try chain.renderFile("in.wav", to: "studio.wav")
    print("rendered", report.framesWritten)
    """

  /// A function that names each public type of the package, which is ambiguous where Foundation has one of that name.
  private static func everyName() throws -> String {
    let type = /(?m)^(?:@\w+ )?public (?:final |indirect )*(struct|enum|class|actor|protocol) (\w+)(<)?/
    var lines: [String] = []
    for module in Module.published {
      for file in module.files {
        for match in try String(contentsOfFile: file, encoding: .utf8).matches(of: type) where match.3 == nil {
          lines.append(match.1 == "protocol" ? "_ = (any \(match.2)).self" : "_ = \(match.2).self")
        }
      }
    }
    #expect(!lines.isEmpty)
    let imports = [
      "AudioComponents", "AudioFiles", "AudioSources", "AudioTracks", "ComponentPredicates", "Foundation",
      "RenderChain",
    ]
    return imports.map { "import \($0)\n" }.joined() + "func everyName() {\n" + lines.joined(separator: "\n") + "\n}\n"
  }

  /// The programs of the documentation by the names of their targets.
  private static let programs = [
    "readme": "README.md", "guide": "Sources/Libraries/AudioComponents/AudioComponents.docc/SwiftHost.md",
    "live": "Sources/Sound/ChainHosting/ChainHosting.docc/LiveRendering.md",
  ]

  @Test(
    "hosts build, and do what the documentation shows on a fresh account", .endsIfItHangs,
    .enabled(if: Sanitizer.allowsForeignHosts, "the hosts lack the sanitizer"))
  func hosts() throws {
    let folder = TemporaryFolder()
    try build(in: folder)
    try readme(folder)
    try studio(folder)
    try guide(folder)
    try live(folder)
    try snippets(folder)
  }

  private func build(in folder: TemporaryFolder) throws {
    let blocks = try CodeBlock.all("swift")
    let programs = Set(blocks.filter(\.isProgram).map(\.file))
    #expect(programs == Set(Self.programs.values), "a program of the documentation is not run")
    folder.write(Self.manifest, to: "host/Package.swift")
    for (target, file) in Self.programs {
      let program = try #require(try CodeBlock.program("swift", in: file), "\(file) has several programs")
      folder.write(program.code, to: "host/Sources/\(target)/main.swift")
    }
    folder.write(Self.studio, to: "host/Sources/studio/main.swift")
    folder.write(try Self.everyName(), to: "host/Sources/studio/EveryName.swift")
    for (name, text) in SnippetRunner(blocks.filter { !$0.isProgram }).files {
      folder.write(text, to: "host/Sources/snippets/\(name)")
    }
    let build = ["build", "--package-path", folder("host")]
    let built = Child.run("/usr/bin/env", ["swift"] + build, environment: ProcessInfo.processInfo.environment)
    try #require(built.status == 0, "\(built.text.suffix(4_000)) \(built.errors.suffix(4_000))")
    // The trait that brings other packages is off.
    #expect(!folder.names(in: "host").contains("Package.resolved"))
    #expect(folder.names(in: "host/.build/checkouts").isEmpty)
  }

  /// Runs a host in an account's folder.
  private func run(_ program: String, _ arguments: [String] = [], of package: TemporaryFolder, in account: Account)
    -> Child
  {
    let words = [package("host/.build/debug/\(program)")] + arguments
    return Child.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", account.folder.path] + words, environment: account.environment)
  }

  private func readme(_ package: TemporaryFolder) throws {
    let account = try Account(["gain-stereo": "Test Hall"])
    let readme = run("readme", of: package, in: account)
    #expect(readme.status == 0, "\(readme.errors)")
    #expect(readme.text.contains("Test Hall") && readme.text.contains("2 frames"), "\(readme.text) \(readme.errors)")
    #expect(account.folder.names(in: "").contains("out.wav"))
    #expect(account.folder.names(in: "home/.cache/aucat").contains("catalog.sqlite"))
  }

  private func studio(_ package: TemporaryFolder) throws {
    let account = try Account(["gain-stereo": "Test Hall"])
    let wrong = account.folder("in.wav/catalog.sqlite")
    let studio = run("studio", [wrong], of: package, in: account)
    #expect(
      studio.text == """
        found ["Test Hall"] true
        planned 1 ["$0.name.count > 8"]
        language true
        seen true
        invalid 1 name
        refused true \(wrong)
        failed true
        tagged ["Warm"]
        rendered 2

        """, "\(studio.text) \(studio.errors)")
  }

  private func guide(_ package: TemporaryFolder) throws {
    let program = try #require(try CodeBlock.program("swift", in: Self.programs["guide"] ?? ""))
    #expect(program.code.split(separator: "\n").count < 60)
    let account = try Account(["gain-stereo": "Hall", "in-place-broken": "Room"])
    let guide = run("guide", ["in.wav", "out.wav"], of: package, in: account)
    #expect(
      guide.text == """
        found Hall
        found Room
        tagged urn:aucat:test:gain-stereo
        rendered out.wav with 2 frames

        """, "\(guide.text) \(guide.errors)")
    #expect(Child.contents(account.folder("out.wav")).count > 44)
    // Nothing renders where the program that hosts plugins is not installed.
    account.folder.remove("prefix/libexec/aucat/aucat-render")
    let other = run("guide", ["in.wav", "other.wav"], of: package, in: account)
    #expect(other.status != 0 && other.errors.contains("aucat-render"), "\(other.status) \(other.errors)")
    #expect(!account.folder.names(in: "").contains("other.wav"))
  }

  private func live(_ package: TemporaryFolder) throws {
    let account = try Account(["gain-stereo": "Hall"])
    let live = run(
      "live", ["urn:aucat:test:gain-stereo", account.folder("lv2/gain-stereo.lv2")], of: package, in: account)
    #expect(live.text.hasPrefix("rendered 2560 peak 0.5 latency 0\n"), "\(live.text) \(live.errors)")
    #expect(live.text.contains("\"bypass\""), "\(live.text)")
  }

  private func snippets(_ package: TemporaryFolder) throws {
    let account = try Account(["gain-stereo": "Hall", "in-place-broken": "Room"])
    TestPlugins.installOrgan(in: account.folder)
    let snippets = run("snippets", of: package, in: account)
    #expect(snippets.status == 0 && !snippets.text.contains("failed "), "\(snippets.text) \(snippets.errors)")
    let places = try CodeBlock.all("swift").filter { !$0.isProgram }.map(\.place)
    #expect(places.count > 10)
    #expect(snippets.lines.filter { $0.hasPrefix("ran ") } == places.map { "ran \($0)" }, "\(snippets.text)")
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
      try #require(copy.status == 0, "\(copy)")
      symlink(Child.products + "/aucat-render", programs + "/aucat-render")
      try FileManager.default.createDirectory(atPath: folder("home"), withIntermediateDirectories: true)
    }

    var environment: [String: String] {
      [
        "HOME": folder("home"), "LV2_PATH": folder("lv2"), "PATH": folder("prefix/bin") + ":/usr/bin:/bin",
        "AUCAT_SYSTEM_CATALOG": "",
      ]
    }
  }
}
