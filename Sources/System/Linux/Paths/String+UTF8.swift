internal import Glibc

extension String {
  /// The text of these bytes; nil if they are not UTF-8.
  ///
  /// Corresponds to `String(validating:as:)`, which takes the bytes one at a time. Decoding repairs invalid bytes, so
  /// bytes that differ from the decoded text were not valid.
  package init?(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let first = decoded.baseAddress, let second = bytes.baseAddress else { return bytes.isEmpty }
      // SAFETY: both buffers have `bytes.count` bytes.
      return memcmp(first, second, bytes.count) == 0
    }
    guard isSame else { return nil }
    self = text
  }
}
