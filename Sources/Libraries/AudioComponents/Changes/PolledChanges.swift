public import ComponentModel
internal import Linux

/// The changes that any process makes to the catalog and the user store, for hosts with an event loop of their own: that of a
/// toolkit, or poll(2). No thread waits.
///
/// ```swift
/// let changes = manager.polledChanges()
/// var entry = pollfd(fd: changes.descriptor, events: Int16(POLLIN), revents: 0)
/// while poll(&entry, 1, 500) > 0 { for change in try changes.read() { print(change.kind) } }
/// ```
///
/// Uses three descriptors. Use it on one thread at a time, and never on the render thread.
public final class PolledChanges {
  private let follower: ChangeFollower
  private let wakeUp: TimedDescriptor?
  /// How many times the logs have been read since the last sign of a commit.
  private var readings = 0

  init(_ follower: ChangeFollower) {
    self.follower = follower
    wakeUp = TimedDescriptor(follower.watch.descriptor)
    // Everything committed before now can be read.
    wakeUp?.start(milliseconds: 0)
  }

  /// A descriptor that is readable when it is time to call ``read()``. Only wait for it: don't read from it, and don't
  /// close it. It is -1 if the system has no descriptors left; then call ``read()`` every half second.
  public var descriptor: Int32 { wakeUp?.number ?? -1 }

  /// The position after the last change that was returned. Save it to resume there.
  public var position: ChangePosition { follower.position }

  /// Returns the changes that were committed since the last call, without waiting: a few thousand at most, often none.
  /// The descriptor becomes readable again when there may be more.
  ///
  /// - Throws: an error about a store. ``position`` stays the same, and a later call tries again.
  public func read() throws(ComponentManagerError) -> [ComponentChange] {
    let hasPassed = wakeUp?.hasPassed() ?? true
    if hasPassed { readings += 1 }
    var hasNews = false
    if case .changed(let entries) = follower.watch.wait(milliseconds: 0) {
      hasNews = true
      if follower.mayBeCommits(entries) { readings = 0 }
    }
    // Watch before reading, so that no commit falls between the two.
    let isWatched = follower.watchFolders()
    // After a change, notifications pause, so that a busy writer doesn't keep the host busy.
    var pause = hasNews ? ChangeFollower.delays[0] : follower.pause(afterReading: readings, isWatched)
    defer {
      wakeUp?.start(milliseconds: pause)
      wakeUp?.heedOther(!hasNews)
    }
    follower.takeOverLater()
    let (changes, isComplete) = try follower.read()
    if !isComplete { pause = 0 }
    return changes
  }
}

extension ComponentManager {
  /// The changes since a position, and from now on, for an event loop; see ``changes``.
  ///
  /// - Parameter position: nil for now.
  public func polledChanges(since position: ChangePosition? = nil) -> PolledChanges {
    PolledChanges(follower(since: position))
  }
}
