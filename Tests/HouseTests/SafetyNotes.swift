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

  private let lines: [Substring]
  private var notes: [Note] = []

  init(_ source: String) {
    lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices { read(index) }
  }

  private mutating func read(_ index: Int) {
    let text = lines[index].drop { $0 == " " }
    guard !text.isEmpty else { return }
    let indentation = lines[index].count - text.count
    if text.hasPrefix("//") {
      if text.contains("SAFETY:") { add(index, text, indentation) }
      return
    }
    leave(text, indentation)
    let code = Self.code(text)
    let isUse = Self.uses.contains { code.contains($0) }
    isConcerned = isConcerned || isUse || Self.types.contains { code.contains($0) }
    if isUse, notes.isEmpty, !isCoveredBelow(index) { uncovered.append(Use(line: index + 1, text: String(text))) }
  }

  private mutating func add(_ index: Int, _ text: Substring, _ indentation: Int) {
    hasNote = true
    let next = lines[index...].first { !$0.drop { $0 == " " }.hasPrefix("//") }
    let isAttached = next.map { !$0.isEmpty } ?? false
    let isOfDeclaration = text.hasPrefix("///") || (indentation == 0 && isAttached)
    notes.append(Note(indentation: indentation, isOfDeclaration: isOfDeclaration))
  }

  /// Drops the notes of the scopes and declarations that have ended before a line.
  private mutating func leave(_ text: Substring, _ indentation: Int) {
    let continues = text.first.map { "{}()[]".contains($0) } ?? false
    notes.removeAll { note in
      indentation < note.indentation
        || (note.isOfDeclaration && note.hasBegun && indentation == note.indentation && !continues)
    }
    // Attributes may have lines of their own.
    guard text.split(separator: " ").contains(where: { !$0.hasPrefix("@") }) else { return }
    for number in notes.indices { notes[number].hasBegun = true }
  }

  /// Whether a note heads the body that begins on a line.
  private func isCoveredBelow(_ index: Int) -> Bool {
    lines[index].hasSuffix("{") && lines[(index + 1)...].prefix(3).contains { $0.contains("SAFETY:") }
  }

  private static func code(_ line: Substring) -> Substring {
    line.firstRange(of: " //").map { line[..<$0.lowerBound] } ?? line
  }
}
