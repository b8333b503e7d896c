import Foundation
import TestSupport
import Testing

/// A host of ten lines, in a package of its own that depends on this one by path.
@Suite struct HostPackageTests {
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "host", dependencies: [.package(name: "aucat", path: "\(Repository.top)")],
      targets: [.executableTarget(name: "host", dependencies: [.product(name: "AudioComponents", package: "aucat")])])
    """

  /// The lines of the README's Swift host.
  private func source() throws -> String {
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    let parts = readme.components(separatedBy: "```swift\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  @Test("the README's host builds and finds reverbs", .timeLimit(.minutes(15)))
  func findsReverbs() throws {
    let folder = TemporaryFolder()
    folder.write(Self.manifest, to: "host/Package.swift")
    folder.write(try source(), to: "host/Sources/host/main.swift")
    folder.write(
      """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:test:hall> a lv2:Plugin, lv2:ReverbPlugin ; lv2:binary <hall.so> ; doap:name "Test Hall" ;
        lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "l" ; lv2:name "L" ] ,
          [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "r" ; lv2:name "R" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol "ol" ; lv2:name "OL" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 3 ; lv2:symbol "or" ; lv2:name "OR" ] .
      """, to: "lv2/hall.lv2/manifest.ttl")
    folder.write("", to: "lv2/hall.lv2/hall.so")
    var environment = ProcessInfo.processInfo.environment
    environment["AUCAT_CATALOG"] = folder("catalog.sqlite")
    environment["LV2_PATH"] = folder("lv2")
    environment["AUCAT_WORKER"] = Child.products + "/aucat-scan-worker"
    let built = Child.run(
      "/usr/bin/env", ["swift", "run", "--quiet", "--package-path", folder("host")], environment: environment)
    #expect(built.status == 0, "\(built.errors)")
    #expect(built.text.contains("Test Hall"), "\(built.text) \(built.errors)")
  }
}
