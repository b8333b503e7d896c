import Foundation
import TestSupport

/// What the shells and man read: the files of the sources and of this build, or those of the installation that
/// `AUCAT_INSTALLED` names (`.dev/check --full` does).
enum InstalledFiles {
  private static let prefix = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"]
  static var program: String { prefix.map { "\($0)/bin/aucat" } ?? Machine.program }
  static var bash: String { completion("bash-completion/completions/aucat", "aucat.bash") }
  /// The folder of zsh's functions.
  static var zsh: String { prefix.map { "\($0)/share/zsh/site-functions" } ?? sources }
  static var fish: String { completion("fish/vendor_completions.d/aucat.fish", "aucat.fish") }
  /// The folders of the manual's sections; nil if it is not installed.
  static var manual: [String]? { prefix.map { ["\($0)/share/man/man1", "\($0)/share/man/man7"] } }

  private static let sources = Repository.path("Sources/Programs/aucat/Completions")

  private static func completion(_ installed: String, _ source: String) -> String {
    prefix.map { "\($0)/share/\(installed)" } ?? "\(sources)/\(source)"
  }
}
