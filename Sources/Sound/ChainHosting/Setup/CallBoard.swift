internal import CLV2Host
internal import ComponentModel
internal import Synchronization

/// The calls to live chains' components that are under way, to be named if the process crashes or hangs, or if a plugin
/// makes it exit.
package enum CallBoard {
  // SAFETY: The slots stay as long as the process, and all fields are atomic. A text is released once no slot names it;
  // only a handler of a process that is about to end may still read it then.

  /// A call to a plugin that is under way.
  package struct Call {
    /// The component's name and URI, as in a string of JSON: it has no control characters.
    package let component: UnsafePointer<CChar>
    /// The call that was made.
    package let phase: RenderPhase?
  }

  private struct Slot: ~Copyable {
    /// The address of a ``RealtimeStatus``; 0 for a free slot.
    let status = Atomic<UInt>(0)
    let text = Atomic<UInt>(0)
  }

  private static let count = 1_024
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    for place in 0..<count { (slots + place).initialize(to: Slot()) }
    return slots
  }()

  /// A component's place on the board, for as long as this object lives.
  final class Entry: Sendable {
    private let place: Int?

    /// Takes a slot; a component that finds none won't be named.
    init(_ status: UnsafeMutablePointer<RealtimeStatus>, name: String, uri: String) {
      let address = UInt(bitPattern: status)
      place = (0..<CallBoard.count).first { place in
        CallBoard.slots[place].status.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing)
          .exchanged
      }
      guard let place else { return }
      let text = Array(String(JSON.string("\(name) (\(uri))").encoded.dropFirst().dropLast()).utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      copy.initialize(from: text, count: text.count)
      CallBoard.slots[place].text.store(UInt(bitPattern: copy), ordering: .releasing)
    }

    deinit {
      guard let place else { return }
      let text = CallBoard.slots[place].text.exchange(0, ordering: .acquiringAndReleasing)
      CallBoard.slots[place].status.store(0, ordering: .releasing)
      UnsafeMutablePointer<CChar>(bitPattern: text)?.deallocate()
    }
  }

  /// Initializes what ``call(ofThisThread:)`` uses, so that a signal handler may call it.
  package static func prepare() { _ = slots }

  /// A call that is under way; nil if there is none. Safe in a signal handler.
  ///
  /// - Parameter isOwn: whether only a call that this thread is making counts.
  package static func call(ofThisThread isOwn: Bool) -> Call? {
    let caller = aucatSelf()
    for place in 0..<count {
      guard let status = UnsafePointer<RealtimeStatus>(bitPattern: slots[place].status.load(ordering: .acquiring)),
        status.pointee.stage.read() != 0, !isOwn || status.pointee.caller.load(ordering: .relaxed) == caller,
        let text = UnsafePointer<CChar>(bitPattern: slots[place].text.load(ordering: .acquiring))
      else { continue }
      return Call(component: text, phase: RenderPhase(rawValue: status.pointee.phase.read()))
    }
    return nil
  }
}
