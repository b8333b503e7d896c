/// A text that equals another only if both have the same bytes.
///
/// Swift's strings are equal when they are canonically equivalent; predicates compare exactly by default.
struct ExactText: Hashable, Comparable, Sendable {
  let string: String

  init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    self.string = string
  }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.string.utf8.count == b.string.utf8.count && a.string.utf8.elementsEqual(b.string.utf8)
  }

  /// Compares the bytes, which in UTF-8 sort as their Unicode scalars do.
  static func < (a: ExactText, b: ExactText) -> Bool { a.string.utf8.lexicographicallyPrecedes(b.string.utf8) }

  func hash(into hasher: inout Hasher) {
    hasher.combine(string.utf8.count)
    var copy = string
    // SAFETY: The buffer is used only during the call.
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
