internal import ComponentModel

extension ChainError {
  /// What a plugin requires of the lengths of blocks: features of LV2's buf-size extension.
  public enum BlockRequirement: String, CaseIterable, Hashable, Sendable {
    /// `bufsz:powerOf2BlockLength`
    case powerOfTwo = "powerOf2BlockLength"
    /// `bufsz:fixedBlockLength`
    case fixed = "fixedBlockLength"
    /// `bufsz:coarseBlockLength`
    case coarse = "coarseBlockLength"
  }
}

extension ChainError.BlockRequirement {
  /// The requirements among features, in order.
  ///
  /// - Parameter features: their URIs.
  package static func all(in features: [String]) -> [Self] {
    allCases.filter { features.contains(Namespace.bufferSize + $0.rawValue) }
  }

  /// The requirement as an object of a sentence, with the feature's name.
  var words: String {
    let what =
      switch self {
      case .powerOfTwo: "blocks whose length is a power of two"
      case .fixed: "blocks of one length"
      case .coarse: "blocks that are not split"
      }
    return "\(what) (bufsz:\(rawValue))"
  }
}
