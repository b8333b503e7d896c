internal import ComponentModel

/// What a render has done.
public struct RenderReport: Hashable, Sendable {
  /// Frames that were read.
  public var framesRead = 0
  /// Frames that were written.
  public var framesWritten = 0
  /// The chain's latency at the end, in frames.
  public var latency = 0
  /// How many frames were dropped at the start to compensate for it.
  public var framesSkipped = 0
}

extension RenderReport {
  var json: JSON {
    .object([
      ("framesRead", .int(framesRead)), ("framesWritten", .int(framesWritten)), ("latency", .int(latency)),
      ("framesSkipped", .int(framesSkipped)),
    ])
  }

  init(_ members: Members) throws(ChainFile.FormatError) {
    framesRead = try members.integer("framesRead") ?? 0
    framesWritten = try members.integer("framesWritten") ?? 0
    latency = try members.integer("latency") ?? 0
    framesSkipped = try members.integer("framesSkipped") ?? 0
  }
}
