/// Which components share a process.
public enum PluginIsolation: String, CaseIterable, Hashable, Sendable {
  /// No two components share one: each has a process of its own.
  case each
  /// Adjacent components share one, except those that have failed before.
  case chain
  /// All components share one: this program's own.
  case none
}
