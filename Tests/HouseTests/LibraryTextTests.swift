import Foundation
import TestSupport
import Testing

/// What a library tells its host is about the library: only the command speaks of the command's options.
@Suite struct LibraryTextTests {
  /// All modules but the command's and the programs.
  private static let modules = Repository.modules.filter { !["AucatCommands", "AucatRender"].contains($0) }

  /// A command of ours with an option in quotation marks of a message: `aucat scan --system`.
  private static func hasOption(_ line: Substring) -> Bool {
    guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return false }
    return line.contains(/"[^"]*`[^`]*aucat [a-z]+[^`]* --?[a-z]/)
  }

  @Test(arguments: modules) func namesNoOption(module: String) throws {
    for file in Repository.files(in: "Sources/\(module)", withSuffix: ".swift") {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for line in text.split(separator: "\n") where Self.hasOption(line) { Issue.record("\(file): \(line)") }
    }
  }

  @Test func anOptionIsFound() {
    #expect(Self.modules.contains("LiveHost") && Self.modules.count > 15)
    #expect(Self.hasOption(#"    "it is damaged; `sudo aucat scan --system` rebuilds it""#))
    #expect(!Self.hasOption(#"    /// See "`aucat scan --system`"."#))
    #expect(!Self.hasOption(#"    "`aucat doctor` says what helps""#))
  }
}
