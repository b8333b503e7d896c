internal import ComponentQuery

/// How a word looks and sounds, which tells a misspelling from another word: `juno` isn't a slip for Nuno, nor `pultec`
/// for Pulse.
///
/// People rarely get the first letter wrong. They confuse vowels and consonants that sound alike, swap neighbours, and
/// drop or double letters. They don't replace a consonant with an unrelated one, unless the rest of a longer word
/// leaves no doubt. These rules apply to ASCII; any other word has no shape, and its distance decides.
struct WordShape {
  private let letters: [UInt8]
  private let isASCII: Bool

  init(_ word: String) {
    letters = Array(word.utf8)
    isASCII = letters.allSatisfy { $0 < 0x80 }
  }

  /// Up to the first length, a single wrong letter must be a slip. From the second on, the first letter may be missing.
  /// From the third on, one of several wrong letters may be any consonant.
  private static let (shortLength, firstLetterLength, longLength) = (5, 6, 8)

  /// Whether it may be typed by mistake in place of another word.
  ///
  /// - Parameter distance: how many letters are wrong.
  func isSlip(for other: WordShape, distance: Int) -> Bool {
    guard isASCII, other.isASCII, letters.count > 3 else { return true }
    guard distance > 1 else {
      return beginsLike(other) && (letters.count > Self.shortLength || isShortSlip(for: other))
    }
    if letters.count < Self.longLength { return consonants == other.consonants }
    return editDistance(Self.text(consonants), Self.text(other.consonants), atMost: 1) != nil
  }

  private func isShortSlip(for other: WordShape) -> Bool {
    other.letters.count > letters.count || isSwapped(other) || consonants == other.consonants
  }

  /// Whether the first letters are the same, sound alike or are swapped, or one is missing in a longer word.
  private func beginsLike(_ other: WordShape) -> Bool {
    guard let first = letters.first, let second = other.letters.first else { return false }
    if Self.sound(first) == Self.sound(second) || Self.vowels.contains(first) && Self.vowels.contains(second) {
      return true
    }
    if letters.count == other.letters.count { return letters[..<2].elementsEqual(other.letters[..<2].reversed()) }
    return letters.count >= Self.firstLetterLength
      && (letters.dropFirst().elementsEqual(other.letters) || other.letters.dropFirst().elementsEqual(letters))
  }

  private func isSwapped(_ other: WordShape) -> Bool {
    letters.count == other.letters.count && letters.sorted() == other.letters.sorted()
  }

  /// The consonants by their sounds; doubled ones count once.
  private var consonants: [UInt8] {
    var (sounds, last) = ([UInt8](), UInt8(0))
    for letter in letters {
      // `ph` sounds like `f`, as in phaser.
      if letter == UInt8(ascii: "h"), last == Self.sound(UInt8(ascii: "p")), !sounds.isEmpty {
        sounds[sounds.count - 1] = Self.sound(UInt8(ascii: "f"))
        continue
      }
      let sound = Self.sound(letter)
      if sound != last, !Self.isSilent(letter) { sounds.append(sound) }
      last = sound
    }
    return sounds
  }

  private static let vowels = Set("aeiou".utf8)

  /// Whether a letter is a vowel, or stands for one, as in `lowd`.
  private static func isSilent(_ letter: UInt8) -> Bool {
    vowels.contains(letter) || letter == UInt8(ascii: "y") || letter == UInt8(ascii: "w")
  }

  /// The first of the letters that sound alike.
  private static func sound(_ letter: UInt8) -> UInt8 { sounds[letter] ?? letter }

  private static let sounds: [UInt8: UInt8] = ["ckq", "sz", "fv", "bp", "dt", "mn", "gj"]
    .reduce(into: [:]) { sounds, alike in
      for letter in alike.utf8 { sounds[letter] = alike.utf8.first }
    }

  private static func text(_ letters: [UInt8]) -> String { String(decoding: letters, as: UTF8.self) }
}
