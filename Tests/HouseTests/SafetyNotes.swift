import Glibc

/// The uses of raw memory in a Swift source, and the `SAFETY:` notes that cover them.
///
/// A note covers the rest of the scope that it is in. In a comment for documentation, or at the top level right above a
/// declaration, it covers that declaration alone; below the first line of a declaration, it covers the line, too.
/// Scopes are known by their indentation, which swift-format sees to.
struct SafetyNotes {
  /// A line that uses raw memory.
  struct Use {
    var line: Int
    var text: String
  }

  /// The uses that no note covers.
  private(set) var uncovered: [Use] = []
  /// Whether it mentions raw pointers at all, or uses them.
  private(set) var isConcerned = false
  /// Whether it has a note.
  private(set) var hasNote = false

  private struct Note {
    var indentation: Int
    /// Whether it covers one declaration, and not the rest of a scope.
    var isOfDeclaration: Bool
    /// Whether the first line of that declaration has been seen.
    var hasBegun = false
  }

  /// What a use of raw memory looks like.
  private static let uses = [
    "withUnsafe", "withMemoryRebound", "assumingMemoryBound", "bindMemory", "initializeMemory", "loadUnaligned",
    "unsafeBitCast", "unsafeDowncast", "unsafelyUnwrapped", "unsafeUninitializedCapacity", "(unsafe)",
    "@unchecked Sendable", "Unmanaged", "Pointer(", "Pointer<CChar>(", ".pointee", ".allocate(", "String(cString:",
    "String(validatingCString:",
  ]
  private static let types = ["UnsafePointer", "UnsafeMutable", "UnsafeRaw", "UnsafeBuffer", "OpaquePointer"]

  private let lines: [String]
  private var notes: [Note] = []

  init(_ source: String) {
    lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for index in lines.indices { read(index) }
  }

  private mutating func read(_ index: Int) {
    let indentation = lines[index].utf8.prefix { $0 == UInt8(ascii: " ") }.count
    let text = String(lines[index].dropFirst(indentation))
    guard let first = text.first else { return }
    if text.hasPrefix("//") {
      if Self.has(text, ["SAFETY:"]) { add(index, text, indentation) }
      return
    }
    leave(text, first, indentation)
    let code = Self.has(text, [" //"]) ? String(text.firstRange(of: " //").map { text[..<$0.lowerBound] } ?? "") : text
    let isUse = Self.has(code, Self.uses)
    isConcerned = isConcerned || isUse || Self.has(code, Self.types)
    if isUse, notes.isEmpty, !isCoveredBelow(index) { uncovered.append(Use(line: index + 1, text: text)) }
  }

  /// Whether a text has one of some words. C's search takes a hundredth of the time of Swift's in a debug build.
  private static func has(_ text: String, _ words: [String]) -> Bool { words.contains { strstr(text, $0) != nil } }

  private mutating func add(_ index: Int, _ text: String, _ indentation: Int) {
    hasNote = true
    let next = lines[index...].first { !$0.drop { $0 == " " }.hasPrefix("//") }
    let isOfDeclaration = text.hasPrefix("///") || (indentation == 0 && next.map { !$0.isEmpty } ?? false)
    notes.append(Note(indentation: indentation, isOfDeclaration: isOfDeclaration))
  }

  /// Drops the notes of the scopes and declarations that have ended before a line.
  private mutating func leave(_ text: String, _ first: Character, _ indentation: Int) {
    notes.removeAll { note in
      indentation < note.indentation
        || (note.isOfDeclaration && note.hasBegun && indentation == note.indentation && !"{}()[]".contains(first))
    }
    // Attributes may have lines of their own.
    guard !notes.isEmpty, text.split(separator: " ").contains(where: { !$0.hasPrefix("@") }) else { return }
    for number in notes.indices { notes[number].hasBegun = true }
  }

  /// Whether a note heads the body that begins on a line.
  private func isCoveredBelow(_ index: Int) -> Bool {
    lines[index].hasSuffix("{") && lines[(index + 1)...].prefix(3).contains { $0.contains("SAFETY:") }
  }
}
