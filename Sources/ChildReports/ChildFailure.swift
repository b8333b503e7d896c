/// How a child failed before it was done.
package enum ChildFailure: Hashable, Sendable, CustomStringConvertible {
  /// Its time was up.
  case late
  /// It reported more than this many bytes.
  case endless(Int)
  /// The caller asked for its end.
  case cancelled
  /// The signal's number and name.
  case signal(String)
  /// It ended by itself, with this status.
  case exited(status: Int)
  /// It no longer reports, but runs.
  case disconnected

  /// What it did, as a verb.
  package var description: String {
    switch self {
    case .late: "does not finish in time"
    case .endless(let bytes): "reports more than \(bytes >> 20) MiB"
    case .cancelled: "is interrupted"
    case .signal(let name): "ends with \(name)"
    case .exited(let status): "ends the process with status \(status)"
    case .disconnected: "closes its connection but keeps running"
    }
  }
}
