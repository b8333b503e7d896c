internal import ComponentModel

/// The features that plugins may require.
public enum HostFeature {
  /// Whether a chain is played live, or rendered as fast as possible.
  public enum Mode: Hashable, Sendable {
    /// Blocks are rendered as fast as possible; the same input gives the same output.
    case offline
    /// Blocks are rendered when a device asks for them.
    case live
  }

  /// URIs of the features that are available in every mode.
  public static let supported: Set<String> = [
    Namespace.urid + "map", Namespace.urid + "unmap", Namespace.options + "options",
    Namespace.bufferSize + "boundedBlockLength", Namespace.bufferSize + "fixedBlockLength",
    Namespace.bufferSize + "powerOf2BlockLength", Namespace.bufferSize + "coarseBlockLength",
    Namespace.worker + "schedule", Namespace.log + "log",
    Namespace.state + "makePath", Namespace.state + "mapPath", Namespace.state + "freePath",
    Namespace.state + "loadDefaultState",
    Namespace.state + "threadSafeRestore", Namespace.resizePort + "resize",
    LV2.hardRTCapable, LV2.inPlaceBroken,
  ]

  /// `lv2:isLive`: available while a chain is played live.
  public static let isLive = LV2.isLive

  /// Why a plugin that requires these features can't be hosted; nil if it can.
  package static func objection(to required: [String], in mode: Mode) -> ChainError.Cause? {
    let missing = required.filter { !supported.contains($0) && !(mode == .live && $0 == isLive) }
    if missing == [isLive] { return .needsLiveSource }
    return missing.isEmpty ? nil : .missingFeatures(missing)
  }
}
