/// Which components share a process.
public enum PluginIsolation: String, CaseIterable, Hashable, Sendable {
  /// None: each has its own.
  case each
  /// Those that follow each other, but for what has failed before.
  case chain
  /// All, and this program with them.
  case none
}
