internal import AudioComponents

extension JSON {
  /// An array with each element on a line of its own, ended by a line break.
  static func lines(_ elements: [JSON]) -> String {
    "[" + elements.map { "\n" + $0.encoded }.joined(separator: ",") + "\n]\n"
  }
}
