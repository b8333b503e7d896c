import Foundation
import TestSupport
import Testing

/// Whoever touches raw memory says why that is safe.
@Suite struct SafetyNoteTests {
  @Test("every use of raw memory in the sources has a SAFETY note")
  func sources() throws {
    var concerned = 0
    for file in Repository.sources {
      let notes = SafetyNotes(try String(contentsOfFile: file, encoding: .utf8))
      for use in notes.uncovered { Issue.record("\(file):\(use.line): no SAFETY note covers `\(use.text)`") }
      #expect(notes.hasNote || !notes.isConcerned, "\(file) has pointers, and no SAFETY note")
      if notes.isConcerned { concerned += 1 }
    }
    #expect(concerned > 100)
  }

  @Test("a use without a note is found, whatever it uses")
  func uses() {
    let uses = [
      "array.withUnsafeBytes { $0.count }", "UnsafeRawPointer(address)", "UnsafePointer<CChar>(text)",
      "OpaquePointer(object)", "unsafeBitCast(one, to: Int.self)", "memory.assumingMemoryBound(to: Int.self)",
      "memory.bindMemory(to: Int.self, capacity: 1)", "pointer.pointee = 1", "String(cString: text)",
      "nonisolated(unsafe) let value = value", "final class Shared: @unchecked Sendable {}",
      "Unmanaged.passRetained(object)", "memory.loadUnaligned(as: Int.self)",
    ]
    for use in uses { #expect(SafetyNotes("func f() {\n  \(use)\n}").uncovered.map(\.line) == [2], "\(use)") }
    #expect(SafetyNotes("func f(_ p: UnsafePointer<Int>) {}").isConcerned)
    #expect(SafetyNotes("// withUnsafeBytes\nlet x = 1  // .pointee").uncovered.isEmpty)
  }

  @Test("a note covers its declaration, or the rest of its scope, and no more")
  func scopes() {
    let declaration = """
      /// SAFETY: reasons.
      @inline(__always)
      func f(
        _ p: UnsafePointer<Int>
      ) -> Int {
        p.pointee
      }

      func g(_ p: UnsafePointer<Int>) -> Int { p.pointee }
      """
    #expect(SafetyNotes(declaration).uncovered.map(\.line) == [9])
    let scope = """
      struct One: @unchecked Sendable {
        // SAFETY: reasons.

        func f() -> Int { p.pointee }
        func g() -> Int {
          p.pointee
        }
      }
      struct Other { func f() -> Int { p.pointee } }
      """
    #expect(SafetyNotes(scope).uncovered.map(\.line) == [9])
    let statements = """
      func f() {
        if isThere {
          // SAFETY: reasons.
          p.pointee = 1
        }
        p.pointee = 2
      }
      """
    #expect(SafetyNotes(statements).uncovered.map(\.line) == [6])
    #expect(SafetyNotes("// SAFETY: of the file.\n\nlet x = p.pointee\n\nlet y = p.pointee").uncovered.isEmpty)
  }
}
