/// The common part of a plugin's variants: the maker, and the name without the words that distinguish them.
///
/// It depends only on a component's own texts, so no component changes the group of another.
package enum VariantName {
  /// The group of a component: `MAKER/NAME` in lower case, as in `lsp lv2/lsp compressor`.
  ///
  /// - Parameters:
  ///   - name: the name without a language.
  ///   - manufacturer: the maker; nil if it is not known, and then the bundle's name stands for it.
  ///   - bundle: the path of the bundle.
  package static func group(name: String, manufacturer: String?, bundle: String) -> String {
    let maker = manufacturer.map { words(of: $0).joined(separator: " ").lowercased() } ?? folder(bundle)
    let all = words(of: name).flatMap(divided).map { $0.lowercased() }
    let rest = common(all)
    return maker + "/" + (rest.isEmpty ? all : rest).joined(separator: " ")
  }

  private static func folder(_ bundle: String) -> String {
    let name = bundle.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    return (name.hasSuffix(".lv2") ? String(name.dropLast(4)) : name).lowercased()
  }

  /// The words of a name: runs of letters, digits and marks.
  private static func words(of name: String) -> [String] {
    name.unicodeScalars.split { !isPart($0) }.map { String($0) }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isLetter(scalar) || isDigit(scalar) }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .dashPunctuation, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol:
      return false
    default: return true
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x61...0x7A).contains(scalar.value | 0x20)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  /// Divides a word after a lower-case letter, before an ending that says how many channels there are: `ZamCompX2`,
  /// `jcm800preST`.
  private static func divided(_ word: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    let digits = scalars.reversed().prefix(while: isDigit).count
    for (ending, start) in [
      ("X", scalars.count - digits - 1), ("ST", scalars.count - 2), ("Stereo", scalars.count - 6),
    ]
    where start > 0 && (ending != "X" || digits > 0) {
      let found = scalars[start...].prefix(ending.unicodeScalars.count)
      guard found.elementsEqual(ending.unicodeScalars), scalars[start - 1].properties.isLowercase else { continue }
      return [scalars[..<start], scalars[start...]].map { part in
        String(String.UnicodeScalarView(part))
      }
    }
    return [word]
  }

  // MARK: What tells variants apart

  /// Words that say how many channels there are, wherever they stand.
  private static let channels: Set<String> = ["mono", "stereo", "leftright", "midside", "directout", "multichannel"]
  /// Words that say how many channels there are if they end a name.
  private static let endings: Set<String> = ["st", "ms", "lr"]
  /// Pairs of adjacent words that say how many channels there are.
  private static let pairs = [["left", "right"], ["mid", "side"], ["m", "s"], ["l", "r"]]
  /// Words that tell variants apart only if they are next to one of the others.
  private static let companions: Set<String> = ["in", "out", "input", "output", "sum", "to"]

  /// The words without those that tell variants apart.
  private static func common(_ words: [String]) -> [String] {
    var isApart = words.indices.map { saysChannels(words, $0) }
    for pair in pairs {
      for index in words.indices.dropLast() where Array(words[index...index + 1]) == pair {
        (isApart[index], isApart[index + 1]) = (true, true)
      }
    }
    // From the end, as in `(sum L+R in)` and `(mono in)`.
    for index in words.indices.reversed() where companions.contains(words[index]) {
      let isAtEnd = isApart[(index + 1)...].allSatisfy(\.self)
      let hasNeighbour = index > 0 && isApart[index - 1] || index + 1 < words.count && isApart[index + 1]
      if isAtEnd && hasNeighbour { isApart[index] = true }
    }
    return words.indices.filter { !isApart[$0] }.map { words[$0] }
  }

  private static func saysChannels(_ words: [String], _ index: Int) -> Bool {
    let word = words[index]
    if channels.contains(word) { return true }
    // The first word may be a maker, such as x42.
    guard index > 0 else { return false }
    if endings.contains(word) && index == words.count - 1 { return true }
    return isCount(word)
  }

  /// Whether a word is a number of channels: `x8`, `2x2`, `8ch`.
  private static func isCount(_ word: String) -> Bool {
    let parts = word.unicodeScalars.split(separator: "x", omittingEmptySubsequences: false)
    if parts.count == 2 {
      return isNumber(parts[1]) && (parts[0].isEmpty || isNumber(parts[0]))
    }
    return word.hasSuffix("ch") && isNumber(word.unicodeScalars.dropLast(2))
  }

  private static func isNumber(_ digits: some Collection<Unicode.Scalar>) -> Bool {
    (1...3).contains(digits.count) && digits.allSatisfy(isDigit)
  }
}
