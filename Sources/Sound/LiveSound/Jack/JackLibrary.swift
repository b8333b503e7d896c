internal import CJack
internal import Linux
internal import Synchronization

/// JACK's library, or PipeWire's replacement for it.
struct JackLibrary: @unchecked Sendable {
  // SAFETY: the functions are written before anything else sees them, and neither they nor the library are ever
  // released.

  /// The library's file name on every Linux.
  static let standardName = "libjack.so.0"

  private let pointer: UnsafeMutablePointer<AucatJackFunctions>
  /// The path of the library.
  let path: String

  /// Its functions, at an address that doesn't change.
  var functions: UnsafePointer<AucatJackFunctions> { UnsafePointer(pointer) }

  /// The functions, for calls from Swift.
  var call: AucatJackFunctions { pointer.pointee }

  /// The version that it states.
  var version: String? {
    // SAFETY: the text is constant, or in memory that the library keeps; it is copied.
    call.get_version_string?().map { String(cString: $0) }
  }

  /// The libraries that have been loaded, by the names that were requested.
  private static let loaded = Mutex<[String: JackLibrary]>([:])

  /// Loads a library, unless it is loaded already.
  ///
  /// - Parameter name: a path, or a name that the dynamic loader looks for.
  static func load(_ name: String) throws(DeviceError) -> JackLibrary {
    try loaded.withLock { all throws(DeviceError) in
      if let library = all[name] { return library }
      let library = try JackLibrary(loading: name)
      all[name] = library
      return library
    }
  }

  private init(loading name: String) throws(DeviceError) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: AucatJackFunctions())
    var missing: UnsafePointer<CChar>?
    let status = name.utf8.contains(0) ? 0 : aucatLoadJack(name, pointer, &missing)
    // SAFETY: these are texts of the loader and constants, which are copied immediately.
    path = status == 1 ? aucatJackPath(pointer).map { String(cString: $0) } ?? name : name
    guard status != 1 else { return }
    pointer.deallocate()
    if let missing { throw DeviceError(.libraryUnsuited(function: String(cString: missing)), detail: name) }
    throw DeviceError(.libraryMissing, detail: aucatJackLoadError().map { String(cString: $0) } ?? name)
  }

  // MARK: Where it is

  /// The libraries to try, in this order: only the one that `AUCAT_JACK` names; without it, the one that is installed
  /// and, if PipeWire is running, PipeWire's own, which Debian keeps apart.
  static func candidates(_ environment: [String: String]) -> [String] {
    if let chosen = environment["AUCAT_JACK"], !chosen.isEmpty { return [chosen] }
    return [standardName] + (pipeWireRuns(environment) ? pipeWire() : [])
  }

  /// PipeWire's own libraries.
  ///
  /// - Parameter root: the folder to search instead of `/usr/lib`.
  static func pipeWire(root: String = "/usr/lib") -> [String] {
    let folders = DirectoryReader.entries(of: root).map(\.name).sorted().map { "\(root)/\($0)" }
    return ([root, "\(root)64"] + folders).map { "\($0)/pipewire-0.3/jack/\(standardName)" }.filter {
      (try? FileStatus($0)) != nil
    }
  }

  /// Whether PipeWire is running without its library for JACK's clients.
  static func lacksPipeWire(_ environment: [String: String]) -> Bool {
    environment["AUCAT_JACK"]?.isEmpty != false && pipeWireRuns(environment) && pipeWire().isEmpty
  }

  /// Whether PipeWire's socket exists.
  static func pipeWireRuns(_ environment: [String: String]) -> Bool {
    let name = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
    let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"]
    if LexicalPath.isAbsolute(name) { return (try? FileStatus(name)) != nil }
    return folder.map { (try? FileStatus("\($0)/\(name)")) != nil } ?? false
  }

  // MARK: What it says

  /// Starts keeping JACK's messages. A process has one handler for them.
  func takeMessages() { aucatJackTakeMessages(functions) }

  /// Takes the messages since the last call.
  static func messages() -> [String] {
    var messages: [String] = []
    var text = [CChar](repeating: 0, count: Int(aucatJackMessageSize))
    while messages.count < 64, aucatJackNextMessage(&text) == 1 {
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")
      if !line.isEmpty { messages.append(line) }
    }
    return messages
  }
}
