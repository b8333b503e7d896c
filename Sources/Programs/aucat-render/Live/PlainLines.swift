/// What is printed a line each, at most once a second where a line repeats but for its numbers.
struct PlainLines {
  /// The lines that were printed, without their numbers, and when.
  private var printed: [String: ContinuousClock.Instant] = [:]
  /// What waits, in order: of lines that repeat, the last.
  private var queue: [(key: String, line: String)] = []

  static let interval = Duration.seconds(1)

  /// What to print now.
  ///
  /// - Parameter new: what has happened.
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
    // What comes later waits, too, so that the order says what is true now.
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
