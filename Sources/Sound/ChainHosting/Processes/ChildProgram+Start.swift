package import ChainModel
package import Linux

extension ChildProgram {
  /// Maximum size of plugins' printed output that is kept, in bytes.
  private static let messageLimit = 1 << 16

  /// Starts it with memory that it shares.
  ///
  /// - Parameters:
  ///   - payload: the memory beside the header, in bytes.
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
    // Some plugins open a display without need; Qt's offscreen platform can't fail.
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

  /// Allocates a part of the shared memory.
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
