/// A MIDI message of any length within a block or a cycle, as a render thread takes it: plain memory that the caller
/// owns.
public struct MIDIEvent: BitwiseCopyable {
  // SAFETY: `bytes` points to `size` bytes for as long as the event is used.

  /// Its time, in frames from the start of the block.
  public var frame: UInt32
  /// The length of the message, in bytes.
  public var size: UInt32
  /// The bytes of the message. Valid during the block.
  public var bytes: UnsafePointer<UInt8>

  /// Creates an event that refers to the caller's bytes.
  @_noLocks public init(frame: UInt32, size: UInt32, bytes: UnsafePointer<UInt8>) {
    self.frame = frame
    self.size = size
    self.bytes = bytes
  }
}

extension Collection<MIDIMessage> {
  /// Calls a function with these messages as the events of a block, which are valid during the call. Changes of the
  /// tempo and the meter, which are not sent to MIDI ports, are left out. Not real-time safe.
  ///
  /// - Parameters:
  ///   - start: the block's first frame, counted like the messages' frames.
  ///   - body: renders the block.
  public func withEvents<Result>(
    from start: Int = 0, _ body: (UnsafeBufferPointer<MIDIEvent>) throws -> Result
  ) rethrows -> Result {
    // SAFETY: The bytes of all messages follow each other in one array, whose memory stays during the call.
    let messages = filter { !$0.isMeta && !$0.bytes.isEmpty }
    return try messages.flatMap(\.bytes).withUnsafeBufferPointer { bytes in
      guard var next = bytes.baseAddress, !messages.isEmpty else {
        return try body(UnsafeBufferPointer(start: nil, count: 0))
      }
      let events = messages.map { message in
        defer { next += message.bytes.count }
        return MIDIEvent(
          frame: UInt32(clamping: message.frame - start), size: UInt32(message.bytes.count), bytes: next)
      }
      return try events.withUnsafeBufferPointer(body)
    }
  }
}
