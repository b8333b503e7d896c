/// The contents of a chain's file: the chain, and named states of it.
package struct ChainDocument: Hashable, Sendable {
  /// A named state of a whole chain.
  package struct Snapshot: Hashable, Sendable {
    /// The snapshot's name in the file.
    package let name: String
    /// The components with their parameters, bypasses and states.
    package fileprivate(set) var chain: RenderChain
  }

  /// The chain in its initial state.
  package var chain: RenderChain
  /// The snapshots, in the order in which they were first saved.
  package private(set) var snapshots: [Snapshot] = []

  /// A chain without snapshots.
  package init(_ chain: RenderChain = RenderChain()) { self.chain = chain }

  /// The snapshot with this name; nil if there is none.
  package func snapshot(_ name: String) -> Snapshot? { snapshots.first { $0.name == name } }

  /// Saves a snapshot, replacing one of the same name.
  package mutating func save(_ chain: RenderChain, as name: String) {
    if let place = snapshots.firstIndex(where: { $0.name == name }) {
      snapshots[place].chain = chain
    } else {
      snapshots.append(Snapshot(name: name, chain: chain))
    }
  }

  /// Removes a snapshot.
  ///
  /// - Returns: whether there was one.
  package mutating func remove(_ name: String) -> Bool {
    guard let place = snapshots.firstIndex(where: { $0.name == name }) else { return false }
    snapshots.remove(at: place)
    return true
  }

  /// Why a snapshot can't have this name; nil if it can.
  package static func problem(ofName name: String) -> String? {
    let isPrintable = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return !name.isEmpty && name.utf8.count <= 100 && isPrintable
      ? nil : "a name has 1 to 100 bytes, without line breaks and other control characters"
  }
}
