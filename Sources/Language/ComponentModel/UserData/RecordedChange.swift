/// A logged change of the user's data, which can be undone.
public struct RecordedChange: Hashable, Sendable {
  /// Its number, which no other change gets.
  public var number: Int
  /// When it was made.
  public var time: UTCTime
  /// The program that made it.
  public var program: String
  /// The change in English, with the names of installed components and the URIs of others.
  public var title: String
  /// The URIs of the components that it is about, sorted.
  public var uris: [String]
  /// Whether it can be undone; false if the data that undoing needs was too large to keep.
  public var isReversible: Bool

  /// Creates a record of a change.
  package init(number: Int, time: UTCTime, program: String, title: String, uris: [String], isReversible: Bool) {
    self.number = number
    self.time = time
    self.program = program
    self.title = title
    self.uris = uris
    self.isReversible = isReversible
  }
}

/// Why a change is not undone. Nothing was changed.
public struct UndoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a change can't be undone.
  public enum Reason: Hashable, Sendable {
    /// The log has no change of this number.
    case unknown(Int)
    /// The data for undoing it was too large to keep.
    case tooLarge(RecordedChange)
    /// Something that the change affected has changed again since: `thing` says what, and `by` is the recorded change
    /// that did it, if any.
    case changedSince(RecordedChange, thing: String, by: RecordedChange?)
  }

  /// Why this change can't be undone.
  public var reason: Reason

  /// Why a change is not undone.
  package init(_ reason: Reason) { self.reason = reason }

  /// The obstacle, in one line.
  public var description: String {
    switch reason {
    case .unknown(let number): "there is no change \(number) in the log"
    case .tooLarge(let change): "\(Self.text(change)) can't be undone, because it was too large to keep"
    case .changedSince(let change, let thing, let other):
      "\(Self.text(change)) can't be undone, because \(other.map(Self.text) ?? "something else") has since changed \(thing)"
    }
  }

  /// The change that is to be undone first; nil if none stands in the way.
  public var obstacle: RecordedChange? {
    if case .changedSince(_, _, let other) = reason { other } else { nil }
  }

  private static func text(_ change: RecordedChange) -> String { "change \(change.number) (\(change.title))" }
}
