internal import AudioComponents

/// Reads the XML that programs write to keep their own settings, element by element.
///
/// It is strict: anything malformed is an error with its line. It knows the declaration, elements, attributes,
/// comments, character references and XML's five predefined entities. A document type is refused, so no entity
/// can expand to more than a character; so are CDATA sections and processing instructions, which such files don't use.
/// Text between elements is checked and left out. Parsing does not recurse and takes linear time.
struct XMLReader {
  struct Element {
    var name: String
    /// The attributes, in the order of the file; each name once.
    var attributes: [(name: String, value: String)]
    /// How deeply it is nested; 0 for the root.
    var depth: Int
    /// The line, counted from 1.
    var line: Int
    /// The place of the tag, from `<` through `>`.
    var range: Range<Int>
    /// Whether it is the whole element: `<name/>`.
    var isEmpty = false

    /// The value of an attribute, or nil if there is none.
    subscript(name: String) -> String? { attributes.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
  }

  /// How deeply elements may nest.
  static let deepest = 64
  /// How many attributes an element may have.
  static let mostAttributes = 64

  let bytes: [UInt8]
  var position = 0
  /// Where the root's end tag begins; nil before it has been read, and if there is none.
  private(set) var rootEnd: Int?
  /// The names of the elements that are open.
  private var open: [ArraySlice<UInt8>] = []
  private var hasRoot = false
  /// The position up to which line ends have been counted, and their number.
  private var counted = (position: 0, lines: 0)

  /// A reader of a file's bytes.
  ///
  /// - Throws: ``UserDataError`` if they are not UTF-8, or hold a character that XML does not allow.
  init(_ bytes: [UInt8]) throws(UserDataError) {
    self.bytes = bytes
    guard String(validating: bytes, as: UTF8.self) != nil else { throw UserDataError(line: nil, "it is not UTF-8") }
    var place = 0
    while place < bytes.count {
      // Checked first because nearly all bytes are neither.
      if bytes[place] < 0x20 || bytes[place] == 0xEF, Self.isForbidden(bytes, at: place) {
        throw error(at: place, "it holds a control character, which XML does not allow")
      }
      place += 1
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    try readDeclaration()
  }

  /// The next start tag in the order of the file; nil at the end of a complete document.
  mutating func next() throws(UserDataError) -> Element? {
    while true {
      try skipText()
      guard position < bytes.count else {
        if let name = open.last { throw error(at: position, "the file ends within `\(Self.text(name))`") }
        if !hasRoot { throw error(at: position, "there is no element") }
        return nil
      }
      if take("<!--") {
        try skipComment()
      } else if take("</") {
        try readEnd()
      } else if has("<!") || has("<?") {
        throw rejection()
      } else {
        return try readStart()
      }
    }
  }

  /// The error for `<!` or `<?` that does not begin a comment.
  private func rejection() -> UserDataError {
    let refused: [(start: StaticString, name: String)] = [
      ("<!DOCTYPE", "a document type"), ("<!ENTITY", "an entity"), ("<![CDATA[", "a CDATA section"),
      ("<?", "a processing instruction"),
    ]
    for (start, name) in refused where has(start) { return error(at: position, "\(name) is not read") }
    return error(at: position, "`<!` does not begin a comment")
  }

  // MARK: - Tags

  private mutating func readStart() throws(UserDataError) -> Element {
    let start = position
    position += 1
    let name = try readName()
    if open.isEmpty && hasRoot { throw error(at: start, "`\(Self.text(name))` follows the end of the root element") }
    guard open.count < Self.deepest else { throw error(at: start, "elements nest deeper than \(Self.deepest)") }
    var element = Element(
      name: Self.text(name), attributes: [], depth: open.count, line: line(at: start), range: start..<start)
    hasRoot = true
    while true {
      let hasSpace = skipSpace()
      element.isEmpty = take("/>")
      if element.isEmpty || take(">") {
        if !element.isEmpty { open.append(name) }
        element.range = start..<position
        return element
      }
      guard hasSpace, position < bytes.count else {
        throw error(at: position, "the tag `\(element.name)` lacks `>`, or a space before an attribute")
      }
      let attribute = try readAttribute()
      guard element[attribute.name] == nil else {
        throw error(at: position, "`\(element.name)` has the attribute `\(attribute.name)` twice")
      }
      element.attributes.append(attribute)
      guard element.attributes.count <= Self.mostAttributes else {
        throw error(at: position, "`\(element.name)` has more than \(Self.mostAttributes) attributes")
      }
    }
  }

  private mutating func readEnd() throws(UserDataError) {
    let start = position
    let name = try readName()
    skipSpace()
    guard take(">") else { throw error(at: position, "the end tag `\(Self.text(name))` does not end") }
    guard let expected = open.popLast() else { throw error(at: start, "`\(Self.text(name))` ends but never begins") }
    guard expected == name else {
      throw error(at: start, "`\(Self.text(name))` ends where `\(Self.text(expected))` must")
    }
    if open.isEmpty { rootEnd = start - 2 }
  }

  private mutating func readAttribute() throws(UserDataError) -> (name: String, value: String) {
    let name = Self.text(try readName())
    skipSpace()
    guard take("=") else { throw error(at: position, "the attribute `\(name)` has no value") }
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      throw error(at: position, "the value of the attribute `\(name)` is not in quotes")
    }
    let quote = bytes[position]
    position += 1
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      switch bytes[position] {
      case UInt8(ascii: "<"): throw error(at: position, "the value of the attribute `\(name)` holds `<`")
      case UInt8(ascii: "&"): value.append(contentsOf: Character(try readReference()).utf8)
      // XML normalizes white space in a value to spaces.
      case 0x09, 0x0A, 0x0D:
        value.append(0x20)
        position += 1
      default:
        value.append(bytes[position])
        position += 1
      }
    }
    guard position < bytes.count else { throw error(at: position, "the value of the attribute `\(name)` does not end") }
    position += 1
    return (name, String(decoding: value, as: UTF8.self))
  }

