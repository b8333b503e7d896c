/// Why a change is not taken back. Nothing was changed.
public struct UndoRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons.
  public enum Reason: Hashable, Sendable {
    /// The log has no change of this number.
    case unknown(Int)
    /// It was too much to keep.
    case tooLarge(RecordedChange)
    /// The same thing has been changed since: what it is, and by which recorded change, if it is one.
    case changedSince(RecordedChange, thing: String, by: RecordedChange?)
  }

  /// The reason.
  public var reason: Reason

  /// A refusal.
  public init(_ reason: Reason) { self.reason = reason }

  /// What stands against it, in one line.
  public var description: String {
    switch reason {
    case .unknown(let number): "there is no change \(number) in the log"
    case .tooLarge(let change):
      "change \(change.number) (\(change.title)) can't be taken back, because it was too large to keep"
    case .changedSince(let change, let thing, let other?):
      "change \(change.number) (\(change.title)) can't be taken back, because change \(other.number) (\(other.title)) "
        + "has changed \(thing) since; take that back first"
    case .changedSince(let change, let thing, nil):
      "change \(change.number) (\(change.title)) can't be taken back, because \(thing) has been changed since"
    }
  }
}
