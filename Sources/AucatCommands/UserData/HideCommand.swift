internal import ArgumentParser
internal import AudioComponents

/// `aucat hide`
struct HideCommand: MarkingCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Leaves components out of lists.",
    discussion: """
      Words that aren't a name must match exactly one component, which is named. -WORD excludes a word from those before \
      it.

      EXAMPLES:
        aucat hide "Calf Reverb"
        aucat hide --undo "Calf Reverb"
        aucat search "hidden == yes"
      """)

  @OptionGroup var marking: MarkingOptions

  static let label = UserLabel.hidden
}
