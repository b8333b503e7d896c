/// Notes written as words: `C4 E4 G4` is three beats, `C4+E4+G4` is a chord, and `-` is a rest.
public struct MIDIPhrase: Hashable, Sendable {
  /// The keys of each beat; none for a rest.
  public var beats: [[UInt8]]

  /// Reads words, each of a letter, sharps (`#`) or flats (`b`), and an octave; C4 is middle C.
  ///
  /// - Throws: ``MIDIPhraseError`` with the word that isn't a note.
  public init(_ text: String) throws(MIDIPhraseError) {
    beats = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word == "-" {
        beats.append([])
        continue
      }
      var keys: [UInt8] = []
      for note in word.split(separator: "+", omittingEmptySubsequences: false) { keys.append(try Self.key(note)) }
      beats.append(keys)
    }
    guard beats.contains(where: { !$0.isEmpty }) else { throw MIDIPhraseError(word: text) }
  }

  private static func key(_ word: Substring) throws(MIDIPhraseError) -> UInt8 {
    var rest = Array(word.utf8)[...]
    let steps: [UInt8: Int] = [0x43: 0, 0x44: 2, 0x45: 4, 0x46: 5, 0x47: 7, 0x41: 9, 0x42: 11]
    // Letters of either case: 0x20 is the difference.
    guard let letter = rest.popFirst(), var step = steps[letter & ~0x20] else {
      throw MIDIPhraseError(word: String(word))
    }
    while let sign = rest.first, sign == UInt8(ascii: "#") || sign == UInt8(ascii: "b") {
      step += sign == UInt8(ascii: "#") ? 1 : -1
      rest.removeFirst()
    }
    let octave = Int(String(decoding: rest, as: UTF8.self))
    guard let octave, (-1...9).contains(octave), (0...127).contains((octave + 1) * 12 + step) else {
      throw MIDIPhraseError(word: String(word))
    }
    return UInt8((octave + 1) * 12 + step)
  }

  /// The phrase as messages: each note lasts for its beat.
  ///
  /// - Parameters:
  ///   - sampleRate: in hertz.
  ///   - beatsPerMinute: the tempo.
  public func messages(sampleRate: Double, beatsPerMinute: Double = 120) -> [MIDIMessage] {
    var messages: [MIDIMessage] = [.tempo(beatsPerMinute)]
    for (number, keys) in beats.enumerated() {
      let frames = [number, number + 1].map { Int((Double($0) * 60 / beatsPerMinute * sampleRate).rounded()) }
      // The ends of a beat's notes come before the beginnings of the next beat's.
      messages += keys.map { .noteOn($0, at: frames[0]) } + keys.map { .noteOff($0, at: frames[1]) }
    }
    return messages
  }
}

/// A word that isn't a note.
public struct MIDIPhraseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The word that can't be read.
  public var word: String

  /// The mistake, and the remedy.
  public var description: String {
    "`\(word)` is not a note; write notes such as C4, F#3 or Bb2, chords such as C4+E4+G4, and - for a rest"
  }
}
