import Foundation

/// The programs that the documentation shows, and one more. `GUIDE_PROGRAM` names the one to run: their arguments are
/// their own.
@main struct GuidePrograms {
  static func main() async throws {
    switch ProcessInfo.processInfo.environment["GUIDE_PROGRAM"] {
    case "readme": try await readme()
    case "guide": try await guide()
    case "live": try await live()
    case "studio": try studio()
    case "snippets": try await snippets()
    default: everyName()
    }
  }
}
