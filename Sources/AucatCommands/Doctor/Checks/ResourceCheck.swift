/// What the library said when it was opened: damaged languages, and data that can't be shown.
enum ResourceCheck: Check {
  static let name = "library"

  static func findings(_ checkup: Checkup) -> [Finding] {
    checkup.messages.map { .problem(nil, $0, remedy: "install aucat again, unless the message names something else") }
  }
}
