/// The waiting edits of a live chain.
package struct EditQueue {
  private var waiting: [Edit] = []
  /// The edit that is being prepared.
  package private(set) var current: Edit?
  /// Edits that have become needless, and whose callers have not been told.
  private var needless: [Edit] = []

  /// A queue without edits.
  package init() {}

  /// The chain after all edits, if none fails.
  package func planned(_ units: [UnitNumber]) -> [UnitNumber] {
    ([current].compactMap(\.self) + waiting).reduce(units) { $1.applied(to: $0) }
  }

  package mutating func add(_ edit: Edit) {
    // Only the last waiting edit can become needless: edits between it and an earlier one rely on the earlier one.
    guard let last = waiting.last, last.isSuperseded(by: edit) else { return waiting.append(edit) }
    waiting[waiting.count - 1] = edit
    needless.append(last)
  }

  /// Returns the edits that have become needless since the last call.
  package mutating func takeNeedless() -> [Edit] {
    defer { needless = [] }
    return needless
  }

  /// Makes the next edit current, and returns it; nil if none is waiting.
  package mutating func next() -> Edit? {
    current = waiting.isEmpty ? nil : waiting.removeFirst()
    return current
  }

  /// Records that the current edit has been carried out, or has failed.
  package mutating func finish() { current = nil }

  /// Drops all waiting edits, and returns them.
  package mutating func clear() -> [Edit] {
    defer { waiting = [] }
    return waiting
  }
}
