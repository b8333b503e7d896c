/// The components that an edit replaces, and their replacements: the fewest that must change together.
package struct EditRegion: Equatable {
  /// The source of a component in the new chain.
  package enum Source: Equatable {
    /// A component of the present chain, by its place there.
    case present(Int)
    /// A component loaded for this edit.
    case fresh(RenderChain.Stage, UnitNumber)
  }

  /// The places of the present chain that are replaced.
  package var old: Range<Int>
  /// The places of the new chain that replace them. Components of the present chain among them are loaded again, with
  /// their present states: a component can't play at two places during a fade.
  package var new: Range<Int>

  /// - Parameters:
  ///   - sources: the new chain.
  ///   - channels: the numbers of channels in the present chain, before each component and after the last.
  ///   - newChannels: the same numbers for the new chain.
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
    // A component whose channels change must be replaced, and so must those after it, until the channels are the same
    // again.
    while kept > 0, channels[count - kept] != newChannels[sources.count - kept] { kept -= 1 }
    old = start..<count - kept
    new = start..<sources.count - kept
  }
}
