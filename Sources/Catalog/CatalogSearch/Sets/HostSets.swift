internal import CatalogStore
internal import StoreFiles
internal import ComponentModel
internal import ComponentQuery
internal import SQLite

/// The components that each host can run, computed when a search first asks: profiles may change without a scan.
final class HostSets {
  /// A host and the components that it can run.
  struct Entry {
    let host: HostProfile
    fileprivate(set) var components = ComponentSet()
  }

  private let connection: Connection
  private let profiles: () -> [HostProfile]
  private var known: [Entry]?

  init(_ connection: Connection, _ profiles: @escaping () -> [HostProfile]) {
    self.connection = connection
    self.profiles = profiles
  }

  /// All hosts, in the order of their names.
  func entries() throws -> [Entry] {
    try known.orMade { try read() }
  }

  /// How many components of a set each host can run, by the hosts' names; those that can run none are left out.
  func counts(in set: ComponentSet) throws -> [String: Int] {
    let counts = try entries().map { ($0.host.name, $0.components.intersectionCount(set)) }.filter { $0.1 > 0 }
    return Dictionary(counts, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Requirements of components

  /// The requirements that decide whether a host can run a component, as the catalog has them. Many components have the
  /// same ones.
  private struct Needs: Hashable {
    var features: String
    var ports: Set<HostNeeds.Ports>
    var isInPlaceBroken: Bool
    var hasAudioInput: Bool
    var hasAudioOutput: Bool
    var validation: String?

    func value(features: [String]) -> HostNeeds {
      var needs = HostNeeds()
      needs.features = features
      needs.ports = Array(ports)
      needs.isInPlaceBroken = isInPlaceBroken
      needs.hasAudioInput = hasAudioInput
      needs.hasAudioOutput = hasAudioOutput
      needs.validation = validation
      return needs
    }
  }

  private func read() throws -> [Entry] {
    var entries = profiles().map { Entry(host: $0) }
    let ports = try ports(unlessConnectedByAll: entries.map(\.host))
    var usable: [Needs: [Int]] = [:]
    let columns = "c.id, c.required_features, c.in_place_broken, c.audio_inputs, c.audio_outputs, c.validation"
    let rows = try connection.rows("SELECT \(columns) FROM component AS c")
    while let row = try rows.next() {
      let id = try ComponentSet.checked(try row.rowID("id"))
      let needs = Needs(
        features: try row.text("required_features"), ports: ports[id] ?? [],
        isInPlaceBroken: try row.flag("in_place_broken"), hasAudioInput: try row.integer("audio_inputs") > 0,
        hasAudioOutput: try row.integer("audio_outputs") > 0,
        validation: HostNeeds.objection(try row.optionalText("validation")))
      let places: [Int]
      if let same = usable[needs] {
        places = same
      } else {
        let needed = needs.value(features: try row.list("required_features"))
        places = entries.indices.filter { entries[$0].host.obstacles(to: needed).isEmpty }
        usable[needs] = places
      }
      for place in places { entries[place].components.insert(id) }
    }
    return entries
  }

  /// The condition of the index `port_of_other_kind`. A statement must contain it literally, or SQLite doesn't see that
  /// the index applies.
  private static let otherKinds = "kind NOT IN ('audio', 'control')"

  /// The ports of kinds that not every host connects, by component.
  private func ports(unlessConnectedByAll hosts: [HostProfile]) throws -> [Int64: Set<HostNeeds.Ports>] {
    let kinds = ComponentPort.Kind.allCases.filter { kind in !hosts.allSatisfy { $0.portKinds.contains(kind) } }
    guard !kinds.isEmpty else { return [:] }
    let list = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let isIndexed = !kinds.contains(.audio) && !kinds.contains(.control)
    let rows = try connection.rows(
      """
      SELECT p.component, p.kind, p.properties FROM port AS p\(isIndexed ? " INDEXED BY port_of_other_kind" : "")
      WHERE p.kind IN (\(list))\(isIndexed ? " AND p.\(Self.otherKinds)" : "")
      """)
    var ports: [Int64: Set<HostNeeds.Ports>] = [:]
    while let row = try rows.next() {
      guard let kind = ComponentPort.Kind(rawValue: try row.text("kind")) else { continue }
      let isOptional = try row.list("properties").contains(PortProperty.connectionOptional.rawValue)
      let id = try ComponentSet.checked(try row.rowID("component"))
      ports[id, default: []].insert(HostNeeds.Ports(kind, isOptional: isOptional))
    }
    return ports
  }
}
