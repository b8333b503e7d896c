import TestSupport
import Testing

@testable import ComponentModel

/// The tree of LV2's plugin classes.
struct LV2ClassTreeTests {
  @Test func theDeepestClassIsTheMostTellingAndOnlyLV2sCoreHasLocalNames() {
    for (classes, expected) in [
      (["Plugin"], "Plugin"), (["Plugin", "ReverbPlugin"], "ReverbPlugin"), (["EQPlugin", "FilterPlugin"], "EQPlugin"),
      (["FilterPlugin", "ParaEQPlugin", "EQPlugin"], "ParaEQPlugin"),
      (["DelayPlugin", "ReverbPlugin"], "ReverbPlugin"),
      (["InstrumentPlugin", "GeneratorPlugin"], "InstrumentPlugin"), (["Nonsense"], "Plugin"), ([], "Plugin"),
      (["Nonsense", "DelayPlugin"], "DelayPlugin"),
      // Equally deep: the first by name, in whatever order they come.
      (["FlangerPlugin", "ChorusPlugin"], "ChorusPlugin"), (["ChorusPlugin", "FlangerPlugin"], "ChorusPlugin"),
    ] { verify(LV2ClassTree.mostSpecific(of: classes.map { Namespace.lv2 + $0 }), equals: Namespace.lv2 + expected) }
    for (name, depth) in [
      ("Plugin", 0), ("DelayPlugin", 1), ("ReverbPlugin", 2), ("MultiEQPlugin", 3), ("PitchPlugin", 2), ("Port", nil),
      ("plugin", nil), ("", nil),
    ] as [(String, Int?)] { verify(LV2ClassTree.depth(name), equals: depth, "\(name)") }
    verify(LV2ClassTree.localName(Namespace.lv2 + "ReverbPlugin"), equals: "ReverbPlugin")
    verify(LV2ClassTree.localName("http://lv2plug.in/ns/ext/atom#AtomPort") == nil)
    verify(LV2ClassTree.mostSpecific(of: ["urn:my#ReverbPlugin", "ReverbPlugin"]), equals: LV2.plugin)
  }
}
