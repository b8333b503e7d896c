public import ComponentModel

/// Components one after another, with what is set on them: a value that is written to a file, edited, and rendered.
///
/// A chain does nothing by itself. ``StoppedChain`` loads its plugins, ``RunningChain`` renders.
public struct RenderChain: Hashable, Sendable {
  /// One component of a chain.
  public struct Stage: Hashable, Sendable {
    /// The component's URI.
    public var component: String
    /// Canonical path of the bundle that declares it.
    public var bundle: String
    /// The preset that it starts with.
    public var preset: Preset?
    /// Values of parameters by symbol, which go before those of the preset.
    public var parameters: [String: Float] = [:]
    /// The component's state as it was saved; goes before that of the preset.
    public var state: [StateProperty] = []
    /// Whether the sound goes past it.
    public var isBypassed = false
    /// What its side chains hear.
    public var sideChain = SideChain.silence

    /// A stage with a component as it is delivered.
    public init(component: String, bundle: String) {
      self.component = component
      self.bundle = bundle
    }
  }

  /// A preset, and where it is.
  public struct Preset: Hashable, Sendable {
    /// The preset's URI.
    public var uri: String
    /// Canonical path of the bundle that declares it, which may be another one than the component's.
    public var bundle: String

    /// A preset of a bundle.
    public init(uri: String, bundle: String) {
      self.uri = uri
      self.bundle = bundle
    }
  }

  /// What the inputs beside the main ones hear.
  public enum SideChain: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case silence
    /// What goes into the chain.
    case input
  }

  /// The components, in the order in which the sound goes through them.
  public var stages: [Stage]

  /// A chain of these stages.
  public init(_ stages: [Stage] = []) { self.stages = stages }

  /// Adds a component of the catalog at the end.
  public mutating func append(_ component: Component) {
    stages.append(Stage(component: component.uri, bundle: component.bundle))
  }
}
