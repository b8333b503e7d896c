import Foundation
import TestSupport
import Testing

/// What a library tells its host is about the library: only the command speaks of the command's options.
@Suite struct LibraryTextTests {
  /// All modules but those of the programs.
  private static let modules = Module.all.filter { $0.layer != "Programs" }

  /// A command of ours with an option in quotation marks of a message: `aucat scan --system`.
  private static func hasOption(_ line: Substring) -> Bool {
    guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return false }
    return line.contains(/"[^"]*`[^`]*aucat [a-z]+[^`]* --?[a-z]/)
  }

  @Test(arguments: modules) func namesNoOption(module: Module) throws {
    for file in module.files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for line in text.split(separator: "\n") where Self.hasOption(line) { Issue.record("\(file): \(line)") }
    }
  }

  @Test func anOptionIsFound() {
    #expect(Self.modules.contains { $0.layer == "Sound" } && Self.modules.count > 15)
    #expect(Self.hasOption(#"    "it is damaged; `sudo aucat scan --system` rebuilds it""#))
    #expect(!Self.hasOption(#"    /// See "`aucat scan --system`"."#))
    #expect(!Self.hasOption(#"    "`aucat doctor` shows the remedy""#))
  }
}
