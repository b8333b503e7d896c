import TestSupport
import Testing

/// The pages of the manual in the installation that `AUCAT_INSTALLED` names.
struct ManualTests {
  @Test(
    "man finds each page below the prefix",
    .enabled(if: InstalledFiles.manual != nil && Machine.has("man"), "AUCAT_INSTALLED names none, or man is missing"))
  func places() throws {
    let sections = try demand(InstalledFiles.manual)
    for (section, folder) in zip(["1", "7"], sections) {
      let pages = TemporaryFolder.names(inFolder: folder).filter { $0.hasPrefix("aucat") }
      verify(pages.count > (section == "1" ? 20 : 2))
      for page in pages {
        let run = Child.run(
          "/bin/sh", ["-c", "man -M \"${0%/*}\" -w \"$1\" \"$2\"", folder, section, String(page.dropLast(2))],
          environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        verify(run.text, equals: "\(folder)/\(page)\n", "\(page): \(run)")
      }
    }
  }
}
