/// One change that any process made to the catalog or the user store.
///
/// Corresponds to Apple's `AVAudioUnitComponentManagerRegistrationsChanged` and `AVAudioUnitComponentTagsDidChange`
/// notifications, which do not say what has changed. A change says what has changed, but not how: look the component up
/// to see. Repeated changes of one thing are merged into the last.
public struct ComponentChange: Hashable, Sendable {
  /// What a change is about.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A component has appeared.
    case added
    /// A component's description has changed: its version, ports, presets or system tags.
    case changed
    /// A component has disappeared.
    case removed
    /// The tags that the user gave a component have changed.
    case tags
    /// A component has become a favourite, or is no longer one.
    case favorite
    /// A component has been hidden, or is no longer hidden.
    case hidden
    /// A component has been added to a collection or removed from it; without a component, the collection as a whole
    /// has changed.
    case collection
    /// A saved search was added, changed or removed.
    case search
    /// Possibly everything has changed: the catalog was rebuilt, or the user store restored from a backup. Read
    /// everything again.
    case reset
  }

  /// What the change is about.
  public var kind: Kind
  /// The component's URI; nil if the change is not about one component.
  public var uri: String?
  /// The component's name in the caller's language; nil if the caller doesn't see the component.
  public var name: String?
  /// The name of the collection or saved search.
  public var label: String?
  /// When it was committed, to the millisecond.
  public var time: UTCTime
  /// Where to resume after this change.
  public var position: ChangePosition

  /// Creates a description of a change.
  package init(
    _ kind: Kind, uri: String? = nil, name: String? = nil, label: String? = nil, time: UTCTime, position: ChangePosition
  ) {
    self.kind = kind
    self.uri = uri
    self.name = name
    self.label = label
    self.time = time
    self.position = position
  }
}
