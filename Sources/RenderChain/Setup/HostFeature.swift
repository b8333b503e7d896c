/// The features that plugins may require.
public enum HostFeature {
  /// Whether a chain is played live, or rendered as fast as possible.
  public enum Mode: Hashable, Sendable {
    /// Blocks are rendered as fast as possible; the same input gives the same output.
    case offline
    /// Blocks are rendered when a device asks for them.
    case live
  }

  /// URIs of the features that are there in every mode.
  public static let supported: Set<String> = [
    LV2URI.urid + "map", LV2URI.urid + "unmap", LV2URI.options + "options",
    LV2URI.bufferSize + "boundedBlockLength", LV2URI.bufferSize + "fixedBlockLength",
    LV2URI.bufferSize + "powerOf2BlockLength", LV2URI.bufferSize + "coarseBlockLength",
    LV2URI.worker + "schedule", LV2URI.log + "log",
    LV2URI.state + "makePath", LV2URI.state + "mapPath", LV2URI.state + "freePath", LV2URI.state + "loadDefaultState",
    LV2URI.state + "threadSafeRestore", LV2URI.resizePort + "resize",
    LV2URI.core + "hardRTCapable", LV2URI.core + "inPlaceBroken",
  ]

  /// `lv2:isLive`: there while a chain is played live.
  public static let isLive = LV2URI.core + "isLive"

  /// Why a plugin that requires these features can't be hosted; nil if it can.
  static func objection(to required: [String], in mode: Mode) -> ChainError.Cause? {
    let missing = required.filter { !supported.contains($0) && !(mode == .live && $0 == isLive) }
    if missing == [isLive] { return .needsLiveSource }
    return missing.isEmpty ? nil : .missingFeatures(missing)
  }
}
