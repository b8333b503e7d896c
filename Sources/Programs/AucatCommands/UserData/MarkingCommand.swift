internal import AucatProgram
internal import AudioComponents

/// A command that marks components, or removes the mark.
protocol MarkingCommand: Command {
  var components: [String] { get set }
  var removesMark: Bool { get set }
  static var mark: UserLabel { get }
  static var abstract: String { get }
  /// A search for marked components.
  static var search: String { get }
}

extension MarkingCommand {
  static var marking: CommandDeclaration {
    CommandDeclaration(
      Self.self,
      abstract: abstract,
      discussion: """
        Words that aren't a name must match exactly one component, which the answer names. -WORD excludes a word.

        EXAMPLES:
          aucat \(name) "Calf Reverb"
          aucat \(name) --undo "Calf Reverb"
          aucat search "\(search)"
        """,
      exclusions: .choices(0...Int.max), isChange: true,
      [
        .argument(
          "components", "URIs, names, or words that only one component has.", kind: .componentOrPredicate,
          times: .onceOrMore
        ) { $0.components.append($1) },
        .flag("undo", "Remove the mark.") { $0.removesMark = true },
      ])
  }

  func run() throws { try Session(common).mark(components, with: Self.mark, undo: removesMark) }
}

/// `aucat favorite`
struct FavoriteCommand: MarkingCommand {
  static let name = "favorite"
  static let mark = UserLabel.favorite
  static let abstract = "Marks components as favourites."
  static let search = "favorite == yes"
  static let declaration = marking

  var components: [String] = []
  var removesMark = false
  var common = CommonOptions()
}

/// `aucat hide`
struct HideCommand: MarkingCommand {
  static let name = "hide"
  static let mark = UserLabel.hidden
  static let abstract = "Leaves components out of lists."
  static let search = "hidden == yes"
  static let declaration = marking

  var components: [String] = []
  var removesMark = false
  var common = CommonOptions()
}

extension Session {
  /// Marks components, or removes the mark. Reports which one was chosen by words that aren't its name, or that others
  /// have, too.
  ///
  /// - Throws: a ``CommandFailure`` if the mark is to be removed from components that don't have it: status 1 if none had it,
  ///   4 if some had.
  fileprivate func mark(_ arguments: [String], with label: UserLabel, undo: Bool) throws {
    let key: Key = label == .hidden ? .hidden : .favorite
    let marked = try chosenURIs(
      arguments, among: undo ? .comparison(Comparison(key: key, operator: .equal, value: .flag(true))) : nil)
    for note in marked.compactMap(\.note) { warn(note) }
    guard undo else {
      try manager.apply(marked.map { .add(label, to: $0.uri) })
      // Marking a favourite takes nothing away.
      if label == .hidden { sayHowToUndo() }
      return
    }
    let word = label == .hidden ? "hidden" : "marked as a favourite"
    try remove(arguments, by: marked.map { .remove(label, from: $0.uri) }, takesAway: label != .hidden) {
      "not \(word): \($0)"
    }
  }
}
