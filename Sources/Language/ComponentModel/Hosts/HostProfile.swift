/// The features that a host offers to LV2 plugins, according to its source code: see `schema/hosts.md`.
public struct HostProfile: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// Something that a host demands of plugins, beyond features.
  public enum Demand: String, CaseIterable, Hashable, Sendable {
    /// It connects every port, even one that is `lv2:connectionOptional`.
    case everyPort
    /// It processes in place, so it refuses `lv2:inPlaceBroken`.
    case inPlace
    /// It needs a main audio output.
    case audioOutput
    /// It needs a main audio input or output.
    case audioPort
  }

  /// The name in predicates: lower-case letters, digits, hyphens, dots.
  public var name: String
  /// The name for people.
  public var title: String
  /// The version whose source code was read; nil for this program.
  public var version: String?
  /// Where its source code is.
  public var source: String?
  /// URIs of the features that it offers, including those of `bufsz:` for the block lengths that it promises.
  public var features: Set<String> = []
  /// URIs of the options that it passes.
  public var options: Set<String> = []
  /// The kinds of ports that it connects.
  public var portKinds: Set<ComponentPort.Kind> = []
  /// Its demands on plugins.
  public var demands: Set<Demand> = []
  /// URIs of the extension data that it uses, such as `state:interface`.
  public var extensions: Set<String> = []
  /// URIs of the classes of user interfaces that it shows.
  public var interfaces: Set<String> = []

  /// A host that offers nothing.
  package init(name: String, title: String) {
    self.name = name
    self.title = title
  }

  /// The name, which identifies the host.
  public var id: String { name }

  /// The title and the version.
  public var description: String { version.map { "\(title) \($0)" } ?? title }
}
