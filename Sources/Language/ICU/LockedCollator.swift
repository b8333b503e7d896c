private import CICU
internal import Synchronization

/// ICU's collator, opened at its first use and used by one thread at a time.
final class LockedCollator: Sendable {
  // SAFETY: The collator is used only under the lock, since ICU's can't be shared. The state can't be copied, so it is
  // closed once.
  private struct State: ~Copyable {
    var pointer: OpaquePointer?
    var isOpen = false

    deinit { aucatCollatorClose(pointer) }
  }

  private let locale: String
  private let state = Mutex(State())

  init(locale: String) { self.locale = locale }

  /// The collation key of a text; its UTF-8 if ICU has no collator.
  func key(_ text: String) -> [UInt8] {
    state.withLock { state in
      if !state.isOpen {
        state.pointer = aucatCollatorOpen(locale)
        state.isOpen = true
      }
      guard let collator = state.pointer else { return Array(text.utf8) }
      return text.withUTF8Bytes { bytes, count in
        withGrowingBuffer(text.utf8.count * 2 + 16, of: UInt8.self) { buffer, capacity in
          aucatCollatorKey(collator, bytes, count, buffer, capacity)
        } ?? Array(text.utf8)
      }
    }
  }
}
