/// The edits of a live chain that wait for the one before them.
package struct EditQueue {
  private var waiting: [Edit] = []
  /// What is being prepared.
  package private(set) var current: Edit?
  /// What has become needless, and has not been told so.
  private var needless: [Edit] = []

  /// A queue without edits.
  package init() {}

  /// The chain after all edits, if none fails.
  package func planned(_ units: [UnitNumber]) -> [UnitNumber] {
    ([current].compactMap(\.self) + waiting).reduce(units) { $1.applied(to: $0) }
  }

  package mutating func add(_ edit: Edit) {
    // Only the last one: those between the two rely on what it does.
    guard let last = waiting.last, last.isSuperseded(by: edit) else { return waiting.append(edit) }
    waiting[waiting.count - 1] = edit
    needless.append(last)
  }

  /// Edits that have become needless since the last question.
  package mutating func takeNeedless() -> [Edit] {
    defer { needless = [] }
    return needless
  }

  /// The next edit to be prepared.
  package mutating func next() -> Edit? {
    current = waiting.isEmpty ? nil : waiting.removeFirst()
    return current
  }

  /// The present edit has been carried out, or has failed.
  package mutating func finish() { current = nil }

  /// Gives up what waits.
  package mutating func clear() -> [Edit] {
    defer { waiting = [] }
    return waiting
  }
}
