internal import CLV2Host
internal import ComponentModel
internal import Linux
internal import Synchronization

/// The memory that a child which hosts components shares with its parent: blocks of sound, requests with their answers,
/// and plugins' log messages.
struct HostMemory: @unchecked Sendable {
  // SAFETY: The child's memory is mapped longer than this value is used. Every place is computed from constants, and
  // each count that the other process has written is bounded before use.

  /// The most components that a child can host.
  static let slots = 64
  private static let bellOffset = 4_096
  private static let turnOffset = 4_160
  private static let lengthOffset = 4_224
  private static let messagesOffset = 4_288
  private static let windowOffset = 8_192
  /// The size of the window for a part of a request or an answer, in bytes.
  private static let window = 1 << 16
  private static let logOffset = windowOffset + window
  private static let logSlots: UInt32 = 64
  private static let logSize = 1_024
  private static let areaOffset = logOffset + Int(logSlots) * logSize

  /// The size of the memory in bytes, if components' blocks need this many of them.
  static func size(area: Int) -> Int { areaOffset + area }

  let child: ChildMemory
  private let start: UnsafeMutableRawPointer

  init(_ child: ChildMemory) {
    self.child = child
    guard let start = child.payload.baseAddress else { preconditionFailure("mapped memory has an address") }
    self.start = start
  }

  var exchanges: UnsafeMutablePointer<AucatExchange> { start.assumingMemoryBound(to: AucatExchange.self) }
  /// Grows with each requested block.
  var bell: UnsafeMutablePointer<UInt32> { (start + Self.bellOffset).assumingMemoryBound(to: UInt32.self) }

  /// The memory for components' blocks.
  var area: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: start + Self.areaOffset, count: max(0, child.payload.count - Self.areaOffset))
  }

  /// The status of the render thread.
  var rendering: UnsafeMutablePointer<RealtimeStatus> { child.statuses }
  /// The status of the thread that serves requests.
  var serving: UnsafeMutablePointer<RealtimeStatus> { child.statuses + 1 }

  // MARK: Requests

  /// Whose turn it is to write: even for the parent, odd for the child.
  private var turn: EventCount { EventCount(at: start + Self.turnOffset) }
  /// The number of bytes in the window, combined with ``ChildMemory/endMark`` if they are the last.
  private var length: UnsafeMutablePointer<Atomic<UInt32>> {
    (start + Self.lengthOffset).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// Sends a request or an answer, a window at a time.
  ///
  /// - Parameter waiting: waits until the turn differs from the given one.
  /// - Returns: the other process's turn, after which an answer is there.
  func send<Failure: Error>(
    _ text: [UInt8], waiting: (UInt32) throws(Failure) -> Void
  ) throws(Failure) -> UInt32 {
    var done = 0
    repeat {
      let count = min(Self.window, text.count - done)
      text.withUnsafeBytes { bytes in
        if let source = bytes.baseAddress {
          (start + Self.windowOffset).copyMemory(from: source + done, byteCount: count)
        }
      }
      done += count
      let isLast = done == text.count
      length.pointee.publish(UInt32(count) | (isLast ? ChildMemory.endMark : 0))
      let theirs = pass()
      if isLast { return theirs }
      try waiting(theirs)
    } while true
  }

  /// Passes the turn to the other process, and returns its number.
  private func pass() -> UInt32 {
    // Only the process that has the turn changes it.
    let own = turn.value
    turn.signal()
    return own &+ 1
  }

  /// Receives a request or an answer whose first window has arrived.
  ///
  /// - Parameter limit: the largest size that it may have, in bytes.
  /// - Returns: nil if it is longer, or a window before the last one is not full.
  func receive<Failure: Error>(
    limit: Int = .max, _ waiting: (UInt32) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8]? {
    var text: [UInt8] = []
    while true {
      let mark = length.pointee.read()
      let count = min(Int(mark & ~ChildMemory.endMark), Self.window)
      let isLast = mark & ChildMemory.endMark != 0
      // Windows without bytes could follow each other forever.
      guard count <= limit - text.count, isLast || count == Self.window else { return nil }
      text += UnsafeRawBufferPointer(start: start + Self.windowOffset, count: count)
      if isLast { return text }
      try waiting(pass())
    }
  }

  /// Waits until the turn changes, but no longer than this time.
  ///
  /// - Returns: whether it has changed.
  func waits(for value: UInt32, milliseconds: UInt32) -> Bool {
    if turn.value == value { turn.wait(while: value, milliseconds: milliseconds) }
    return turn.value != value
  }

  // MARK: What plugins log

  private var written: UnsafeMutablePointer<Atomic<UInt32>> {
    (start + Self.messagesOffset).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
  private var taken: UnsafeMutablePointer<Atomic<UInt32>> {
    (start + Self.messagesOffset + 64).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  private func message(_ number: UInt32) -> UnsafeMutableRawPointer {
    start + Self.logOffset + Int(number % Self.logSlots) * Self.logSize
  }

  /// Sends a plugin's log message, or drops it if there is no room. Only one thread at a time may call it.
  func log(_ message: PluginMessage) {
    let number = written.pointee.read()
    guard number &- taken.pointee.read() < Self.logSlots else { return }
    // JSON escapes may turn a byte into six.
    let text = Array(message.json(cutTo: 150).encoded.utf8.prefix(Self.logSize - 4))
    let place = self.message(number)
    place.storeBytes(of: UInt32(text.count), as: UInt32.self)
    text.withUnsafeBytes {
      (place + 4).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(place), byteCount: $0.count)
    }
    written.pointee.publish(number &+ 1)
  }

  /// The messages logged since the last call.
  func takeMessages() -> [PluginMessage] {
    var messages: [PluginMessage] = []
    for _ in 0..<Self.logSlots {
      let number = taken.pointee.read()
      guard number != written.pointee.read() else { break }
      let place = message(number)
      let count = min(Int(place.load(as: UInt32.self)), Self.logSize - 4)
      // It is copied first, since a plugin may still write there.
      let bytes = Array(UnsafeRawBufferPointer(start: place + 4, count: count))
      taken.pointee.publish(number &+ 1)
      guard case .object(let members)? = JSON(String(decoding: bytes, as: UTF8.self)),
        let message = try? PluginMessage(Members(members, ""))
      else { continue }
      messages.append(message)
    }
    return messages
  }
}
