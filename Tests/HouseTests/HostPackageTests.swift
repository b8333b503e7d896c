import Foundation
import TestSupport
import Testing

/// A host in a package of its own that depends on this one by path: the program of the README.
@Suite(.part(.hosts)) struct HostPackageTests {
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(
      name: "host", dependencies: [.package(name: "aucat", path: "\(Repository.top)")],
      targets: [
        .executableTarget(
          name: "host",
          dependencies: ["AudioComponents", "RenderChain"].map { .product(name: $0, package: "aucat") })
      ])
    """

  @Test("a host builds, and needs no other package")
  func builds() throws {
    let folder = TemporaryFolder()
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    let program = try demand(readme.firstMatch(of: /(?s)```swift\n(.*?)```/)).1
    folder.write(Self.manifest, to: "host/Package.swift")
    folder.write(String(program), to: "host/Sources/host/main.swift")
    let built = Child.run(
      "/usr/bin/env", ["swift", "build", "--package-path", folder("host")],
      environment: ProcessInfo.processInfo.environment)
    verify(built.status, equals: 0, "\(built.text.suffix(4_000)) \(built.errors.suffix(4_000))")
    // The trait that brings other packages is off.
    verify(!folder.names(in: "host").contains("Package.resolved"))
    verify(folder.names(in: "host/.build/checkouts").isEmpty)
  }
}
