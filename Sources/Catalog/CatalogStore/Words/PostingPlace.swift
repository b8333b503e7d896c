internal import ComponentQuery

/// A place in which a component has a word, as the table `posting` numbers it: the field, and the word's role there.
struct PostingPlace: Hashable {
  let field: WordField
  let place: FieldWords.Place
  /// Whether it is in a preset of a component that has presets of another bundle, too: whether a caller sees the
  /// preset's name depends on the caller's directories, and on the names that other bundles give the preset.
  let isForeign: Bool

  /// Every place, by its number.
  static let all: [PostingPlace] = {
    var all: [PostingPlace] = []
    for field in WordField.allCases {
      for place in FieldWords.Place.allCases where isPossible(place, field) {
        all.append(PostingPlace(field: field, place: place, isForeign: false))
      }
    }
    return all + [PostingPlace(field: .preset, place: .token, isForeign: true)]
  }()

  private static func isPossible(_ place: FieldWords.Place, _ field: WordField) -> Bool {
    switch place {
    case .token: true
    case .joined: field.isStrong
    case .whole, .wholeJoined, .start: field == .name
    }
  }

  private static let firstNumbers = WordField.allCases.map { field in all.firstIndex { $0.field == field } ?? 0 }

  /// The number of a place.
  static func number(of place: FieldWords.Place, in field: WordField, isForeign: Bool = false) -> Int {
    if isForeign { return all.count - 1 }
    let first = firstNumbers[field.rawValue]
    if field == .name { return first + place.rawValue }
    return place == .joined ? first + 1 : first
  }

  /// The places of words that are not joined ones, as bits.
  static let unjoined = bits { !$0.place.isJoined }

  /// The places in strong fields of words that are not joined ones, as bits.
  static let unjoinedStrong = bits { !$0.place.isJoined && $0.field.isStrong }

  private static func bits(_ isWanted: (PostingPlace) -> Bool) -> UInt16 {
    var bits: UInt16 = 0
    for (number, place) in all.enumerated() where isWanted(place) { bits |= 1 << number }
    return bits
  }
}

/// A row of the table `posting` while it is read: the components that have a word in a place.
struct Posting {
  let place: PostingPlace
  /// The row's bytes, valid until the next row is read.
  // SAFETY: SQLite keeps the bytes until the statement takes its next step, and a posting does not leave the loop over
  // its rows.
  let bytes: UnsafeRawBufferPointer
}
