/// Why a plugin is kept away from hosts while the rest of its bundle is not.
package enum PluginProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case undeclared
  /// The URI exceeds the limit, in bytes.
  case longURI(Int, limit: Int)
  /// A file that describes it, relative to the bundle, is not valid.
  case invalidFile(String, SyntaxProblem)
  case missingBinary
  /// `lv2:binary` is not a `file:` URI.
  case binaryNotFile(String)
  case unusableBinary(String, FileProblem)
  case tooManyPorts(Int, limit: Int)
  case missingPortIndex
  /// The index, as written, is not a whole number.
  case portIndexNotWhole(String)
  case portIndexOutOfRange(Int, ports: Int)
  case repeatedPortIndex(Int)
  /// A port, by its index, has no symbol.
  case missingPortSymbol(Int)
  /// A port, by its index, is neither input nor output.
  case missingPortDirection(Int, symbol: String)
  case worker(WorkerFailure)
  /// Its description takes more than this many MiB.
  case tooLarge(limit: Int)

  /// The verdict on the plugin.
  package var verdict: Verdict {
    if case .worker(let failure) = self { failure.verdict } else { .failed }
  }

  /// The problem in one sentence. May contain text from a file: escape it for a terminal.
  package var description: String {
    switch self {
    case .undeclared: "it is not declared by its bundle"
    case .longURI(let bytes, let limit): "its URI has \(bytes) bytes; at most \(limit) are read"
    case .invalidFile(let file, let problem): "\(file): \(problem)"
    case .missingBinary: "it has no binary (lv2:binary)"
    case .binaryNotFile(let uri): "its binary \(uri) is not a file"
    case .unusableBinary(let path, let problem): "its binary \(path): \(problem)"
    case .worker(let failure): failure.description
    case .tooLarge(let limit): "its description has more than \(limit) MiB, the most that is read"
    case .tooManyPorts(let count, let limit): "it has \(count) ports; at most \(limit) are read"
    case .missingPortIndex: "a port has no index"
    case .portIndexNotWhole(let text): "port index \(text) is not a whole number"
    case .portIndexOutOfRange(let index, let count):
      "port index \(index) is not one of 0 to \(count - 1), and it has \(count) ports"
    case .repeatedPortIndex(let index): "two ports have index \(index)"
    case .missingPortSymbol(let index): "port \(index) has no symbol"
    case .missingPortDirection(let index, let symbol): "port \(index) (\(symbol)) is neither input nor output"
    }
  }
}
