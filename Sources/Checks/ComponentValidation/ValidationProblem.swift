package import ComponentModel

/// The finding of a test.
package struct ValidationProblem: Hashable, Sendable {
  /// What kind of finding it is.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case unloadable, notALibrary, notInLibrary, noBinary
    case refusesToStart, refusesRate
    case notFinite, loud, loudSignal, signalOutOfRange
    case wroteOutside, wroteInputs
    case changedMode, changedProcess, printed
    case differs, differsByMemory, differsByBlocks, differsByInstances, differsInPlace
    case stateFailed, stateDiffers, presetFailed
    case leaks
    case mayWait, breaksRealTime
    case keepsNotNumbers, notFiniteOutOfRange, notFiniteAfterEvents
    case crashedByHost, endedByHost, timedOutByHost, wroteOutsideByHost
    case crashed, killed, exited, timedOut

    /// The verdict on a component with this finding; nil for a fact, which says nothing against the component.
    package var verdict: ValidationVerdict? {
      switch self {
      case .unloadable, .notALibrary, .notInLibrary, .noBinary, .notFinite, .loud, .wroteOutside: .failed
      case .refusesToStart, .refusesRate, .wroteInputs, .changedMode, .changedProcess, .differsByMemory,
        .differsByInstances, .differsInPlace, .stateFailed, .stateDiffers, .presetFailed, .leaks, .breaksRealTime,
        .notFiniteOutOfRange, .notFiniteAfterEvents, .crashedByHost, .endedByHost, .timedOutByHost, .wroteOutsideByHost:
        .warned
      case .loudSignal, .signalOutOfRange, .printed, .differs, .differsByBlocks, .mayWait, .keepsNotNumbers: nil
      case .crashed, .killed, .exited: .crashed
      case .timedOut: .timedOut
      }
    }
  }

  /// What kind of finding it is.
  package var kind: Kind
  /// Its details, for example the condition of the test; they depend on the kind.
  package var texts: [String]
  /// The measured numbers; they depend on the kind.
  package var numbers: [Double]

  init(_ kind: Kind, _ texts: [String] = [], _ numbers: [Double] = []) {
    self.kind = kind
    self.texts = texts
    self.numbers = numbers
  }

  /// The verdict on a component with this finding; nil for a fact.
  package var verdict: ValidationVerdict? { kind.verdict }

  private var text: String { texts.first ?? "" }

  private var number: Double { numbers.first ?? .nan }

  /// The condition of the test, as the end of a sentence.
  private var condition: String { text.isEmpty ? "" : " (\(text))" }

  /// The finding as a verb phrase about the component.
  package var message: String {
    switch kind {
    case .unloadable: "has a library that does not load: \(text)"
    case .notALibrary: "has a binary that is not an LV2 library: \(text)"
    case .notInLibrary: "is not in its library \(text)"
    case .noBinary: "has no binary"
    case .refusesToStart: "refuses to be instantiated at 48000 Hz"
    case .refusesRate: "refuses to be instantiated at \(Self.whole(number)) Hz"
    case .notFinite: "gives infinities or NaNs after \(Self.rounded(number)) s\(condition)"
    case .loud: "gives \(Self.rounded(number)) dBFS at its defaults"
    case .loudSignal: "gives \(Self.rounded(number)) dBFS at an output that carries no sound (\(text))"
    case .signalOutOfRange: "gives \(Self.rounded(number)) at output \(text), whose range is \(range)"
    case .wroteOutside: "writes outside its buffers\(condition)"
    case .wroteInputs: "writes to its audio inputs"
    case .changedMode: "changes the floating-point mode"
    case .changedProcess: "changes the process: \(texts.joined(separator: ", "))"
    case .printed: "prints while it runs"
    case .differs: "gives different output each time, from \(Self.rounded(number)) s on"
    case .differsByMemory: "gives output that depends on uninitialized memory, from \(Self.rounded(number)) s on"
    case .differsByBlocks: "gives different output with other block lengths, from \(Self.rounded(number)) s on"
    case .differsByInstances: "gives different output beside a second instance, from \(Self.rounded(number)) s on"
    case .differsInPlace: "gives different output if it writes over its input, from \(Self.rounded(number)) s on"
    case .stateFailed: "has a state that can't be kept: \(text)"
    case .stateDiffers: "saves a state that differs from the restored one: \(texts.joined(separator: ", "))"
    case .presetFailed: "can't load the preset \(text): \(texts.last ?? "")"
    case .leaks: "leaves \(texts.joined(separator: ", ")) behind\(leakSize)"
    case .mayWait: "may block while it runs: \(calls)"
    case .breaksRealTime: "may block while it runs, although it claims never to: \(calls)"
    case .keepsNotNumbers: "still gives infinities or NaNs long after such input"
    case .notFiniteOutOfRange: "gives infinities or NaNs with parameters out of range"
    case .notFiniteAfterEvents: "gives infinities or NaNs after malformed events\(condition)"
    case .crashedByHost: "crashes with \(texts.last ?? "") after input that no host may send\(condition)"
    case .endedByHost: "ends its process after input that no host may send\(condition)"
    case .timedOutByHost:
      "does not return within \(Self.rounded(number)) s after input that no host may send\(condition)"
    case .wroteOutsideByHost: "writes outside its buffers after input that no host may send\(condition)"
    case .crashed: "crashes with \(text)\(place)\(Self.printed(texts))"
    case .killed: "was killed by signal 9, by itself or for lack of memory\(condition)"
    case .exited: "ends the process with status \(Self.whole(number))\(Self.printed(texts))"
    case .timedOut where numbers.isEmpty: "closes its process's descriptors, and keeps running\(condition)"
    case .timedOut: "does not return within \(Self.rounded(number)) s"
    }
  }

  /// The place of a crash, as the end of a phrase.
  private var place: String { texts.count > 2 && !texts[1].isEmpty ? " (\(texts[1]))" : "" }

  private var range: String {
    numbers.count > 2 ? "\(Self.rounded(numbers[1])) to \(Self.rounded(numbers[2]))" : "unknown"
  }

  private var leakSize: String { numbers.isEmpty ? "" : " (\(Self.whole(number)) bytes for each instance)" }

  /// The functions that were called, and how often.
  private var calls: String {
    if numbers.count > 2, numbers[2] == 0 { return texts.joined(separator: ", ") + ", only in the first block" }
    let share = numbers.count > 1 ? ", in \(Self.whole(number)) of \(Self.whole(numbers[1])) blocks" : ""
    return texts.joined(separator: ", ") + share
  }

  private static func printed(_ texts: [String]) -> String {
    guard texts.count > 1, let last = texts.last, !last.isEmpty else { return "" }
    return "; its last output: \(last)"
  }

  private static func whole(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  private static func rounded(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
    let hundredths = (number * 100).rounded() / 100
    return Int(exactly: hundredths).map(String.init) ?? "\(hundredths)"
  }
}

extension ValidationProblem {
  /// The form in which a child reports it.
  package var json: JSON {
    .object([
      ("kind", .string(kind.rawValue)), ("texts", .strings(texts)), ("numbers", .array(numbers.map(JSON.number))),
    ])
  }

  /// - Returns: nil if no child of this version reports this.
  init?(_ json: JSON?) {
    guard case .object(let list)? = json else { return nil }
    let members = Dictionary(list.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    guard let kind = members["kind"]?.text.flatMap(Kind.init) else { return nil }
    var numbers: [Double] = []
    if case .array(let values)? = members["numbers"] { numbers = values.map { $0.double ?? .nan } }
    self.init(kind, members["texts"]?.texts ?? [], numbers)
  }
}
