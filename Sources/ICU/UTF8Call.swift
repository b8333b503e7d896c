/// Calls a C function that writes into a buffer and returns how much it has to write, twice where the first buffer was
/// too small.
///
/// - Returns: nil where the function says that it failed.
func withGrowingBuffer<Element>(
  _ guess: Int, of type: Element.Type, _ call: (UnsafeMutablePointer<Element>, Int32) -> Int32
) -> [Element]? {
  var capacity = guess
  while true {
    var needed: Int32 = -1
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
  /// Calls `body` with the text's UTF-8 bytes and their number.
  func withUTF8Bytes<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let base = text.baseAddress else { return withUnsafePointer(to: 0) { body($0, 0) } }
        return body(base, Int32(clamping: text.count))
      }
    }
  }
}
