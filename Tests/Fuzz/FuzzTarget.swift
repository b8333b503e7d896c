/// A reader that gets random bytes. It may refuse them, but it may not trap, hang or touch foreign memory, and what it has
/// accepted keeps its laws.
struct FuzzTarget: Sendable {
  /// The name that `.dev/fuzz` takes.
  let name: String
  /// Inputs to begin with.
  let seeds: [[UInt8]]
  /// Reads an input.
  let run: @Sendable (UnsafeRawBufferPointer) throws -> Void

  static let all = [wire, xml, wav, turtle, predicate]
}

/// Ends the process, so that the fuzzer keeps the input.
func require(_ condition: Bool, _ law: String) {
  precondition(condition, law)
}
