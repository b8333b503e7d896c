/// How a child failed before it was done.
enum ChildFailure: Hashable, Sendable, CustomStringConvertible {
  case late
  /// It reported more than this many bytes.
  case endless(Int)
  case cancelled
  /// The signal's number and name.
  case signal(String)
  case exited(status: Int)
  case disconnected

  /// What it did, as a verb.
  var description: String {
    switch self {
    case .late: "does not finish in time"
    case .endless(let bytes): "reports more than \(bytes >> 20) MiB"
    case .cancelled: "is interrupted"
    case .signal(let name): "ends with \(name)"
    case .exited(let status): "ends the process with status \(status)"
    case .disconnected: "closes its connection to lint but keeps running"
    }
  }
}
