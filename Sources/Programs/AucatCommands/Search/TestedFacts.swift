internal import AucatProgram
internal import AudioComponents

/// Facts that only tests of a plugin reveal. An untested component has none, so every comparison with them is false.
enum TestedFacts: CaseIterable {
  case measurements
  case validations

  private var keys: [Key] {
    switch self {
    case .measurements: [.cost, .latency, .loadTime, .memory]
    case .validations: [.validation, .realtime, .deterministic]
    }
  }

  /// The key that each tested component has.
  private var mark: Key { self == .measurements ? .cost : .validation }

  private var participle: String { self == .measurements ? "measured" : "validated" }

  private var verb: String { self == .measurements ? "measures" : "validates" }

  private var command: String { self == .measurements ? "aucat bench --all" : "aucat validate --all" }

  /// A note about a search.
  struct Note {
    /// Whether no component was tested.
    var isWithoutAny: Bool
    var line: String
    var command: String
  }

  /// A note if fewer than half of the components were tested. Some can't be tested, so a few missing ones deserve no
  /// note.
  ///
  /// - Parameter isAsked: whether the search uses a key.
  static func notes(_ session: Session, where isAsked: (Key) -> Bool) throws -> [Note] {
    var notes: [Note] = []
    for facts in allCases where facts.keys.contains(where: isAsked) {
      if let note = try facts.note(session.manager) { notes.append(note) }
    }
    return notes
  }

  private func note(_ manager: ComponentManager) throws -> Note? {
    let count = try manager.prepare(.constant(true)).count()
    let tested = try manager.prepare(manager.predicate(mark.presence)).count()
    if tested == 0 {
      let line = "no component has been \(participle) yet, or all have changed since; `\(command)` \(verb) them"
      return Note(isWithoutAny: true, line: line, command: command)
    }
    guard tested * 2 < count else { return nil }
    let line = "only \(tested) of \(count) components have been \(participle); `\(command) --stale` \(verb) the others"
    return Note(isWithoutAny: false, line: line, command: "\(command) --stale")
  }
}
