/// Whether a host can run a component, as the host's profile and the component's description say.
public struct HostSupport: Hashable, Sendable {
  /// A part of a component that a host leaves out, although it runs it.
  public enum Omission: String, CaseIterable, Hashable, Sendable {
    /// Its own user interface.
    case view
    /// Its state beyond parameters.
    case state
  }

  /// The host that was compared.
  public var host: HostProfile
  /// Why the component can't run there; empty if it can.
  public var obstacles: [HostObstacle]
  /// The parts that the host leaves out.
  public var omissions: [Omission]

  /// Why the component can't run there, in English; empty if it can.
  public var reason: String {
    guard obstacles.count > 1 else { return obstacles.map { $0.text(of: host) }.joined() }
    return "\(host) can't run it: \(obstacles.map(\.text).joined(separator: "; "))"
  }

  /// Whether nothing keeps the component from running in the host.
  public var isUsable: Bool { obstacles.isEmpty }

  /// Compares a component with the profile of a host.
  public init(host: HostProfile, component: Component, details: ComponentDetails) {
    self.host = host
    obstacles = host.obstacles(to: HostNeeds(component, details))
    omissions = []
    if !details.interfaces.isEmpty, !details.interfaces.contains(where: { host.interfaces.contains($0.type) }) {
      omissions.append(.view)
    }
    let state = Namespace.state + "interface"
    if details.extensionData.contains(state), !host.extensions.contains(state) { omissions.append(.state) }
  }
}
