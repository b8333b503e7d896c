/// Prints a line for each event, but at most once a second if only its numbers differ.
struct PlainLines {
  /// The printed lines without their numbers, with their times.
  private var printed: [String: ContinuousClock.Instant] = [:]
  /// The waiting lines, in order: of repeated ones, the last.
  private var queue: [(key: String, line: String)] = []

  static let interval = Duration.seconds(1)

  /// The lines to print now.
  ///
  /// - Parameter new: the lines of new events.
  mutating func lines(_ new: [String], at now: ContinuousClock.Instant = .now) -> [String] {
    for line in new {
      let key = Self.key(line)
      if let place = queue.firstIndex(where: { $0.key == key }) {
        queue[place].line = line
      } else {
        queue.append((key, line))
      }
    }
    printed = printed.filter { now - $0.value < Self.interval }
    var lines: [String] = []
    // Later lines wait, too, so that the last line printed is the latest state.
    while let first = queue.first, printed[first.key] == nil {
      printed[first.key] = now
      lines.append(first.line)
      queue.removeFirst()
    }
    return lines
  }

  private static func key(_ line: String) -> String {
    String(decoding: line.utf8.filter { !"0123456789.-".utf8.contains($0) }, as: UTF8.self)
  }
}
