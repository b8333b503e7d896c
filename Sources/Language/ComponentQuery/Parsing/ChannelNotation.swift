import ComponentModel

/// Input and output channels, as lists show it: `1→2`, `MIDI→2`, `MIDI+1→1`, `2 CV→1 CV`. The arrow may also be `->`,
/// with spaces beside it. One side may be missing, and may then be anything: `→2`, `1→`. Between two numbers, people
/// also type `>` or a hyphen: `2>2`, `2-2`.
///
/// A number counts main audio inputs or outputs, whatever else there is; mono and stereo are 1 and 2. `MIDI` and `CV`
/// stand for ports without any audio ports on that side, and `MIDI+` for MIDI that is needed beside audio.
struct ChannelNotation {
  /// Its meaning as a predicate.
  let predicate: String
  /// The number of bytes that it takes.
  let length: Int

  /// The notation in a text that has nothing else; nil for any other text.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(at: bytes[...], withBlanks: true)
    if length < bytes.count { return nil }
  }

  /// The notation at the beginning of a text, if white space, a punctuation mark or nothing follows it; nil if there is
  /// none.
  ///
  /// - Parameter withBlanks: whether blanks may stand beside the arrow and before `CV`.
  init?(at bytes: ArraySlice<UInt8>, withBlanks: Bool) {
    guard Self.initials.contains((bytes.first ?? 0).loweredASCII) else { return nil }
    var rest = bytes
    let input = rest.takeSide("Input", withBlanks)
    if let sides = rest.takeNumbersWithoutArrow(in: bytes, isHyphenTaken: withBlanks) {
      if let next = rest.first, next > 0x20, !Self.marks.contains(next) { return nil }
      predicate = sides
      length = bytes.count - rest.count
      return
    }
    guard rest.takeArrow(withBlanks: withBlanks && input != nil) else { return nil }
    let behindArrow = rest
    if withBlanks { rest.dropBlanks() }
    let output = rest.takeSide("Output", withBlanks)
    let sides = [input, output].compactMap(\.self)
    if sides.isEmpty { return nil }
    if output == nil {
      // In `2→ hall`, a word follows the notation; in `2 -> hall`, there is no notation.
      rest = behindArrow
      if bytes[..<rest.startIndex].contains(0x20) { return nil }
    }
    if let next = rest.first, next > 0x20, !Self.marks.contains(next) { return nil }
    predicate = sides.joined(separator: " AND ")
    length = bytes.count - rest.count
  }
}

extension ChannelNotation {
  /// The characters that end a word, as for all plain words.
  private static let marks = Set("),.;:!?".utf8)
  /// The possible beginnings: a number, MIDI, mono, stereo, or an arrow.
  private static let initials = Set("0123456789ms→-".utf8)
}

extension ArraySlice<UInt8> {
  /// Takes one side of the arrow, as the comparisons that it stands for.
  fileprivate mutating func takeSide(_ side: String, _ withBlanks: Bool) -> String? {
    if take("midi") {
      guard take("+") else { return "audio\(side)s == 0 AND midi\(side) == yes" }
      let needsMIDI = "midi\(side) == yes AND type IN {MusicEffect, MusicDevice}"
      return takeCount().map { "audio\(side)s == \($0) AND \(needsMIDI)" }
    }
    guard let number = takeCount() else { return nil }
    var rest = self
    if withBlanks { rest.dropBlanks() }
    // `2 -> 2 cv-gate` has a word after it.
    guard rest.take("cv"),
      rest.first.map({ $0 <= 0x20 || "→),.;:!?".utf8.contains($0) || rest.starts(with: "->".utf8) }) ?? true
    else { return "audio\(side)s == \(number)" }
    self = rest
    return "audio\(side)s == 0 AND cv\(side)s == \(number)"
  }

  /// Takes `>2` or `-2` after a number at the beginning of a word. A hyphen joins numbers of at most two digits, since
  /// dates have more; in the value of a comparison, it means something else.
  ///
  /// - Returns: the comparisons that both numbers stand for.
  fileprivate mutating func takeNumbersWithoutArrow(in word: ArraySlice<UInt8>, isHyphenTaken: Bool) -> String? {
    let inputs = word[word.startIndex..<startIndex]
    guard !inputs.isEmpty, inputs.allSatisfy(\.isASCIIDigit), let sign = first else { return nil }
    let isHyphen = sign == UInt8(ascii: "-") && isHyphenTaken
    guard isHyphen || sign == UInt8(ascii: ">") else { return nil }
    var rest = dropFirst()
    let outputs = rest.prefix(while: \.isASCIIDigit)
    guard (1...4).contains(outputs.count), !isHyphen || inputs.count <= 2 && outputs.count <= 2 else { return nil }
    rest.removeFirst(outputs.count)
    self = rest
    let numbers = [inputs, outputs].map { String(decoding: $0, as: UTF8.self) }
    return "audioInputs == \(numbers[0]) AND audioOutputs == \(numbers[1])"
  }

  fileprivate mutating func takeArrow(withBlanks: Bool) -> Bool {
    if withBlanks { dropBlanks() }
    return take("→") || take("->")
  }

  /// Takes a text at the beginning, ignoring ASCII case.
  private mutating func take(_ text: String) -> Bool {
    guard count >= text.utf8.count, zip(self, text.utf8).allSatisfy({ $0.loweredASCII == $1 }) else { return false }
    removeFirst(text.utf8.count)
    return true
  }

  fileprivate mutating func dropBlanks() { self = drop { $0 == 0x20 || (0x09...0x0D).contains($0) } }

  /// Takes a number of channels.
  private mutating func takeCount() -> String? { take("mono") ? "1" : take("stereo") ? "2" : takeNumber() }

  /// Takes a number of at most four digits.
  private mutating func takeNumber() -> String? {
    let digits = prefix { $0.isASCIIDigit }
    guard (1...4).contains(digits.count) else { return nil }
    removeFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }
}
