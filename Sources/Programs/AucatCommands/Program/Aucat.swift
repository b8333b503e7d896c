package import AucatProgram

/// The root of all commands, with the version.
package enum Aucat: DeclaredCommand {
  package static let name = "aucat"
  package static let version = "0.1.0"

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Finds, tags and describes the audio components (LV2 plugins) of this machine.",
    discussion: """
      EXAMPLES:
        aucat search "tag contains drum"
        aucat info "Calf Reverb"
        aucat tag add "Calf Reverb" "My Favorite Tag"

      All hosts share one catalog. The first search creates it, and `aucat scan` updates it. `aucat help query` explains \
      the query language.
      """,
    options: [.version],
    [
      ScanCommand.self, SearchCommand.self, InfoCommand.self, SimilarCommand.self, WhyCommand.self, KeysCommand.self,
      TagCommand.self, TagsCommand.self, FavoriteCommand.self, HideCommand.self, CollectionCommand.self,
      SavedCommand.self, ExportCommand.self, ImportCommand.self, UndoCommand.self, ForgetCommand.self,
      WatchCommand.self, BrowseCommand.self, RenderCommand.self, PlayCommand.self, LiveCommand.self, ChainCommand.self,
      BenchCommand.self,
      PeakCommand.self,
      LintCommand.self, ValidateCommand.self, WithCommand.self, DoctorCommand.self,
    ])
}
