internal import Linux

/// The bytes of a pipe, which arrive only once. The last few are kept and can be read again, as the header reader does.
struct ForwardBytes {
  // SAFETY: Targets are written within their counts, during the call.

  /// The number of bytes that have been read.
  private var position: Int64 = 0
  /// The last bytes that have been read, up to `mostKept`.
  private var kept: [UInt8] = []
  /// Whether to stop waiting for bytes that don't arrive.
  private let isStopped: () -> Bool

  private static let mostKept = 64
  /// How long to read only to count bytes: the writer may never stop.
  private static let timeForRest = Duration.milliseconds(500)
  /// The maximum number of bytes to read only to count them.
  private static let mostDropped: Int64 = 1 << 28
  /// How long to wait before `isStopped` is called again, in milliseconds.
  private static let patience = 100

  init(isStopped: @escaping () -> Bool) { self.isStopped = isStopped }

  /// Fills memory from an offset. Returns the number of bytes, less than the memory's size only at the end.
  mutating func read(
    _ target: UnsafeMutableRawBufferPointer, at offset: Int64, of file: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    try skip(to: offset, of: file)
    let again = Int(position - offset)
    guard again <= kept.count else { throw SystemError.notSeekable }
    var done = min(again, target.count)
    for index in 0..<done { target[index] = kept[kept.count - again + index] }
    while done < target.count {
      let count = try next(UnsafeMutableRawBufferPointer(rebasing: target[done...]), of: file)
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads the rest from an offset on, until the stream ends, nothing arrives for a while, or a limit is reached.
  mutating func rest(at offset: Int64, of file: borrowing FileDescriptor) throws(SystemError) -> StreamRest {
    let end = ContinuousClock.now + Self.timeForRest
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while position < offset {
      // The announced size may end within a frame whose remaining bytes never arrive.
      guard .now < end, file.isReadable(within: Self.patience) else { return StreamRest([]) }
      let wanted = Int(min(offset - position, Int64(portion.count)))
      if try next(&portion, limit: wanted, of: file) == 0 { return StreamRest([]) }
    }
    var rest = StreamRest(kept.suffix(Int(clamping: position - offset)))
    while rest.count < Self.mostDropped, .now < end, file.isReadable(within: Self.patience) {
      let count = try next(&portion, limit: portion.count, of: file)
      if count == 0 {
        rest.isWhole = true
        break
      }
      rest.append(portion[..<count])
    }
    return rest
  }

  private mutating func skip(to offset: Int64, of file: borrowing FileDescriptor) throws(SystemError) {
    var portion = [UInt8](repeating: 0, count: offset > position ? 1 << 16 : 0)
    while position < offset {
      let wanted = Int(min(offset - position, Int64(portion.count)))
      if try next(&portion, limit: wanted, of: file) == 0 {
        // The stream ended before the offset, so there is nothing at the offset either.
        position = offset
        kept = []
      }
    }
  }

  /// Reads available bytes into the start of an array; returns 0 at the end.
  private mutating func next(
    _ portion: inout [UInt8], limit: Int, of file: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    // SAFETY: The array is longer than the limit, and its buffer is used only during the call.
    let result = portion.withUnsafeMutableBytes { memory in
      Result { () throws(SystemError) in
        try next(UnsafeMutableRawBufferPointer(rebasing: memory[..<limit]), of: file)
      }
    }
    return try result.get()
  }

  /// Reads available bytes, up to the memory's size; returns 0 at the end.
  private mutating func next(
    _ target: UnsafeMutableRawBufferPointer, of file: borrowing FileDescriptor
  ) throws(SystemError) -> Int {
    while !file.isReadable(within: Self.patience) { if isStopped() { throw SystemError.interrupted } }
    let count = try file.read(into: target)
    position += Int64(count)
    kept.append(contentsOf: target[..<count].suffix(Self.mostKept))
    if kept.count > Self.mostKept { kept.removeFirst(kept.count - Self.mostKept) }
    return count
  }
}
