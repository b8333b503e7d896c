package import Linux

/// The program that runs as a child, and hosts plugins.
package struct ChildProgram: Hashable, Sendable {
  /// The one argument that makes `aucat-render` a child.
  package static let argument = "--render-child"
  /// The descriptor of the shared memory.
  package static let descriptor: Int32 = 3
  /// Maximum size of plugins' printed output that is kept, in bytes.
  private static let messageLimit = 1 << 16

  /// Its path.
  package var path: String
  /// Its arguments.
  package var arguments: [String]
  /// The child's environment.
  package var environment: [String: String]

  /// A program with its arguments.
  package init(path: String, arguments: [String], environment: [String: String]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// The `aucat-render` that is installed with this library.
  ///
  /// - Parameter path: the program's; nil to look for it: beside this program, in `../libexec/aucat` from there, and below the
  ///   prefix of the `aucat` in `PATH`.
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

  /// Starts it with memory that it shares.
  ///
  /// - Parameters:
  ///   - payload: how much memory there is beside the header, in bytes.
  ///   - layOut: writes what the child finds there.
  package func start(
    _ purpose: ChildMemory.Purpose, payload: Int, layOut: (ChildMemory) -> Void
  ) throws(ChainError) -> (ChildProcess, ChildMemory) {
    let file = try Self.sharing { () throws(SystemError) in try FileDescriptor(inMemory: "aucat render") }
    let memory = try Self.sharing { () throws(SystemError) in
      try ChildMemory.make(descriptor: file.number, purpose: purpose, payload: payload)
    }
    layOut(memory)
    return (try start(sharing: file.number, memory), memory)
  }

  private func start(sharing file: Int32, _ memory: ChildMemory) throws(ChainError) -> ChildProcess {
    // Some plugins open a display without need; Qt's offscreen platform can't fail.
    let environment = environment.merging(["QT_QPA_PLATFORM": "offscreen"]) { own, _ in own }
    do throws(ChildProcess.Failure) {
      return try ChildProcess(
        path, arguments: arguments, descriptors: [nil, nil, nil, file], environment: environment,
        messageLimit: Self.messageLimit, isSupervised: true)
    } catch {
      memory.unmap()
      // A machine that has run out of something says nothing about the program.
      if let system = error.systemError, system.isTransient {
        throw ChainError(.noProcess(reason: system.reasonAndRemedy))
      }
      throw ChainError(.programUnavailable(path: path, reason: error.reason))
    }
  }

  /// Makes a part of the memory that is shared.
  private static func sharing<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
  ) throws(ChainError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ChainError(.noSharedMemory(reason: error.reasonAndRemedy))
    }
  }
}
