/// Which components an edit replaces, and by which: the least that has to change at once.
package struct EditRegion: Equatable {
  /// Where a component of the chain to be comes from.
  package enum Source: Equatable {
    /// Of the present chain, by its place there.
    case present(Int)
    /// Loaded for this edit.
    case fresh(RenderChain.Stage, UnitNumber)
  }

  /// The places of the present chain that are replaced.
  package var old: Range<Int>
  /// The places of the chain to be that replace them. Components of the present chain among them are loaded again, with their
  /// present states: one can't play at two places while one fades to the other.
  package var new: Range<Int>

  /// - Parameters:
  ///   - sources: the chain to be.
  ///   - channels: of the present chain, before each component and after the last.
  ///   - newChannels: of the chain to be.
  package init(_ sources: [Source], channels: [Int], newChannels: [Int]) {
    let count = channels.count - 1
    var start = 0
    while start < count, start < sources.count, sources[start] == .present(start) { start += 1 }
    var kept = 0
    while kept < count - start, kept < sources.count - start,
      sources[sources.count - 1 - kept] == .present(count - 1 - kept)
    {
      kept += 1
    }
    // A component that gets other channels is another one, until there is one that gets what it had.
    while kept > 0, channels[count - kept] != newChannels[sources.count - kept] { kept -= 1 }
    old = start..<count - kept
    new = start..<sources.count - kept
  }
}
