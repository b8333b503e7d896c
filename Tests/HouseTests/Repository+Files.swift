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

  /// Whether a file is a symbolic link.
  static func isLink(_ file: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil
  }
}
