package import ChainModel
package import Linux

extension ChildProgram {
  /// Maximum size of plugins' printed output that is kept, in bytes.
  private static let messageLimit = 1 << 16

  /// Starts the program, with memory that it shares with this process.
  ///
  /// - Parameters:
  ///   - payload: the size of the memory after the header, in bytes.
  ///   - layOut: writes what the child will read there.
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
    // Some plugins open a display without needing one; Qt's offscreen platform can't fail.
    let environment = environment.merging(["QT_QPA_PLATFORM": "offscreen"]) { own, _ in own }
    do throws(ChildProcess.Failure) {
      return try ChildProcess(
        path, arguments: arguments, descriptors: [nil, nil, nil, file], environment: environment,
        messageLimit: Self.messageLimit, isSupervised: true)
    } catch {
      memory.unmap()
      // If the machine has run out of a resource, the program is not to blame.
      if let system = error.systemError, system.isTransient {
        throw ChainError(.noProcess(reason: system.reasonAndRemedy))
      }
      throw ChainError(.programUnavailable(path: path, reason: error.reason))
    }
  }

  /// Runs a step of setting up the shared memory, and throws this module's error.
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
