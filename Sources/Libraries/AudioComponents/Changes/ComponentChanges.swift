public import ComponentModel
internal import Dispatch

/// The changes that any process makes to the catalog and the user store, one at a time: see
/// ``ComponentManager/changes``.
///
/// The sequence ends only when its task is cancelled. A slow subscriber costs no memory: missed changes wait in the
/// stores' logs, where repeated changes of one thing are merged. Each iterator uses an inotify instance, of which Linux
/// gives a user 128; if there is none left, it polls every 0.4 seconds.
public struct ComponentChanges: AsyncSequence, Sendable {
  /// The element is one change.
  public typealias Element = ComponentChange
  /// It never fails: read errors go to `Configuration.notice`, and reading is retried.
  public typealias Failure = Never

  let manager: ComponentManager
  let start: ChangePosition

  /// The same changes in batches, each with everything committed since the last, for hosts that rebuild a list once
  /// for a thousand changes. A batch has a few thousand changes at most and is never empty.
  public var batches: Batches { Batches(changes: self) }

  /// Starts to follow changes.
  public func makeAsyncIterator() -> Iterator { Iterator(batches: batches.makeAsyncIterator()) }

  /// Returns one change after another. Use it in one task.
  public struct Iterator: AsyncIteratorProtocol {
    var batches: Batches.Iterator
    private var pending: ArraySlice<ComponentChange> = []

    init(batches: Batches.Iterator) { self.batches = batches }

    /// Waits for the next change; nil if the task is cancelled.
    public mutating func next() async -> ComponentChange? { await next(isolation: nil) }

    /// As ``next()``.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ComponentChange? {
      if pending.isEmpty { pending = await batches.next(isolation: actor)?[...] ?? [] }
      return pending.popFirst()
    }
  }

  /// See ``ComponentChanges/batches``.
  public struct Batches: AsyncSequence, Sendable {
    /// The changes that were committed since the last batch.
    public typealias Element = [ComponentChange]
    /// See ``ComponentChanges/Failure``.
    public typealias Failure = Never

    let changes: ComponentChanges

    /// Starts to follow changes.
    public func makeAsyncIterator() -> Iterator {
      Iterator(queue: FollowerQueue(ChangeFollower(changes.manager, after: changes.start), changes.manager))
    }

    /// Returns one batch after another. Use it in one task.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let queue: FollowerQueue

      /// Waits for the next changes; nil if the task is cancelled.
      public mutating func next() async -> [ComponentChange]? { await queue.next() }

      /// As ``next()``.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> [ComponentChange]? {
        await queue.next()
      }
    }
  }
}

/// A follower on its own queue, because it blocks its thread.
private final class FollowerQueue: Sendable {
  private let follower: ChangeFollower
  private let manager: ComponentManager
  private let queue = DispatchQueue(label: "aucat.changes")

  init(_ follower: ChangeFollower, _ manager: ComponentManager) {
    self.follower = follower
    self.manager = manager
  }

  func next() async -> [ComponentChange]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.follow()) }
      }
    } onCancel: {
      follower.stop()
    }
  }

  /// Reports a read error once and retries.
  private func follow() -> [ComponentChange]? {
    var said = ""
    while !follower.hasEnded {
      do {
        let changes = try follower.next()
        if !changes.isEmpty { return changes }
      } catch {
        if "\(error)" != said { manager.configuration.notice("changes can't be followed: \(error)") }
        said = "\(error)"
        follower.pause(milliseconds: 1_000)
      }
    }
    return nil
  }
}
