internal import AudioComponents

/// `aucat favorite`
struct FavoriteCommand: Command {
  static let name = "favorite"

  var components: [String] = []
  var removesMark = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Marks components as favourites.",
    discussion: """
      Words that aren't a name must match exactly one component, which is named. -WORD excludes a word from those before \
      it.

      EXAMPLES:
        aucat favorite "Calf Reverb"
        aucat favorite --undo "Calf Reverb"
        aucat search "favorite == yes"
      """,
    exclusions: .choices(0...Int.max), isChange: true,
    [
      .argument(
        "components", "URIs, names, or words that only one component has.", kind: .componentOrPredicate,
        times: .onceOrMore
      ) { $0.components.append($1) },
      .flag("undo", "Remove the mark.") { $0.removesMark = true },
    ])

  func run() throws { try Session(common).mark(components, with: .favorite, undo: removesMark) }
}
