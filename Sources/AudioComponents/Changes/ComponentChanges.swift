public import ComponentModel
internal import Dispatch

/// The changes of the catalog and the user store, made by any process, one after the other: what
/// ``ComponentManager/changes`` gives.
///
/// It has no end but the cancellation of the task that follows it. A subscriber that sleeps holds no memory: what it
/// missed is in the stores' logs, where many changes of one thing are one. Each iterator has an inotify instance, of which
/// Linux gives a user 128; where there is none left, it looks every 0.4 seconds.
public struct ComponentChanges: AsyncSequence, Sendable {
  /// One change.
  public typealias Element = ComponentChange
  /// It does not fail: what can't be read is said by `Configuration.notice`, and read when it can be again.
  public typealias Failure = Never

  let manager: ComponentManager
  let start: ChangePosition

  /// The same changes, all that have been committed since the last time in one piece: for who shows a list and makes it
  /// anew once for a thousand changes. A piece has at most some thousands; none is empty.
  public var batches: Batches { Batches(changes: self) }

  /// Begins to follow.
  public func makeAsyncIterator() -> Iterator { Iterator(batches: batches.makeAsyncIterator()) }

  /// Gives one change after the other. Belongs to one task.
  public struct Iterator: AsyncIteratorProtocol {
    var batches: Batches.Iterator
    private var pending: ArraySlice<ComponentChange> = []

    init(batches: Batches.Iterator) { self.batches = batches }

    /// The next change, as soon as there is one; nil where the task is cancelled.
    public mutating func next() async -> ComponentChange? { await next(isolation: nil) }

    /// As ``next()``.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ComponentChange? {
      if pending.isEmpty { pending = await batches.next(isolation: actor)?[...] ?? [] }
      return pending.popFirst()
    }
  }

  /// See ``ComponentChanges/batches``.
  public struct Batches: AsyncSequence, Sendable {
    /// What has been committed since the last time.
    public typealias Element = [ComponentChange]
    /// See ``ComponentChanges/Failure``.
    public typealias Failure = Never

    let changes: ComponentChanges

    /// Begins to follow.
    public func makeAsyncIterator() -> Iterator {
      Iterator(queue: FollowerQueue(ChangeFollower(changes.manager, after: changes.start), changes.manager))
    }

    /// Gives one piece after the other. Belongs to one task.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let queue: FollowerQueue

      /// The next changes, as soon as there are any; nil where the task is cancelled.
      public mutating func next() async -> [ComponentChange]? { await queue.next() }

      /// As ``next()``.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> [ComponentChange]? {
        await queue.next()
      }
    }
  }
}

/// A follower on a queue of its own, because it waits in its thread.
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

  /// What can't be read is said once, and read when it can be again.
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
