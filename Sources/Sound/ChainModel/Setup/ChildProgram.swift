internal import Linux

/// The program that runs as a child, and hosts plugins.
package struct ChildProgram: Hashable, Sendable {
  /// The one argument that makes `aucat-render` a child.
  package static let argument = "--render-child"
  /// The descriptor of the shared memory.
  package static let descriptor: Int32 = 3

  /// The path of the program.
  package var path: String
  /// The arguments that the program gets.
  package var arguments: [String]
  /// The environment that the child gets.
  package var environment: [String: String]

  /// A program with its arguments.
  package init(path: String, arguments: [String], environment: [String: String]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// The `aucat-render` that is installed with this library.
  ///
  /// - Parameter path: the program's path; nil to look for it beside this program, in `../libexec/aucat` from there,
  ///   and below the prefix of the `aucat` in `PATH`.
  /// - Throws: ``ChainError/Cause/programUnavailable(path:reason:)`` if it is not there.
  package init(installed path: String?, environment: [String: String]) throws(ChainError) {
    self.init(
      path: try Self.found(path, environment), arguments: [Self.argument], environment: environment)
  }

  private static func found(_ renderer: String?, _ environment: [String: String]) throws(ChainError) -> String {
    let name = "aucat-render"
    let places = ProgramLocation.places(of: name)
    let installed = ProgramLocation.isInLibrary ? [] : ProgramLocation.installed(places, environment: environment)
    let candidates = renderer.map { [$0] } ?? ProgramLocation.candidates(places) + installed
    if let found = candidates.first(where: Path.isExecutable) { return found }
    let tried = candidates.joined(separator: ", ")
    throw ChainError(.programUnavailable(path: renderer ?? name, reason: "there is no program at \(tried)"))
  }
}
