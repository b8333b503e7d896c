import ComponentModel
import Testing

/// Codes of four characters and what matches them.
@Suite struct FourCharCodeTests {
  @Test(
    arguments: [
      ("aufx", 0x6175_6678), ("aumu", 0x6175_6D75), ("    ", 0x2020_2020), ("~~~~", 0x7E7E_7E7E), ("", 0), ("auf", 0),
      ("aufxx", 0), ("äuf", 0), ("au\nx", 0), ("au\u{7F}x", 0),
    ] as [(String, UInt32)]) func fourPrintableCharactersMakeACode(text: String, value: UInt32)
  {
    let code = FourCharCode(stringLiteral: text)
    #expect(code.rawValue == value)
    #expect(value == 0 ? code == .any : code.description == text)
  }

  @Test func aCodeIsPrintableWhateverItsBits() {
    #expect(FourCharCode(rawValue: 0).description == "....")
    #expect(FourCharCode(rawValue: 0x1B5B_336D).description == ".[3m")
    #expect(FourCharCode(rawValue: .max).description == "....")
  }

  @Test func aDerivedCodeIsTheSameOnEveryMachine() {
    #expect(FourCharCode.derived(from: "").description == "RSay")
    #expect(FourCharCode.derived(from: "http://gareus.org/oss/lv2/fil4#stereo").description == "qfoj")
    #expect(FourCharCode.derived(from: "Robin Gareus").description == "6D54")
    #expect(FourCharCode.derived(from: "Röhre").description == "lib2")
  }

  @Test func derivedCodesAreLettersAndDigitsAndSeldomTheSame() {
    let codes = (0..<2_000).map { FourCharCode.derived(from: "urn:\($0)") }
    for code in codes {
      #expect(code != .any)
      let isWord = code.description.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      }
      #expect(isWord)
    }
    #expect(Set(codes).count >= 1_998)
  }

  @Test func everyTypeHasItsOwnCode() {
    for type in ComponentType.allCases { #expect(ComponentType(code: type.code) == type) }
    #expect(ComponentType(code: .any) == nil)
    #expect(ComponentType(code: "xxxx") == nil)
    #expect(Set(ComponentType.allCases.map(\.englishName)).count == ComponentType.allCases.count)
  }

  @Test func zeroIsAWildcardInADescription() {
    let drum = ComponentDescription(type: "aumu", subType: "Drum", manufacturer: "Ada1")
    #expect(ComponentDescription().matches(drum))
    #expect(ComponentDescription(type: .musicDevice).matches(drum))
    #expect(ComponentDescription(subType: "Drum").matches(drum))
    #expect(ComponentDescription(manufacturer: "Ada1").matches(drum))
    #expect(drum.matches(drum))
    #expect(!ComponentDescription(type: .effect).matches(drum))
    #expect(!ComponentDescription(type: .musicDevice, manufacturer: "Bob1").matches(drum))
    #expect(!drum.matches(ComponentDescription()), "a wildcard on the other side matches only a wildcard")
  }
}

extension ComponentDescription {
  fileprivate init(type: ComponentType, manufacturer: FourCharCode) {
    self.init(type: type.code, manufacturer: manufacturer)
  }
}
