/// What a validation says of a component.
package enum ValidationVerdict: String, CaseIterable, Hashable, Sendable {
  /// No test found anything but facts.
  case passed
  /// A test found something that hosts can live with.
  case warned
  /// It breaks a promise that hosts rely on.
  case failed
  /// It did not come back in time.
  case timedOut
  /// It ended its process.
  case crashed
  /// It could not be tested, for example because this host lacks a feature that it requires.
  case skipped

  /// Whether it is an objection to the component.
  package var isObjection: Bool { [.warned, .failed, .timedOut, .crashed].contains(self) }

  /// Whether the component ended its process, or didn't come back.
  package var isFatal: Bool { self == .crashed || self == .timedOut }
}
