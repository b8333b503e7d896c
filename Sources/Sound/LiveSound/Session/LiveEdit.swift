package import ChainHosting

/// A change to a chain while it plays. Places are the components' present ones, from 0.
package enum LiveEdit: Hashable, Sendable {
  /// Inserts a component, which is at this place afterwards.
  case insert(RenderChain.Stage, place: Int)
  case remove(place: Int)
  case move(place: Int, to: Int)
  case replace(place: Int, RenderChain.Stage)
  /// Restarts a component with a preset, or with its defaults.
  case preset(place: Int, RenderChain.Preset?)
  /// Restarts a component from its present state.
  case restart(place: Int)
  /// Sets parameters and bypasses: all of them, or none if one is impossible.
  case settings([StageSetting])
  /// Replaces the whole chain.
  case all(RenderChain)
  /// Saves a snapshot with this name, or removes it if there is no chain.
  case snapshot(String, RenderChain?)
  /// Changes which components share a process.
  case isolate(PluginIsolation)

  /// Whether it loads something or moves components, so that edits after it wait.
  package var isStructural: Bool {
    switch self {
    case .settings, .snapshot: false
    default: true
    }
  }
}

/// The outcome of an edit.
package enum EditOutcome: Hashable, Sendable {
  /// The change can be heard.
  case heard
  /// It is done, but no sound is playing.
  case unheard
  /// It failed, and nothing has changed.
  case failed(ChainError)
}
