import TestSupport
import Testing

@testable import AucatCommands

/// Which names Turtle uses, found without a parser.
struct TurtleNamesTests {
  private static let vocabulary = "http://lv2plug.in/ns/ext/dynmanifest#"

  @Test(
    "only a name in a statement is used",
    arguments: [
      ("@prefix d: <V> .\n<urn:x> a <urn:y> .\n", false),
      ("@prefix d: <V> . # <urn:x> a d:DynManifest .\n<urn:x> a <urn:y> .", false),
      (#"@prefix d: <V> . <urn:x> <urn:y> "d:DynManifest", """ " d:DynManifest """, 'd:DynManifest' ."#, false),
      ("@prefix d: <urn:other#> . <urn:x> a d:DynManifest .", false), ("<urn:x> a <V> .", false),
      ("@prefix d: <V> . @prefix d: <urn:other#> . <urn:x> a d:DynManifest .", false),
      ("<urn:x> a <VDynManifest> .", true), ("@prefix d: <V> .\n<urn:x> a d:DynManifest .\n", true),
      (#"PREFIX : <V> <urn:x> <urn:y> "a \" b" ; a :DynManifest."#, true),
      ("@prefix l: <urn:l> . @prefix d: <V>.<urn:x> a l:P,d:DynManifest;l:b <b.so>.", true),
      ("\"\"\"\"", false), ("<", false), ("'", false), ("@prefix", false), ("@prefix d:", false), ("...", false),
      ("", false),
    ])
  func uses(turtle: String, isUsed: Bool) {
    let names = TurtleNames(Array(turtle.replacing("<V", with: "<" + Self.vocabulary).utf8))
    verify(names.contains(Self.vocabulary, "DynManifest"), equals: isUsed, "\(turtle)")
  }
}
