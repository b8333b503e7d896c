internal import CatalogSearch
public import ComponentModel

extension ComponentManager {
  /// The changes that any process makes from now on to components, their tags, favourites, collections and saved
  /// searches. Corresponds to `AVAudioUnitComponentManagerRegistrationsChanged` and
  /// `AVAudioUnitComponentTagsDidChange`.
  ///
  /// A change arrives within a second, usually within a few hundredths of a second. Get the sequence before you query
  /// components, and you miss nothing in between. Following takes over what is installed, as `Configuration.following` says; if
  /// there is no catalog yet, it waits for one.
  public var changes: ComponentChanges { changes(since: currentPosition) }

  /// The changes since a position, and from now on; see ``changes``.
  ///
  /// - Parameter position: the position of an earlier change, seen in this process or another, or
  ///   `ChangePosition.beginning` to start with everything there is.
  public func changes(since position: ChangePosition) -> ComponentChanges {
    ComponentChanges(manager: self, start: position)
  }

  /// As ``changes(since:)``, on the calling thread.
  ///
  /// - Parameter position: nil for now.
  public func follower(since position: ChangePosition? = nil) -> ChangeFollower {
    ChangeFollower(self, after: position ?? currentPosition)
  }

  /// A follower that leaves taking over what is installed to others, such as ``keepScanning(_:scanned:isCancelled:)``.
  package func followerWithoutLooks(since position: ChangePosition? = nil) -> ChangeFollower {
    ChangeFollower(self, after: position ?? currentPosition, takesOver: false)
  }

  /// The position after the last change of both stores.
  ///
  /// - Throws: an error about a store.
  public func changePosition() throws(ComponentManagerError) -> ChangePosition {
    try unifyingErrors { try reading(view) { catalog, _ in try catalog.changePosition() } ?? .beginning }
  }

  /// The position now; the beginning if nothing can be read: better too many changes than too few.
  private var currentPosition: ChangePosition { (try? changePosition()) ?? .beginning }
}
