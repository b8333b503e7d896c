import Foundation
import TestSupport
import Testing

/// Whoever touches raw memory says why that is safe.
struct SafetyNoteTests {
  @Test("every use of raw memory in the sources has a SAFETY note")
  func sources() throws {
    var concerned = 0
    let mentions = #"nsafe|Pointer|Unmanaged|SAFETY:|\.pointee|\.allocate\(|cString"#
    for file in Repository.grep(["-lE", mentions], in: Repository.sources) {
      let notes = SafetyNotes(try String(contentsOfFile: file, encoding: .utf8))
      for use in notes.uncovered { Issue.record("\(file):\(use.line): no SAFETY note covers `\(use.text)`") }
      verify(notes.hasNote || !notes.isConcerned, "\(file) has pointers, and no SAFETY note")
      if notes.isConcerned { concerned += 1 }
    }
    verify(concerned > 100)
  }

  @Test("a use without a note is found; a note covers its declaration, or the rest of its scope, and no more")
  func notes() {
    let uses = [
      "array.withUnsafeBytes { $0.count }", "UnsafeRawPointer(address)", "UnsafePointer<CChar>(text)",
      "OpaquePointer(object)", "unsafeBitCast(one, to: Int.self)", "memory.assumingMemoryBound(to: Int.self)",
      "memory.bindMemory(to: Int.self, capacity: 1)", "pointer.pointee = 1", "String(cString: text)",
      "nonisolated(unsafe) let value = value", "final class Shared: @unchecked Sendable {}",
      "Unmanaged.passRetained(object)", "memory.loadUnaligned(as: Int.self)",
    ]
    for use in uses { verify(SafetyNotes("func f() {\n  \(use)\n}").uncovered.map(\.line), equals: [2], "\(use)") }
    verify(SafetyNotes("func f(_ p: UnsafePointer<Int>) {}").isConcerned)
    verify(SafetyNotes("// withUnsafeBytes\nlet x = 1  // .pointee").uncovered.isEmpty)
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
    verify(SafetyNotes(declaration).uncovered.map(\.line), equals: [9])
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
    verify(SafetyNotes(scope).uncovered.map(\.line), equals: [9])
    let statements = """
      func f() {
        if isThere {
          // SAFETY: reasons.
          p.pointee = 1
        }
        p.pointee = 2
      }
      """
    verify(SafetyNotes(statements).uncovered.map(\.line), equals: [6])
    verify(SafetyNotes("// SAFETY: of the file.\n\nlet x = p.pointee\n\nlet y = p.pointee").uncovered.isEmpty)
  }
}
