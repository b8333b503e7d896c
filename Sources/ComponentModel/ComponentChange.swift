/// One change of the catalog or the user store, made by any process.
///
/// Corresponds to Apple's `AVAudioUnitComponentManagerRegistrationsChanged` and `AVAudioUnitComponentTagsDidChange`
/// notifications, which do not say what has changed. A change says that something is otherwise and not how: ask for the
/// component to see what it is now. Many changes of one thing are one, the last.
public struct ComponentChange: Hashable, Sendable {
  /// What is otherwise.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A component that was not seen before.
    case added
    /// A component is described otherwise: its version, its ports, its presets, its system tags.
    case changed
    /// A component is not seen any more.
    case removed
    /// The tags that the person at this machine gave a component.
    case tags
    /// Whether a component is a favourite.
    case favorite
    /// Whether a component is hidden.
    case hidden
    /// Whether a component is in a collection; without a component, the collection as a whole.
    case collection
    /// A saved search.
    case search
    /// Anything may be otherwise: the catalog was made anew, or the user store restored from a backup. Ask for everything
    /// again.
    case reset
  }

  /// What is otherwise.
  public var kind: Kind
  /// The component's URI; nil where no single component is spoken of.
  public var uri: String?
  /// The component's name in the caller's language; nil where the caller does not see it.
  public var name: String?
  /// The name of the collection or saved search.
  public var label: String?
  /// When it was committed, to the millisecond.
  public var at: UTCTime
  /// Where to go on after this change.
  public var position: ChangePosition

  /// A change.
  public init(
    _ kind: Kind, uri: String? = nil, name: String? = nil, label: String? = nil, at: UTCTime, position: ChangePosition
  ) {
    self.kind = kind
    self.uri = uri
    self.name = name
    self.label = label
    self.at = at
    self.position = position
  }
}
