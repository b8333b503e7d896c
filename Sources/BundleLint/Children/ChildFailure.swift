/// How a child failed that was not done.
enum ChildFailure: Hashable, Sendable, CustomStringConvertible {
  case late
  /// It told more than this many bytes.
  case endless(Int)
  case cancelled
  /// The signal's number and name.
  case signal(String)
  case exited(status: Int)
  case disconnected

  /// What it did, as a verb.
  var description: String {
    switch self {
    case .late: "does not end in time"
    case .endless(let bytes): "tells more than \(bytes >> 20) MiB of itself"
    case .cancelled: "is interrupted"
    case .signal(let name): "ends in \(name)"
    case .exited(let status): "ends the process with status \(status)"
    case .disconnected: "closes the connection by which it is asked, and goes on"
    }
  }
}
