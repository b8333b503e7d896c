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
      .product(name: "AudioFiles", package: "aucat"),
    ]
    let package = Package(
      name: "host", dependencies: [.package(name: "aucat", path: "\(Repository.top)")],
      targets: [
        .executableTarget(name: "readme", dependencies: products),
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

  /// The modules whose public types a host sees.
  private static let published = [
    "AudioComponents", "ComponentModel", "ComponentQuery", "ICU", "ComponentPredicates", "RenderChain", "AudioFiles",
  ]

  /// A function that names each public type of the package, which is ambiguous where Foundation has one of that name.
  private static func everyName() throws -> String {
    let type = /(?m)^(?:@\w+ )?public (?:final |indirect )*(struct|enum|class|actor|protocol) (\w+)(<)?/
    var lines: [String] = []
    for module in published {
      for file in Repository.files(in: "Sources/\(module)", withSuffix: ".swift") {
        for match in try String(contentsOfFile: file, encoding: .utf8).matches(of: type) where match.3 == nil {
          lines.append(match.1 == "protocol" ? "_ = (any \(match.2)).self" : "_ = \(match.2).self")
        }
      }
    }
    #expect(lines.count > 40)
    let imports = ["AudioComponents", "AudioFiles", "ComponentPredicates", "Foundation", "RenderChain"]
    return imports.map { "import \($0)\n" }.joined() + "func everyName() {\n" + lines.joined(separator: "\n") + "\n}\n"
  }

  /// The lines of the README's Swift host.
  private static func readme() throws -> String {
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    let parts = readme.components(separatedBy: "```swift\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  private static let bundle = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    <urn:aucat:test:gain-stereo> a lv2:Plugin, lv2:ReverbPlugin ; lv2:binary <hall.so> ; doap:name "Test Hall" ;
      lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "l" ; lv2:name "L" ] ,
        [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "r" ; lv2:name "R" ] ,
        [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol "ol" ; lv2:name "OL" ] ,
        [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 3 ; lv2:symbol "or" ; lv2:name "OR" ] ,
        [ a lv2:InputPort, lv2:ControlPort ; lv2:index 4 ; lv2:symbol "gain" ; lv2:name "Gain" ; lv2:default 1.0 ] .
    """

  @Test(
    "hosts build, and do what the README shows on a fresh account", .timeLimit(.minutes(20)),
    .enabled(if: Sanitizer.allowsForeignHosts, "the hosts lack the sanitizer"))
  func hosts() throws {
    let folder = TemporaryFolder()
    folder.write(Self.manifest, to: "host/Package.swift")
    folder.write(try Self.readme(), to: "host/Sources/readme/main.swift")
    folder.write(Self.studio, to: "host/Sources/studio/main.swift")
    folder.write(try Self.everyName(), to: "host/Sources/studio/EveryName.swift")
    let build = ["build", "--package-path", folder("host")]
    let built = Child.run("/usr/bin/env", ["swift"] + build, environment: ProcessInfo.processInfo.environment)
    try #require(built.status == 0, "\(built.text.suffix(4_000)) \(built.errors.suffix(4_000))")

    let environment = try account(in: folder)
    func run(_ program: String, _ arguments: String...) -> Child {
      let words = [folder("host/.build/debug/\(program)")] + arguments
      return Child.run("/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path] + words, environment: environment)
    }
    let readme = run("readme")
    #expect(readme.status == 0, "\(readme.errors)")
    #expect(readme.text.contains("Test Hall") && readme.text.contains("2 frames"), "\(readme.text) \(readme.errors)")
    #expect(folder.names(in: "").contains("out.wav"))
    #expect(folder.names(in: "home/.cache/aucat").contains("catalog.sqlite"))

    let studio = run("studio", folder("in.wav/catalog.sqlite"))
    #expect(
      studio.text == """
        found ["Test Hall"] true
        planned 1 ["$0.name.count > 8"]
        language true
        seen true
        invalid 1 name
        refused true \(folder("in.wav/catalog.sqlite"))
        failed true
        tagged ["Warm"]
        rendered 2

        """, "\(studio.text) \(studio.errors)")
  }

  /// An account that has never run the program: an empty home, no variable of the library's, and an installation in PATH.
  private func account(in folder: TemporaryFolder) throws -> [String: String] {
    folder.write(Self.bundle, to: "lv2/hall.lv2/manifest.ttl")
    symlink(Child.products + "/libTestPlugins.so", folder("lv2/hall.lv2/hall.so"))
    folder.write(WAVFile(.format(channels: 2), .data([0, 0, 1_000, -1_000])).bytes, to: "in.wav")
    folder.write("#!/bin/sh\n", to: "prefix/bin/aucat")
    chmod(folder("prefix/bin/aucat"), 0o755)
    try FileManager.default.createDirectory(
      atPath: folder("prefix/libexec/aucat"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Child.products + "/aucat-scan-worker", toPath: folder("prefix/libexec/aucat/aucat-scan-worker"))
    try FileManager.default.createDirectory(atPath: folder("home"), withIntermediateDirectories: true)
    return [
      "HOME": folder("home"), "LV2_PATH": folder("lv2"), "PATH": folder("prefix/bin") + ":/usr/bin:/bin",
    ]
  }
}
