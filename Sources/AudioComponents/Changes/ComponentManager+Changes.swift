public import ComponentModel
internal import ComponentStore

extension ComponentManager {
  /// What happens from now on to components, their tags, favourites, collections and saved searches, made by any process:
  /// corresponds to `AVAudioUnitComponentManagerRegistrationsChanged` and `AVAudioUnitComponentTagsDidChange`.
  ///
  /// A change is there within a second, most within some hundredths. Ask first for the sequence and then for components,
  /// and nothing is missed between the two. A catalog that is not there yet is waited for: following scans nothing.
  public var changes: ComponentChanges { changes(since: currentPosition) }

  /// What has happened since a position, and happens from now on; see ``changes``.
  ///
  /// - Parameter position: that of a change that was seen before, in this process or another, or
  ///   ``ChangePosition/beginning``: then everything that is there comes first.
  public func changes(since position: ChangePosition) -> ComponentChanges {
    ComponentChanges(manager: self, start: position)
  }

  /// As ``changes(since:)``, in the calling thread.
  ///
  /// - Parameter position: nil for now.
  public func follower(since position: ChangePosition? = nil) -> ChangeFollower {
    ChangeFollower(self, after: position ?? currentPosition)
  }

  /// The position after the last change of both stores.
  ///
  /// - Throws: an error about a store.
  public func changePosition() throws(ComponentManagerError) -> ChangePosition {
    try unifyingErrors { try reading(view) { catalog, _ in try catalog.changePosition() } ?? .beginning }
  }

  /// Where nothing can be read, the beginning: rather everything than a change too few.
  private var currentPosition: ChangePosition { (try? changePosition()) ?? .beginning }
}
