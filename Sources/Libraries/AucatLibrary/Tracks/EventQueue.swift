internal import CAucat
internal import Linux
internal import Synchronization

/// Events that the host has not taken yet, with a descriptor that is readable exactly while there are any.
final class EventQueue: Sendable {
  private struct State: ~Copyable, Sendable {
    let signal: EventDescriptor
    /// Reversed: the next event is the last element.
    var outgoing: [EventObject] = []
    var incoming: [EventObject] = []

    init(_ signal: consuming EventDescriptor) { self.signal = signal }
  }

  private let state: Mutex<State>

  /// - Throws: if the system has no descriptor left.
  init() throws(CallFailure) {
    do throws(SystemError) {
      state = Mutex(State(try EventDescriptor()))
    } catch {
      throw CallFailure(AUCAT_ERROR_SYSTEM, "there is no descriptor for events (\(error.phrase)); close others")
    }
  }

  var descriptor: Int32 { state.withLock { $0.signal.number } }

  func add(_ event: EventObject) {
    state.withLock { state in
      if state.outgoing.isEmpty, state.incoming.isEmpty { state.signal.set() }
      state.incoming.append(event)
    }
  }

  func next() -> EventObject? {
    state.withLock { state in
      if state.outgoing.isEmpty {
        state.outgoing = state.incoming.reversed()
        state.incoming = []
      }
      guard let event = state.outgoing.popLast() else { return nil }
      if state.outgoing.isEmpty, state.incoming.isEmpty { state.signal.clear() }
      return event
    }
  }
}
