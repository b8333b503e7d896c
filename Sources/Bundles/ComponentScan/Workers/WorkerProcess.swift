internal import ComponentModel
internal import Linux

/// A running worker program and a socket to it.
final class WorkerProcess {
  private let child: ChildProcess
  var process: Int32 { child.process }
  private let sockets: SocketPair
  var socket: Int32 { sockets.near.number }
  private var assembler = Frame.Assembler()
  private(set) var hasGreeted = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private static let portions = 64
  private static let sendSeconds = 2

  /// Starts the program.
  ///
  /// - Parameter isUnprivileged: whether the worker gives up the rights of root before it reads anything.
  init(program: String, environment: [String: String], isUnprivileged: Bool = false) throws(ScanError) {
    var sockets: SocketPair
    do throws(SystemError) {
      sockets = try SocketPair()
    } catch {
      throw .shortage(error)
    }
    // A request can be larger than the socket's buffer, and a worker may never read it.
    sockets.limitSending(seconds: Self.sendSeconds)
    let far = sockets.far.number
    do throws(ChildProcess.Failure) {
      child = try ChildProcess(
        program, arguments: isUnprivileged ? [WorkerSession.unprivileged] : [], descriptors: [far, far],
        environment: Self.environment(environment), messageLimit: ScanLimits.messages)
    } catch {
      if let cause = error.systemError, cause.isTransient || cause.isTooLarge { throw .shortage(cause) }
      throw .workerUnusable(path: program, .notStarted(reason: error.reason))
    }
    sockets.closeFar()
    self.sockets = sockets
  }

  /// Passes on only `LD_LIBRARY_PATH` and `TMPDIR`, so that a bundle is read in the same way everywhere.
  private static func environment(_ environment: [String: String]) -> [String: String] {
    environment.filter { ["LD_LIBRARY_PATH", "TMPDIR"].contains($0.key) }.merging(["LC_ALL": "C"]) { $1 }
  }

  /// Sends a request. If the worker has died, ``receive()`` reports the end.
  func send(_ request: WorkerRequest) {
    try? sockets.near.sendAll(Frame.encode(request))
  }

  /// Receives what has arrived, in portions, so that a worker that never stops sending can't keep the scan from
  /// checking its deadlines.
  ///
  /// - Returns: false at the end of the connection.
  func receive() -> Bool {
    for _ in 0..<Self.portions {
      switch sockets.near.receive(into: &buffer) {
      case .end: return false
      case .nothing: return true
      case .bytes(let count):
        assembler.append(buffer[0..<count])
        if count < buffer.count { return true }
      }
    }
    return true
  }

  /// The next whole answer. The first message is the worker's greeting, with its version.
  ///
  /// - Returns: nil if it has not arrived; else the answer with its size in bytes.
  func nextReply() throws(MessageProblem) -> (reply: WorkerReply, size: Int)? {
    while let message = try assembler.next() {
      guard hasGreeted else {
        guard try Frame.decode(Int.self, from: message) == WorkerSession.version else {
          throw MessageProblem.otherVersion
        }
        hasGreeted = true
        continue
      }
      return (try Frame.decode(WorkerReply.self, from: message), message.count)
    }
    return nil
  }

  /// Whether a signal has suspended it.
  var isStopped: Bool { child.isStopped }

  /// The processor time that it has used, in seconds.
  var processorSeconds: Double { child.processorSeconds }

  /// Terminates the program, and returns how it had exited, if it did so by itself within this time.
  func end(within milliseconds: Int = 0) -> ChildEnd {
    child.end(within: milliseconds)
  }
}

/// Whether a worker program can be used.
package enum WorkerTrial {
  /// A worker greets as soon as it starts; a slow machine gets this long, in milliseconds.
  private static let patience = 10_000

  /// Starts the program, waits for its greeting, and terminates it.
  ///
  /// - Throws: ``ScanError`` if it does not start, does not greet, or has another version.
  package static func run(_ program: String, environment: [String: String]) throws(ScanError) {
    let worker = try WorkerProcess(program: program, environment: environment)
    defer { _ = worker.end() }
    for _ in 0..<(patience / 5) {
      let isConnected = worker.receive()
      do throws(MessageProblem) {
        _ = try worker.nextReply()
      } catch {
        throw .workerUnusable(path: program, .wrongGreeting(error))
      }
      if worker.hasGreeted { return }
      if !isConnected { break }
      CurrentThread.sleep(milliseconds: 5)
    }
    throw .workerUnusable(path: program, .silent)
  }
}

/// Where the worker program is.
package enum WorkerLocation {
  static let name = "aucat-scan-worker"

  /// The worker program: the one that the caller or `AUCAT_WORKER` names, else the first that exists beside this
  /// program (or the library that this code is part of), in `../libexec/aucat` from there or, for a program, below the
  /// prefix of the `aucat` in `PATH`.
  ///
  /// - Parameter path: the worker that the caller names, if any.
  /// - Throws: ``ScanError`` with the places that were tried.
  package static func find(_ path: String? = nil, environment: [String: String]) throws(ScanError) -> String {
    if let path {
      guard Path.isExecutable(path) else { throw .workerMissing(paths: [path]) }
      return path
    }
    if let named = environment["AUCAT_WORKER"], !named.isEmpty {
      guard Path.isExecutable(named) else {
        throw .workerMissing(paths: [named])
      }
      return named
    }
    let places = ProgramLocation.places(of: name)
    let installed =
      ProgramLocation.isInLibrary ? [] : ProgramLocation.installed(places, environment: environment)
    let candidates = ProgramLocation.candidates(places) + installed
    for candidate in candidates where Path.isExecutable(candidate) { return candidate }
    throw .workerMissing(paths: candidates)
  }
}
