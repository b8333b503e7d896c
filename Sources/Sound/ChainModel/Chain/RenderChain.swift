public import ComponentModel

/// Components in series with their settings: a value that can be saved, edited and rendered.
///
/// A chain does nothing by itself: `StoppedChain` loads its plugins, and `RunningChain` renders.
public struct RenderChain: Hashable, Sendable {
  /// One component of a chain.
  public struct Stage: Hashable, Sendable {
    /// The URI of the component.
    public var component: String
    /// Canonical path of the bundle that declares it.
    public var bundle: String
    /// The preset that it starts with.
    public var preset: Preset?
    /// Values of parameters by symbol, which override those of the preset.
    public var parameters: [String: Float] = [:]
    /// The component's saved state, which overrides that of the preset.
    public var state: [StateProperty] = []
    /// Whether it is bypassed.
    public var isBypassed = false
    /// The input of its side chains.
    public var sideChain = SideChain.silence

    /// A stage with a component at its defaults.
    public init(component: String, bundle: String) {
      self.component = component
      self.bundle = bundle
    }
  }

  /// A preset, and where it is.
  public struct Preset: Hashable, Sendable {
    /// The URI of the preset.
    public var uri: String
    /// Canonical path of the bundle that declares it, which need not be the component's.
    public var bundle: String

    /// A preset of a bundle.
    public init(uri: String, bundle: String) {
      self.uri = uri
      self.bundle = bundle
    }
  }

  /// The input of a component's side chains.
  public enum SideChain: String, CaseIterable, Hashable, Sendable {
    /// Silence on every side-chain input.
    case silence
    /// The input of the whole chain.
    case input
  }

  /// The components, in the order of the signal.
  public var stages: [Stage]

  /// A chain of these stages.
  public init(_ stages: [Stage] = []) { self.stages = stages }

  /// Adds a component of the catalog at the end.
  public mutating func append(_ component: Component) {
    stages.append(Stage(component: component.uri, bundle: component.bundle))
  }
}
