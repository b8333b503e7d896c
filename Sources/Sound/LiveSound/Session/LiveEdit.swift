package import ChainHosting

/// A change of a chain that plays. Places are those of the components at the time, from 0.
package enum LiveEdit: Hashable, Sendable {
  /// The component is at this place afterwards.
  case insert(RenderChain.Stage, place: Int)
  case remove(place: Int)
  case move(place: Int, to: Int)
  case replace(place: Int, RenderChain.Stage)
  /// Starts a component anew with a preset, or with its defaults.
  case preset(place: Int, RenderChain.Preset?)
  /// Starts a component anew from its present state.
  case restart(place: Int)
  /// Sets parameters and bypasses, all with the same block.
  case settings([StageSetting])
  /// Replaces all components.
  case all(RenderChain)
  /// Saves a snapshot of this name, or removes it.
  case snapshot(String, RenderChain?)
  /// Changes which components share a process.
  case isolate(PluginIsolation)

  /// Whether something is loaded, or components change places, so that one edit waits for the other.
  package var isStructural: Bool {
    switch self {
    case .settings, .snapshot: false
    default: true
    }
  }
}

/// What has come of an edit.
package enum EditOutcome: Hashable, Sendable {
  /// It is heard.
  case heard
  /// It is done, but no sound is being played.
  case unheard
  /// It was not possible, and nothing has changed.
  case failed(ChainError)
}
