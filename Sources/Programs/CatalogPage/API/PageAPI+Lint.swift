internal import AudioComponents
internal import Linux

extension PageAPI {
  /// The timeout of a lint, in milliseconds.
  private static let patience = 20_000
  private static let mostOutput = 4 << 20

  /// The findings of `aucat lint` in a component's bundle, as its JSON. A separate process reads the bundle, and loads no plugin.
  func lint(_ component: Component) throws -> JSON {
    guard let program = HelperProgram.path("aucat-render") else {
      throw PageRefusal(500, "aucat-render is missing beside this program; install it again")
    }
    let folder = try TemporaryDirectory(prefix: "aucat-page")
    let path = "\(folder.path)/findings"
    let file = try FileDescriptor(path, for: .writing, options: [.create, .exclusive])
    let child = try ChildProcess(
      program, arguments: ["lint", component.bundle, "--json"], descriptors: [nil, file.number],
      environment: Configuration.processEnvironment, messageLimit: 65_536)
    _ = child.end(within: Self.patience)
    let text = String(decoding: try WholeFile.bytes(path, limit: Self.mostOutput), as: UTF8.self)
    guard let findings = JSON(text) else { throw PageRefusal(500, "the bundle could not be looked at") }
    return findings
  }
}
