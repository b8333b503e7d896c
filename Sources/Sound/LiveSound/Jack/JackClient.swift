internal import CJack
internal import Synchronization

/// A client of a JACK server, with its ports. Any thread may use it: calls reach the library one at a time.
final class JackClient: @unchecked Sendable {
  // SAFETY: The library's callbacks use `memory` until the client is closed, and it is released after that; what they
  // share with other threads is atomic in C. `call` is set while nothing runs, and kept until it no longer runs.

  let library: JackLibrary
  let memory: OpaquePointer
  private let server: String?
  private let lock = Mutex(())
  private let call: DeviceCall

  /// Opens a client, and registers its ports.
  ///
  /// - Parameters:
  ///   - server: the server's name; nil for the usual one.
  ///   - call: what the render thread calls.
  init(
    _ library: JackLibrary, _ wishes: DeviceWishes, server: String?, call: DeviceCall
  ) throws(DeviceError) {
    self.library = library
    self.server = server
    self.call = call
    guard
      let memory = aucatJackNew(
        library.functions, UInt32(wishes.inputs), UInt32(wishes.outputs), wishes.hasMIDI ? 1 : 0)
    else { throw DeviceError(.system("there is no memory for the device")) }
    self.memory = memory
    _ = JackLibrary.messages()
    var status: Int32 = 0
    guard aucatJackOpen(memory, wishes.clientName, server, &status) != 0 else {
      throw Self.error(status, name: wishes.clientName)
    }
    if let refused = aucatJackPrepare(memory) {
      aucatJackClose(memory)
      throw Self.refused(String(cString: refused))
    }
  }

  deinit {
    aucatJackClose(memory)
    aucatJackDelete(memory)
  }

  /// Closes the client; no callback is under way afterwards.
  func close() { lock.withLock { _ in aucatJackClose(memory) } }

  /// Calls the library while no other thread does.
  ///
  /// - Returns: nil if the client is closed.
  func with<Result: Sendable>(_ body: (AucatJackFunctions, OpaquePointer) -> Result) -> Result? {
    lock.withLock { _ in
      guard let client = aucatJackClient(memory) else { return nil }
      return body(library.call, client)
    }
  }

  /// Whether its server has stopped.
  var isLost: Bool {
    var notes = AucatJackNotes()
    _ = aucatJackRead(memory, &notes)
    return notes.isLost != 0
  }

  /// The properties that the client has.
  func format() throws(DeviceError) -> DeviceFormat {
    let format = with { jack, client in
      // SAFETY: the name is the library's, and is copied.
      DeviceFormat(
        clientName: jack.get_client_name(client).map { String(cString: $0) } ?? "",
        sampleRate: Double(jack.get_sample_rate(client)), blockLength: Int(jack.get_buffer_size(client)),
        isRealtime: jack.is_realtime.map { $0(client) != 0 } ?? false)
    }
    guard let format else { throw DeviceError(.notOpen) }
    guard format.sampleRate > 0, format.blockLength > 0 else {
      throw Self.refused("report its sample rate and block length")
    }
    return format
  }

  /// Lets the server call the client.
  func activate() throws(DeviceError) {
    guard let status = with({ jack, client in jack.activate(client) }) else { throw DeviceError(.notOpen) }
    guard status == 0 else { throw Self.refused("activate the client") }
  }

  /// Starts making the call.
  func run() { aucatJackRun(memory, call.function, call.context) }

  /// Stops making the call: none is under way afterwards.
  func pause() { aucatJackPause(memory) }

  /// Reports the latency to the server.
  func setLatency(_ frames: Int) {
    aucatJackSetLatency(memory, UInt32(clamping: frames))
    _ = with { jack, client in jack.recompute_total_latencies(client) }
  }

  /// A client without ports, which only lists those of others.
  static func looking(
    _ library: JackLibrary, server: String?, named name: String = "aucat-look"
  ) throws(DeviceError) -> JackClient {
    let wishes = DeviceWishes(clientName: name, inputs: 0, outputs: 0, hasMIDI: false)
    return try JackClient(library, wishes, server: server, call: DeviceCall({ _, _ in }, context: nil))
  }

  /// Whether its server runs and knows it: another client of the same server sees the client's first port.
  var isKnown: Bool {
    let port = with { jack, _ in
      // SAFETY: the port's name, which stays as long as the port and is copied.
      aucatJackPort(memory, 0).flatMap { jack.port_name($0) }.map { String(cString: $0) }
    }
    guard let port = port ?? nil else { return true }
    do throws(DeviceError) {
      let other = try Self.looking(library, server: server)
      defer { other.close() }
      return other.with { jack, client in jack.port_by_name(client, port) != nil } ?? true
    } catch {
      return error.cause != .noServer
    }
  }

  // MARK: Errors

  /// The library's last messages, for an error.
  static func words() -> String { JackLibrary.messages().suffix(2).joined(separator: "; ") }

  static func refused(_ action: String) -> DeviceError { DeviceError(.refused(action: action), detail: words()) }

  private static func error(_ status: Int32, name: String) -> DeviceError {
    func has(_ flag: Int) -> Bool { status & Int32(flag) != 0 }
    if has(aucatJackVersionError) { return DeviceError(.versions, detail: words()) }
    // The library's own message is about sockets, which helps less.
    if has(aucatJackServerFailed) { return DeviceError(.noServer) }
    if has(aucatJackInvalidOption) || has(aucatJackNameNotUnique) {
      return DeviceError(.clientName(name), detail: words())
    }
    return refused("open a client")
  }
}
