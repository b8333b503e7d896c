/// Calls a C function that writes into a buffer and returns the size it needs; calls it again if the first buffer was
/// too small.
///
/// - Returns: nil if the function fails.
func withGrowingBuffer<Element>(
  _ guess: Int, of type: Element.Type, _ call: (UnsafeMutablePointer<Element>, Int32) -> Int32
) -> [Element]? {
  var capacity = guess
  while true {
    var needed: Int32 = -1
    // SAFETY: The function writes at most `capacity` elements, and `count` takes in no more than it says it has
    // written.
    let written = [Element](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = 0
      guard let base = buffer.baseAddress else { return }
      needed = call(base, Int32(capacity))
      if needed >= 0 && Int(needed) <= capacity { count = Int(needed) }
    }
    if needed < 0 { return nil }
    if Int(needed) <= capacity { return written }
    capacity = Int(needed)
  }
}

extension String {
  /// Creates a string from the UTF-8 that a C function writes. The function is called again if `guess` bytes are too
  /// few.
  ///
  /// - Parameter call: returns how many bytes it has to write; a negative number means that it failed, and the result
  ///   is nil.
  init?(growingFrom guess: Int, _ call: (UnsafeMutablePointer<CChar>, Int32) -> Int32) {
    var capacity = guess
    while true {
      var needed: Int32 = -1
      // SAFETY: The function writes at most `capacity` bytes, only what it has written is read, and the text is a copy.
      let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer -> String? in
        needed = buffer.baseAddress.map { call($0, Int32(capacity)) } ?? -1
        guard needed >= 0, Int(needed) <= capacity else { return nil }
        return String(
          decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<Int(needed)]), as: UTF8.self)
      }
      if let text {
        self = text
        return
      }
      if needed < 0 { return nil }
      capacity = Int(needed)
    }
  }

  /// Calls `body` with the text's UTF-8 bytes and their number.
  func withUTF8Bytes<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { bytes in
      // SAFETY: A `CChar` has the size and alignment of a byte. `body` reads only as many as the count says: none at
      // all for an empty text, which may have no address.
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let base = text.baseAddress else { return withUnsafePointer(to: 0) { body($0, 0) } }
        return body(base, Int32(clamping: text.count))
      }
    }
  }
}
