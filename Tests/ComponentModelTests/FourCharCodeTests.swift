import ComponentModel
import TestSupport
import Testing

/// Codes of four characters and what matches them.
struct FourCharCodeTests {
  @Test func fourPrintableCharactersMakeACodeWhichIsPrintableWhateverItsBits() {
    for (text, value) in [
      ("aufx", 0x6175_6678), ("aumu", 0x6175_6D75), ("    ", 0x2020_2020), ("~~~~", 0x7E7E_7E7E), ("", 0), ("auf", 0),
      ("aufxx", 0), ("äuf", 0), ("au\nx", 0), ("au\u{7F}x", 0),
    ] as [(String, UInt32)] {
      let code = FourCharCode(stringLiteral: text)
      verify(code.rawValue, equals: value)
      verify(value == 0 ? code == .any : code.description == text)
    }
    for (value, text) in [(0, "...."), (0x1B5B_336D, ".[3m"), (.max, "....")] as [(UInt32, String)] {
      verify(FourCharCode(rawValue: value).description, equals: text)
    }
  }

  @Test func aDerivedCodeIsTheSameOnEveryMachineOfLettersAndDigitsAndSeldomTheSame() {
    for (text, code) in [
      ("", "RSay"), ("http://gareus.org/oss/lv2/fil4#stereo", "qfoj"), ("Robin Gareus", "6D54"), ("Röhre", "lib2"),
    ] { verify(FourCharCode.derived(from: text).description, equals: code, "\(text)") }
    let codes = (0..<2_000).map { FourCharCode.derived(from: "urn:\($0)") }
    let word = #/[0-9A-Za-z]{4}/#
    for code in codes { verify(code != .any && (try? word.wholeMatch(in: code.description)) != nil) }
    verify(Set(codes).count >= 1_998)
  }

  @Test func everyTypeHasItsOwnCodeAndZeroIsAWildcardInADescription() {
    for type in ComponentType.allCases { verify(ComponentType(code: type.code), equals: type) }
    verify(ComponentType(code: .any) == nil && ComponentType(code: "xxxx") == nil)
    verify(Set(ComponentType.allCases.map(\.englishName)).count, equals: ComponentType.allCases.count)
    let drum = ComponentDescription(type: "aumu", subType: "Drum", manufacturer: "Ada1")
    for description in [
      ComponentDescription(), ComponentDescription(type: .musicDevice), ComponentDescription(subType: "Drum"),
      ComponentDescription(manufacturer: "Ada1"), drum,
    ] { verify(description.matches(drum)) }
    verify(!ComponentDescription(type: .effect).matches(drum))
    verify(!ComponentDescription(type: "aumu", manufacturer: "Bob1").matches(drum))
    verify(!drum.matches(ComponentDescription()), "a wildcard on the other side matches only a wildcard")
  }
}
