private import CICU
internal import Texts
internal import Synchronization

/// A regular expression in ICU, with limits of time and memory, used by one thread at a time.
final class Pattern: TextPattern {
  // SAFETY: The pattern is used only under the lock, since its matcher can't be shared. The state can't be copied, so
  // it is closed once.
  private struct State: ~Copyable {
    var pointer: OpaquePointer

    deinit { aucatPatternClose(pointer) }
  }

  private let options: TextOptions
  private let rules: UnicodeRules
  private let state: Mutex<State>

  init(_ expression: String, options: TextOptions, rules: UnicodeRules) throws {
    self.options = options
    self.rules = rules
    let source = options.contains(.ignoringCase) ? "(?i)" + expression : expression
    var problem = [CChar](repeating: 0, count: 128)
    let pointer = source.withUTF8Bytes { aucatPatternOpen($0, $1, &problem) }
    guard let pointer else {
      throw TextPatternError.invalid(
        String(decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    state = Mutex(State(pointer: pointer))
  }

  func matchesWhole(_ text: String) throws -> Bool {
    let folded = rules.folded(text, options.intersection(.ignoringAccents))
    let answer = state.withLock { state in folded.withUTF8Bytes { aucatPatternMatches(state.pointer, $0, $1) } }
    guard answer >= 0 else { throw TextPatternError.tooSlow }
    return answer == 1
  }
}
