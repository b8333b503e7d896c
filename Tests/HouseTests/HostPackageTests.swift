import Foundation
import TestSupport
import Testing

/// Hosts of ten lines, in a package of their own that depends on this one by path.
@Suite struct HostPackageTests {
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "host", dependencies: [.package(name: "aucat", path: "\(Repository.top)")],
      targets: [
        .executableTarget(
          name: "host",
          dependencies: [
            .product(name: "AudioComponents", package: "aucat"), .product(name: "RenderChain", package: "aucat"),
          ]),
        .executableTarget(
          name: "asker",
          dependencies: [
            .product(name: "AudioComponents", package: "aucat"),
            .product(name: "ComponentPredicates", package: "aucat"),
          ]),
      ])
    """

  private static let asker = """
    import AudioComponents
    import ComponentPredicates
    import Foundation

    let manager = try ComponentManager.shared()
    let found = try manager.components(
      matching: #Predicate<Component> { $0.audioInputs == 2 && $0.tags.contains("Reverb") })
    let longest = try manager.prepare(#Predicate { $0.allTagNames.contains("reverb") && $0.name.count > 8 })
    print(found.map(\\.name), try longest.count(), try longest.plan().steps.last?.conditions ?? [])
    """

  /// The lines of the README's Swift host.
  private func source() throws -> String {
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    let parts = readme.components(separatedBy: "```swift\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  @Test(
    "the README's host builds, finds reverbs and renders through one; another asks with #Predicate",
    .timeLimit(.minutes(20)))
  func findsReverbs() throws {
    let folder = TemporaryFolder()
    folder.write(Self.manifest, to: "host/Package.swift")
    folder.write(try source(), to: "host/Sources/host/main.swift")
    folder.write(Self.asker, to: "host/Sources/asker/main.swift")
    folder.write(
      """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:aucat:test:gain-stereo> a lv2:Plugin, lv2:ReverbPlugin ; lv2:binary <hall.so> ; doap:name "Test Hall" ;
        lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "l" ; lv2:name "L" ] ,
          [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "r" ; lv2:name "R" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol "ol" ; lv2:name "OL" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 3 ; lv2:symbol "or" ; lv2:name "OR" ] ,
          [ a lv2:InputPort, lv2:ControlPort ; lv2:index 4 ; lv2:symbol "gain" ; lv2:name "Gain" ; lv2:default 1.0 ] .
      """, to: "lv2/hall.lv2/manifest.ttl")
    symlink(Child.products + "/libTestPlugins.so", folder("lv2/hall.lv2/hall.so"))
    folder.write(WAVFile(.format(channels: 2), .data([0, 0, 1_000, -1_000])).bytes, to: "in.wav")
    var environment = ProcessInfo.processInfo.environment
    environment["AUCAT_CATALOG"] = folder("catalog.sqlite")
    environment["LV2_PATH"] = folder("lv2")
    environment["AUCAT_WORKER"] = Child.products + "/aucat-scan-worker"
    func run(_ program: String) -> Child {
      Child.run(
        "/bin/sh", ["-c", "cd \(folder.path) && swift run --quiet --package-path host \(program)"],
        environment: environment)
    }
    let built = run("host")
    #expect(built.status == 0, "\(built.errors)")
    #expect(built.text.contains("Test Hall"), "\(built.text) \(built.errors)")
    #expect(built.text.contains("2 frames"), "\(built.text) \(built.errors)")
    #expect(folder.names(in: "").contains("out.wav"))
    let asked = run("asker")
    #expect(asked.text == "[\"Test Hall\"] 1 [\"$0.name.count > 8\"]\n", "\(asked.text) \(asked.errors)")
  }
}
