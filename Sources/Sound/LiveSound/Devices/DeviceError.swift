/// An error of a device. Its description includes the remedy.
package struct DeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of causes.
  package enum Cause: Hashable, Sendable {
    /// JACK's library is not installed, or can't be loaded.
    case libraryMissing
    /// The library lacks the function of this name.
    case libraryUnsuited(function: String)
    /// No sound server is running.
    case noServer
    /// PipeWire is running, but its library for JACK's clients is not installed.
    case pipeWireLibraryMissing
    /// The server and its library are of different versions.
    case versions
    /// The server refuses a client of this name.
    case clientName(String)
    /// The server refuses a call.
    case refused(action: String)
    /// There is no port of this name.
    case noPort(String)
    /// The port sends although one that receives is needed, or the other way round.
    case wrongDirection(String, sends: Bool)
    /// Two ports can't be connected, or are not connected.
    case connection(DeviceConnection)
    /// No device can have these properties.
    case wish(String)
    /// The device is not open, or is lost.
    case notOpen
    /// A failure in the operating system, in words.
    case system(String)
  }

  /// The kind of cause.
  package var cause: Cause
  /// The message of the library or the operating system; empty if there is none.
  package var detail: String

  /// Creates an error with the system's own words.
  package init(_ cause: Cause, detail: String = "") {
    self.cause = cause
    self.detail = detail
  }

  /// An error for something that the device doesn't have.
  static func without(_ what: String) -> DeviceError { DeviceError(.wish("the device has no \(what)")) }

  /// The message, with the remedy.
  package var description: String {
    let words = detail.isEmpty ? "" : " (\(detail))"
    return "\(reason)\(words)\(remedy.map { "; \($0)" } ?? "")"
  }

  private var reason: String {
    switch cause {
    case .libraryMissing: "JACK's library, libjack.so.0, can't be loaded"
    case .libraryUnsuited(let function): "JACK's library has no function \(function)"
    case .noServer: "no JACK server is running"
    case .pipeWireLibraryMissing:
      "no JACK server is running, and PipeWire's library for JACK's clients is not installed"
    case .versions: "the JACK server and JACK's library are of different versions"
    case .clientName(let name): "JACK refuses a client named \"\(name)\""
    case .refused(let action): "JACK can't \(action)"
    case .noPort(let name): "there is no port \"\(name)\" to connect"
    case .wrongDirection(let name, let sends): "\"\(name)\" \(sends ? "sends" : "receives")"
    case .connection(let ports): "\"\(ports.source)\" can't be connected to \"\(ports.target)\" or disconnected from it"
    case .wish(let what): what
    case .notOpen: "the device is not open"
    case .system(let what): what
    }
  }

  /// The remedy, as an imperative clause.
  private var remedy: String? {
    switch cause {
    case .libraryMissing: "install it (in Debian libjack-jackd2-0, or pipewire-jack), or name it in AUCAT_JACK"
    case .libraryUnsuited: "install JACK 1.9 or PipeWire 0.3.50, or later"
    case .noServer: "start one with `jackd -d alsa`, or without a sound card `jackd -d dummy`, or start PipeWire"
    case .pipeWireLibraryMissing: "install it (in Debian pipewire-jack), or start jackd"
    case .versions: "stop the server, and start the one that was installed with the library"
    case .clientName: "choose a name of 1 to 32 bytes without a colon"
    case .refused: "check the messages of its server"
    case .connection: "connect an output to an input of the same kind"
    case .notOpen: "wait until the server is back"
    case .noPort, .wrongDirection, .wish, .system: nil
    }
  }
}
