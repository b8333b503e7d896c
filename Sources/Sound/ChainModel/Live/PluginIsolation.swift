/// Which components share a process.
public enum PluginIsolation: String, CaseIterable, Hashable, Sendable {
  /// None of them: each has its own.
  case each
  /// Adjacent ones, except those that have failed before.
  case chain
  /// All of them, in the process of this program.
  case none
}
