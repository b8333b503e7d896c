internal import Synchronization
internal import CLV2Host

/// Applies a chain's settings to a loaded stage: default state, preset or saved state, then parameters.
struct StageSetup {
  private let loaded: LoadedStage
  private let stage: RenderChain.Stage
  // SAFETY: The stage is in the pool of the loaded chain, which is set up before any thread renders it.
  private let realtime: UnsafeMutablePointer<RealtimeStage>
  private let settings: HostSettings

  init(
    _ loaded: LoadedStage, from stage: RenderChain.Stage, realtime: UnsafeMutablePointer<RealtimeStage>,
    settings: HostSettings
  ) {
    self.loaded = loaded
    self.stage = stage
    self.realtime = realtime
    self.settings = settings
  }

  /// - Parameter beat: called before each call of a plugin.
  func apply(beat: () -> Void) throws(ChainError) {
    beat()
    let content = try StageContent(of: stage, loaded.record, settings)
    try restore(content.state, beat)
    for (port, value) in content.values { realtime.pointee.parameters.start(port, at: value) }
    if stage.isBypassed { realtime.pointee.startBypassed(loaded.enabledPort) }
  }

  private func restore(_ state: [StateProperty], _ beat: () -> Void) throws(ChainError) {
    for instance in loaded.instances {
      beat()
      try instance.restore(state)
    }
  }
}

extension RealtimeStage {
  /// Bypasses the stage from the first frame.
  fileprivate func startBypassed(_ enabled: ComponentPort?) {
    if let enabled {
      parameters.start(enabled.index, at: 0)
    } else {
      // SAFETY: The chain's pool has both, and the chain is not running yet.
      bypass.wanted.pointee.publish(1)
      bypass.progress.pointee.wet = 0
    }
  }
}
