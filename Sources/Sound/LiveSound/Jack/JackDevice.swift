internal import CJack
internal import Linux
internal import Synchronization

/// A client of a JACK server, or of PipeWire.
package final class JackDevice: AudioDevice {
  package let name = "jack"

  private struct State {
    var client: JackClient?
    var watch: JackWatch.Running?
    var wishes = DeviceWishes()
    var clientName = ""
    var isActive = false
    var latency = 0
    /// The name of its library.
    var library = ""
    /// The connections when the server was lost.
    var lost: Loss?
    /// Connections that could not be restored yet.
    var pending: [DeviceConnection] = []
  }

  private struct Loss {
    var connections: [DeviceConnection]
    /// The client's former name.
    var clientName: String
    /// The name of the library: another one leads to another server, which has other ports.
    var library: String
  }

  private let state = Mutex(State())
  private let server: String?
  private let environment: [String: String]
  private let keepsMessages: Bool

  /// Creates a device, which is not yet open.
  ///
  /// - Parameters:
  ///   - server: the server's name; nil for the usual one, which `JACK_DEFAULT_SERVER` may name.
  ///   - environment: gives the places of JACK's library (`AUCAT_JACK`) and PipeWire's socket; nil for this process's
  ///     own.
  ///   - keepsMessages: whether JACK's messages arrive as ``DeviceNotice/message(_:)``. Otherwise they go where they
  ///     went before: a process has one handler for them, which a host that uses JACK itself may need.
  package init(server: String? = nil, environment: [String: String]? = nil, keepsMessages: Bool = true) {
    self.server = server
    self.environment = environment ?? CurrentProcess.environment
    self.keepsMessages = keepsMessages
  }

  package func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat {
    try wishes.check()
    guard !wishes.clientName.isEmpty, !wishes.clientName.contains(":"), !wishes.clientName.utf8.contains(0) else {
      throw DeviceError(.clientName(wishes.clientName))
    }
    return try state.withLock { state throws(DeviceError) in
      guard state.client == nil else { throw DeviceError(.wish("the device is open already")) }
      let libraries = state.lost.map { [$0.library] } ?? JackLibrary.candidates(environment)
      let (client, library) = try Self.client(
        for: wishes, server: server, libraries: libraries, environment: environment, keepsMessages: keepsMessages,
        call: call)
      var format = try client.format()
      state.watch = try JackWatch.start(client, wishes, notice)
      if format.clientName.isEmpty { format.clientName = wishes.clientName }
      (state.client, state.wishes, state.clientName) = (client, wishes, format.clientName)
      (state.library, state.isActive) = (library, false)
      if state.latency != 0 { aucatJackSetLatency(client.memory, UInt32(clamping: state.latency)) }
      return format
    }
  }

  /// A client of the first library whose server answers.
  static func client(
    for wishes: DeviceWishes, server: String?, libraries: [String], environment: [String: String],
    keepsMessages: Bool, call: DeviceCall
  ) throws(DeviceError) -> (client: JackClient, library: String) {
    var failure: DeviceError?
    for name in libraries {
      do throws(DeviceError) {
        let library = try JackLibrary.load(name)
        if keepsMessages { library.takeMessages() }
        return (try JackClient(library, wishes, server: server, call: call), name)
      } catch {
        // The error of a library without a server says more than that of a missing library.
        let isBetter = failure.map { $0.cause == .libraryMissing } ?? true
        if isBetter { failure = error }
        guard error.cause == .noServer || error.cause == .libraryMissing else { throw error }
      }
    }
    if failure?.cause == .noServer, libraries.count == 1, JackLibrary.lacksPipeWire(environment) {
      throw DeviceError(.pipeWireLibraryMissing)
    }
    throw failure ?? DeviceError(.libraryMissing)
  }

  package func start() throws(DeviceError) {
    try state.withLock { state throws(DeviceError) in
      guard let client = state.client else { throw DeviceError(.notOpen) }
      if !state.isActive { try client.activate() }
      state.isActive = true
      client.run()
      do throws(DeviceError) {
        let ports = JackPorts(client)
        if let lost = state.lost {
          state.pending = ports.restore(lost.connections, of: lost.clientName, as: state.clientName)
        } else if try !ports.connect(state.wishes) {
          state.watch?.tell(
            .message("there are no hardware outputs to connect to; connect the outputs to other ports"))
        }
      } catch {
        client.pause()
        throw error
      }
      state.lost = nil
      state.watch?.look()
    }
  }

  package func stop() {
    state.withLock { $0.client?.pause() }
  }

  package func close() {
    state.withLock { state in
      guard let client = state.client else { return }
      client.pause()
      if state.isActive, let connections = state.watch?.lostConnections {
        let all = connections + state.pending.filter { !connections.contains($0) }
        state.lost = Loss(connections: all, clientName: state.clientName, library: state.library)
      }
      state.pending = []
      state.watch?.end()
      client.close()
      (state.client, state.watch, state.isActive) = (nil, nil, false)
    }
  }

  deinit { close() }

  package func setLatency(_ frames: Int) {
    state.withLock { state in
      state.latency = frames
      state.client?.setLatency(frames)
    }
  }

  package func reconnect() -> [DeviceConnection] {
    state.withLock { state in
      guard let client = state.client, !state.pending.isEmpty else { return [] }
      let name = state.clientName
      state.pending = JackPorts(client).restore(state.pending, of: name, as: name)
      return state.pending
    }
  }

  package var load: Double {
    let percent = (try? opened())?.with { jack, client in jack.cpu_load(client) } ?? 0
    return percent.isFinite ? min(max(0, Double(percent) / 100), 1) : 0
  }

  /// The client, while its server runs.
  func opened() throws(DeviceError) -> JackClient {
    // After the server has stopped, the library returns stale values.
    guard let client = state.withLock({ $0.client }), !client.isLost else { throw DeviceError(.notOpen) }
    return client
  }
}

extension DeviceWishes {
  /// Throws an error if no device can have these properties.
  func check() throws(DeviceError) {
    for (count, what) in [(inputs, "inputs"), (outputs, "outputs")] where !(0...Self.mostChannels).contains(count) {
      throw DeviceError(.wish("a device has 0 to \(Self.mostChannels) \(what), not \(count)"))
    }
  }
}
