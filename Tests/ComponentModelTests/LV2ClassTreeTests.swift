import Testing

@testable import ComponentModel

/// The tree of LV2's plugin classes.
@Suite struct LV2ClassTreeTests {
  @Test(arguments: [
    (["Plugin"], "Plugin"), (["Plugin", "ReverbPlugin"], "ReverbPlugin"), (["EQPlugin", "FilterPlugin"], "EQPlugin"),
    (["FilterPlugin", "ParaEQPlugin", "EQPlugin"], "ParaEQPlugin"), (["DelayPlugin", "ReverbPlugin"], "ReverbPlugin"),
    (["InstrumentPlugin", "GeneratorPlugin"], "InstrumentPlugin"), (["Nonsense"], "Plugin"), ([], "Plugin"),
    (["Nonsense", "DelayPlugin"], "DelayPlugin"),
    // Equally deep: the first by name, in whatever order they come.
    (["FlangerPlugin", "ChorusPlugin"], "ChorusPlugin"), (["ChorusPlugin", "FlangerPlugin"], "ChorusPlugin"),
  ]) func theDeepestClassIsTheMostTelling(classes: [String], expected: String) {
    #expect(LV2ClassTree.mostSpecific(of: classes.map { Namespace.lv2 + $0 }) == Namespace.lv2 + expected)
  }

  @Test(
    arguments: [
      ("Plugin", 0), ("DelayPlugin", 1), ("ReverbPlugin", 2), ("MultiEQPlugin", 3), ("PitchPlugin", 2), ("Port", nil),
      ("plugin", nil), ("", nil),
    ] as [(String, Int?)]) func aClassHasADepth(name: String, depth: Int?)
  {
    #expect(LV2ClassTree.depth(name) == depth)
  }

  @Test func onlyLV2sCoreHasLocalNames() {
    #expect(LV2ClassTree.localName(Namespace.lv2 + "ReverbPlugin") == "ReverbPlugin")
    #expect(LV2ClassTree.localName("http://lv2plug.in/ns/ext/atom#AtomPort") == nil)
    #expect(LV2ClassTree.mostSpecific(of: ["urn:my#ReverbPlugin", "ReverbPlugin"]) == LV2.plugin)
  }
}
