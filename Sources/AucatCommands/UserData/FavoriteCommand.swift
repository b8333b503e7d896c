internal import ArgumentParser
internal import AudioComponents

/// `aucat favorite`
struct FavoriteCommand: MarkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite",
    abstract: "Marks components as favourites.",
    discussion: """
      Words that aren't a name must match exactly one component, which is named. -WORD excludes a word from those before \
      it.

      EXAMPLES:
        aucat favorite "Calf Reverb"
        aucat favorite --undo "Calf Reverb"
        aucat search "favorite == yes"
      """)

  @OptionGroup var marking: MarkingOptions

  static let label = UserLabel.favorite
}
