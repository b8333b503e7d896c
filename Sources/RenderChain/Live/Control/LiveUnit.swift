internal import ComponentModel
internal import Synchronization

/// A component of a live chain, for the control thread.
struct LiveUnit: @unchecked Sendable {
  // SAFETY: The chain's pool has the watch, which is atomic.

  let loaded: LoadedChain
  let control: ChainControl
  let watch: UnsafeMutablePointer<LevelWatch>

  /// How it is known.
  var record: PluginRecord { loaded.stages[0].record }

  var status: LiveStatus.Stage {
    LiveStatus.Stage(
      component: record.uri, name: name, state: state, latency: control.latency,
      peak: watch.pointee.peak.read(), load: watch.pointee.load.read(), muted: Int(watch.pointee.muted.read()))
  }

  private var name: String {
    let names = record.names
    let chosen = names.first { $0.language == nil } ?? names.first { $0.language == "en" } ?? names.first
    return chosen?.text ?? record.uri
  }

  private var state: LiveStatus.State {
    if watch.pointee.muting.read() != 0 { return .muted }
    if watch.pointee.isUnsuited.read() != 0 { return .unsuited }
    return loaded.isBypassed(0) ? .bypassed : .runs
  }

  var takesMIDI: Bool { record.ports.contains { $0.carriesMIDI && $0.direction == .input } }
}
