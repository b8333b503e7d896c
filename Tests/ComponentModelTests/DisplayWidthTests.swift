import ComponentModel
import Foundation
import TestSupport
import Testing

/// The terminal columns of texts.
@Suite struct DisplayWidthTests {
  @Test("a scalar is as wide as the C library has it")
  func scalars() {
    var different: [String] = []
    for value in (UInt32(0x20)..<0x32000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = CLibrary.width(of: scalar)
      // What one Unicode has assigned, an older C library may not know.
      if expected < 0 || scalar.properties.generalCategory == .unassigned { continue }
      if DisplayWidth.of(String(scalar)) != expected { different.append(String(value, radix: 16)) }
    }
    #expect(different.count <= 20, "\(different.prefix(40))")
  }

  @Test("a text is as wide as its scalars, in every language of ours")
  func localizations() throws {
    for name in TemporaryFolder.names(inFolder: Repository.path("Localizations")) where name.hasSuffix(".txt") {
      let text = String(decoding: Child.contents(Repository.path("Localizations/\(name)")), as: UTF8.self)
      for line in text.split(separator: "\n") {
        #expect(DisplayWidth.of(line) == CLibrary.width(of: line), "\(name): \(line)")
      }
    }
  }

  @Test(
    "a text is cut between characters, and never wider than asked for",
    arguments: [
      ("Reverb", 6, "Reverb"), ("Reverb", 5, "Reve…"), ("残響残響", 5, "残響…"), ("残響残響", 4, "残…"), ("Reverb", 1, "…"),
      ("Reverb", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 0, ""),
    ])
  func cuts(text: String, width: Int, expected: String) {
    #expect(DisplayWidth.cut(text, to: width) == expected)
    #expect(DisplayWidth.of(expected) <= width)
  }

  @Test(
    "a text cut inside keeps its end, by which variants differ",
    arguments: [
      ("Sidechain Compressor Stereo x8", 18, "Sidechain C…reo x8"), ("Reverb", 6, "Reverb"), ("Reverb", 4, "Rev…"),
      ("残響残響残響", 9, "残響残…響"), ("Reverb", 0, ""),
    ])
  func cutsInside(text: String, width: Int, expected: String) {
    #expect(DisplayWidth.cutInside(text, to: width) == expected)
    #expect(DisplayWidth.of(expected) <= width)
  }

  @Test("lines break at blanks, and long words wherever they must")
  func wraps() {
    #expect(DisplayWidth.lines("a bad manifest", indent: 2, width: 9) == ["  a bad", "  manifes", "  t"])
    #expect(DisplayWidth.lines("残響残響", width: 5) == ["残響", "残響"])
    #expect(DisplayWidth.lines("", width: 5) == [])
  }
}
