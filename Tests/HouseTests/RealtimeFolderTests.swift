import Foundation
import TestSupport
import Testing

/// What runs on the render thread is proven by the compiler to take no lock.
@Suite struct RealtimeFolderTests {
  @Test(
    "every function in a folder of the render thread is @_noLocks",
    arguments: [("ChainHosting/Live/Render", 8, 20), ("AudioTracks/Mixing/Render", 3, 15)])
  func functions(folder: String, fewestFiles: Int, fewestFunctions: Int) throws {
    let files = Repository.files(in: "Sources/Sound/\(folder)", withSuffix: ".swift")
    #expect(files.count >= fewestFiles)
    var count = 0
    for file in files {
      for line in Self.declarations(in: try String(contentsOfFile: file, encoding: .utf8)) {
        count += 1
        #expect(line.contains("@_noLocks "), "\(file): \(line)")
      }
    }
    #expect(count >= fewestFunctions)
  }

  /// The lines that declare functions, initializers and computed values which aren't static.
  private static func declarations(in text: String) -> [Substring] {
    text.split(separator: "\n").filter { line in
      let code = line.drop { $0 == " " }
      guard !code.hasPrefix("//") else { return false }
      let isComputed = code.contains("var ") && code.hasSuffix("{") && !code.contains("static ")
      return code.contains(/\b(?:func \w+|init\(|subscript\()/) || isComputed
    }
  }

  @Test("a function without it is found")
  func finds() {
    let text = """
      struct One {
        @_noLocks func good() {}
        func bad() {}
        init(_ x: Int) {}
        var value: Int {
          1
        }
        static var limit: Int { 1 }
      }
      """
    #expect(Self.declarations(in: text).filter { !$0.contains("@_noLocks ") }.count == 3)
  }
}