  private mutating func readName() throws(UserDataError) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, Self.isName(bytes[position], first: position == start) { position += 1 }
    guard position > start else { throw error(at: start, "a name is missing") }
    guard position - start <= 256 else { throw error(at: start, "a name is longer than 256 bytes") }
    return bytes[start..<position]
  }

  // MARK: - Text

  private mutating func skipText() throws(UserDataError) {
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if open.isEmpty, !Self.isSpace(bytes[position]) {
        throw error(at: position, hasRoot ? "text follows the end of the root element" : "text comes before an element")
      }
      if bytes[position] == UInt8(ascii: "&") { _ = try readReference() } else { position += 1 }
    }
  }

  private mutating func skipComment() throws(UserDataError) {
    let start = position
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "-"), take("-->") { return }
      position += 1
    }
    throw error(at: start, "a comment does not end")
  }

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  func has(_ word: StaticString) -> Bool {
    guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
    var index = 0
    while index < word.utf8CodeUnitCount {
      if bytes[position + index] != word.utf8Start[index] { return false }
      index += 1
    }
    return true
  }

  mutating func take(_ word: StaticString) -> Bool {
    guard has(word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  // MARK: - Places

  func error(at place: Int, _ reason: String) -> UserDataError {
    UserDataError(line: 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0A }, reason)
  }

  /// The line of a position, which must not precede the last one asked for.
  private mutating func line(at place: Int) -> Int {
    counted.lines += bytes[counted.position..<place].count { $0 == 0x0A }
    counted.position = place
    return counted.lines + 1
  }

  // MARK: - Characters

  static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func isName(_ byte: UInt8, first: Bool) -> Bool {
    byte.isASCIILetter || byte >= 0x80 || "_:".utf8.contains(byte)
      || !first && (byte.isASCIIDigit || "-.".utf8.contains(byte))
  }

  /// Whether a character that XML does not allow begins here: control characters, U+FFFE and U+FFFF.
  private static func isForbidden(_ bytes: [UInt8], at index: Int) -> Bool {
    let byte = bytes[index]
    if byte < 0x20 { return !isSpace(byte) }
    return byte == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
  }
}
