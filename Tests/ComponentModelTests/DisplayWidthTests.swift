import ComponentModel
import Foundation
import TestSupport
import Testing

/// The terminal columns of texts.
struct DisplayWidthTests {
  @Test("a scalar, and a text in every language of ours, is as wide as the C library has it")
  func widths() {
    var different: [String] = []
    for value in (UInt32(0x20)..<0x32000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = CLibrary.width(of: scalar)
      // What one Unicode has assigned, an older C library may not know.
      if expected < 0 || scalar.properties.generalCategory == .unassigned { continue }
      if DisplayWidth.of(String(scalar)) != expected { different.append(String(value, radix: 16)) }
    }
    verify(different.count <= 20, "\(different.prefix(40))")
    for name in TemporaryFolder.names(inFolder: Repository.path("Localizations")) where name.hasSuffix(".txt") {
      let text = String(decoding: Child.contents(Repository.path("Localizations/\(name)")), as: UTF8.self)
      for line in text.split(separator: "\n") {
        verify(DisplayWidth.of(line), equals: CLibrary.width(of: line), "\(name): \(line)")
      }
    }
  }

  @Test("a text is cut between characters, at its end or inside, never wider than asked for; lines break at blanks")
  func cuts() {
    for (text, width, expected) in [
      ("Reverb", 6, "Reverb"), ("Reverb", 5, "Reve…"), ("残響残響", 5, "残響…"), ("残響残響", 4, "残…"), ("Reverb", 1, "…"),
      ("Reverb", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 0, ""),
    ] {
      verify(DisplayWidth.cut(text, to: width), equals: expected)
      verify(DisplayWidth.of(expected) <= width)
    }
    // Variants differ by their ends.
    for (text, width, expected) in [
      ("Sidechain Compressor Stereo x8", 18, "Sidechain C…reo x8"), ("Reverb", 6, "Reverb"), ("Reverb", 4, "Rev…"),
      ("残響残響残響", 9, "残響残…響"), ("Reverb", 0, ""),
    ] {
      verify(DisplayWidth.cutInside(text, to: width), equals: expected)
      verify(DisplayWidth.of(expected) <= width)
    }
    verify(DisplayWidth.lines("a bad manifest", indent: 2, width: 9), equals: ["  a bad", "  manifes", "  t"])
    verify(DisplayWidth.lines("残響残響", width: 5), equals: ["残響", "残響"])
    verify(DisplayWidth.lines("", width: 5), equals: [])
  }
}
