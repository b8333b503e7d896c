internal import Synchronization

/// A text for C.
struct CText: @unchecked Sendable {
  // SAFETY: The memory is never written after its initialization, and is freed by its one owner.

  let pointer: UnsafeMutablePointer<CChar>

  /// A copy of a text. A NUL in it, at which C strings end, becomes U+FFFD.
  init(_ text: String) {
    let bytes = text.utf8.contains(0) ? text.split(separator: "\0", omittingEmptySubsequences: false) : nil
    let whole = bytes?.joined(separator: "\u{FFFD}") ?? text
    let count = whole.utf8.count
    pointer = .allocate(capacity: count + 1)
    for (index, byte) in whole.utf8.enumerated() { pointer[index] = CChar(bitPattern: byte) }
    pointer[count] = 0
  }

  func free() { pointer.deallocate() }

  /// A text that belongs to the caller, who releases it with `aucat_free`.
  static func forCaller(_ text: String) -> UnsafeMutablePointer<CChar> { CText(text).pointer }
}

/// The texts of an object, made when a caller first asks for them: they stay where they are until it is freed.
final class OwnedTexts: Sendable {
  /// Which text it is: a field of the object, and which of several.
  struct Place: Hashable {
    var field: Int
    var index: Int
    var part: Int
  }

  // SAFETY: A text that was given away stays where it is, unchanged, until `deinit`, which frees each once. The table
  // is only touched under its lock.
  private let texts = Mutex<[Place: CText]>([:])

  /// The text at a place.
  func text(_ field: Int, index: Int = 0, part: Int = 0, _ make: () -> String?) -> UnsafePointer<CChar>? {
    let place = Place(field: field, index: index, part: part)
    if let known = texts.withLock({ $0[place] }) { return UnsafePointer(known.pointer) }
    guard let text = make() else { return nil }
    let made = CText(text)
    return texts.withLock { texts in
      // Another thread may have been faster, and its caller has the pointer.
      if let known = texts[place] {
        made.free()
        return UnsafePointer(known.pointer)
      }
      texts[place] = made
      return UnsafePointer(made.pointer)
    }
  }

  deinit { texts.withLock { for text in $0.values { text.free() } } }
}
