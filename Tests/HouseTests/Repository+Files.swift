import Foundation
import TestSupport

extension Repository {
  /// Our sources in Swift: of what hosts and people get, and of what makes the manual.
  static let sources = ["Sources", ".dev/manual"].flatMap { files(in: $0, withSuffix: ".swift") }

  /// The paths of the files below a folder of this checkout, in whatever subfolder.
  static func files(in folder: String, withSuffix suffix: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { path(folder) + "/" + $0 }
  }

  /// What grep prints of some files: in a debug build, it is a hundred times as fast as a search of their texts.
  static func grep(_ options: [String], in files: [String]) -> [String] {
    Child.run("/bin/grep", options + ["--"] + files, environment: ["LC_ALL": "C.UTF-8"]).lines
  }

  /// Whether a file is a symbolic link.
  static func isLink(_ file: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil
  }
}
