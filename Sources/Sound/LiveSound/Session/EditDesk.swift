internal import ChainHosting

/// The edits of a session: those that are under way, and those that can be undone.
struct EditDesk {
  /// Why an edit is made.
  enum Purpose {
    /// A wish; successive values of one parameter undo as one step.
    case wish
    /// A wish that always undoes as a step of its own, such as a snapshot.
    case step
    case undo, redo
  }

  /// An edit that is not heard yet.
  struct Open {
    let edit: LiveEdit
    /// The edit that undoes it; nil if it can't or need not be undone.
    let inverse: LiveEdit?
    let purpose: Purpose
    /// Whether it undoes or redoes another one.
    var repeats: Bool { purpose == .undo || purpose == .redo }
    /// For settings: the chain, how many blocks it had rendered, and when to stop waiting for the next one.
    var start: (chain: LiveChain, blocks: UInt64, end: ContinuousClock.Instant)?
  }

  /// The edits under way, by number.
  var open: [Int: Open] = [:]
  var finished: [(number: Int, outcome: EditOutcome)] = []
  private var last = 0
  private var undone: [LiveEdit] = []
  private var done: [LiveEdit] = []
  private var sweep: (parameter: Sweep, time: ContinuousClock.Instant)?

  /// The most edits that can be undone.
  static let depth = 100
  /// The longest time between values of one parameter that count as a single step.
  static let sweepGap = Duration.seconds(1)

  /// Successive values of one parameter, which undo as one step.
  private struct Sweep: Equatable {
    let place: Int
    let symbol: String
  }

  /// Whether some edits wait for the next block.
  var awaitsBlock: Bool { open.values.contains { $0.start != nil } }

  /// Whether other edits have to wait for one that is under way: a structural edit, or an undo or redo, which must be
  /// noted before the next step.
  var isEditing: Bool { open.values.contains { $0.edit.isStructural || $0.repeats } }

  var undoCount: Int { done.count }
  var redoCount: Int { undone.count }

  /// Forgets all undo steps.
  mutating func forget() { (done, undone, sweep) = ([], [], nil) }

  /// The edit that undoes or redoes the last one.
  func next(_ purpose: Purpose) -> LiveEdit? { purpose == .redo ? undone.last : done.last }

  mutating func begin(_ edit: Open) -> Int {
    last += 1
    open[last] = edit
    return last
  }

  /// Notes the outcome of an edit.
  mutating func finish(_ number: Int, _ outcome: EditOutcome, at now: ContinuousClock.Instant = .now) {
    guard let edit = open.removeValue(forKey: number) else { return }
    finished.append((number, outcome))
    if case .failed = outcome { return }
    switch edit.purpose {
    case .wish, .step: record(edit, at: now)
    case .undo:
      _ = done.popLast()
      if let inverse = edit.inverse { undone.append(inverse) }
    case .redo:
      _ = undone.popLast()
      if let inverse = edit.inverse { done.append(inverse) }
    }
    if edit.repeats { sweep = nil }
  }

  private mutating func record(_ edit: Open, at now: ContinuousClock.Instant) {
    guard let inverse = edit.inverse else { return }
    // Settings that change nothing are no step: undoing them would seem to do nothing.
    if case .settings = edit.edit, inverse == edit.edit { return }
    undone = []
    let parameter = edit.purpose == .wish ? Self.sweep(edit.edit) : nil
    let goes = parameter != nil && sweep.map { $0.parameter == parameter && now - $0.time < Self.sweepGap } ?? false
    sweep = parameter.map { ($0, now) }
    // Undo returns to the value before the first of them.
    if goes { return }
    done.append(inverse)
    if done.count > Self.depth { done.removeFirst() }
  }

  private static func sweep(_ edit: LiveEdit) -> Sweep? {
    guard case .settings(let settings) = edit, settings.count == 1, settings[0].isBypassed == nil,
      settings[0].parameters.count == 1
    else { return nil }
    return settings[0].parameters.keys.first.map { Sweep(place: settings[0].place, symbol: $0) }
  }
}
