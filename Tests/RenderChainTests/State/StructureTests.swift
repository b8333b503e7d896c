import ComponentModel
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// States of vectors, tuples, objects and sequences, and the URIDs within them.
struct StructureTests {
  private let bundle = TestBundle()

  @Test func aPresetsStructuresAndThoseOfAStateAreWhatThePluginKnows() throws {
    let player = try bundle.player(bundle.stage("atoms", preset: "structures"))
    _ = player.play(0, blocks: 1)
    try verify(player.values(["restored", "matched"]), equals: [8, 255])
    let saved = try bundle.load(bundle.stage("atoms")).saved()
    verify(saved.stages[0].state.count, equals: 8, "and nonsense is none of it")
    let tuple = try demand(saved.stages[0].state.first { $0.key == "urn:aucat:test:atoms#tuple" })
    verify(tuple.uris.contains("urn:aucat:test:atoms#seven"))
    let again = try bundle.chain(ChainFile.text(of: saved))
    verify(again, equals: saved)
    let second = try bundle.player(again.stages[0])
    _ = second.play(0, blocks: 1)
    try verify(second.value("matched"), equals: 255)
  }

  @Test func messagesHaveURIDsToo() throws {
    let player = try bundle.player(bundle.stage("atoms"))
    let key = "urn:aucat:test:atoms#choice"
    let urid = StateProperty(
      key: key, type: Namespace.atom + "URID", bytes: Array("urn:aucat:test:atoms#chosen".utf8), flags: 0)
    try player.control.send(urid, to: 0)
    _ = player.play(0, blocks: 1)
    try verify(player.value("chosen"), equals: 128)
    for property in try bundle.load(bundle.stage("atoms")).saved().stages[0].state {
      var message = property
      message.key = key
      try player.control.send(message, to: 0)
    }
    _ = player.play(0, blocks: 1)
    try verify(player.value("chosen"), equals: 255)
  }

  @Test("a value that has not the form of its type is told, and not left out")
  func malformed() throws {
    let player = try bundle.player(bundle.stage("atoms"))
    for (type, bytes) in [
      ("Vector", [1, 2, 3]), ("Vector", [4, 0, 0, 0, 9, 0, 0, 0]), ("Tuple", [255, 255, 255, 255, 0, 0, 0, 0]),
      ("Object", [0, 0, 0, 0]), ("Sequence", [0, 0, 0, 0, 0, 0, 0, 0, 1]), ("Literal", [1]),
    ] as [(String, [UInt8])] {
      var stage = bundle.stage("atoms")
      var property = StateProperty(key: "urn:key", type: Namespace.atom + type, bytes: bytes, flags: 3)
      stage.state = [property]
      verify(
        bundle.error(stage, channels: 1),
        equals: ChainError(.stateValue(key: "urn:key"), component: "urn:aucat:test:atoms"), "\(type)")
      property.key = "urn:aucat:test:atoms#choice"
      let fault = verify(throws: ChainError.self, "\(type)") { try player.control.send(property, to: 0) }
      verify(fault?.cause, equals: .stateValue(key: property.key))
    }
  }

  @Test func theNumbersOfURIsDoNotMatterAndNoBytesMakeATranslationTrap() throws {
    func tuple(_ type: UInt32, _ value: UInt32) -> [UInt8] {
      [4, type, value, 0].flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    }
    let (urid, name, type) = (Namespace.atom + "URID", "urn:aucat:test:name", Namespace.atom + "Tuple")
    let one = try AtomTranslation.native(tuple(1, 2), uris: [urid, name], type: type)
    try verify(AtomTranslation.native(tuple(3, 1), uris: [name, "urn:other", urid], type: type), equals: one)
    verify(one, equals: tuple(URIDMap.shared.map(urid), URIDMap.shared.map(name)))
    let portable = try AtomTranslation.portable(one, type: type)
    verify(portable.bytes == tuple(1, 2) && portable.uris == [urid, name])
    var random = SystemRandomNumberGenerator()
    for type in ["Vector", "Tuple", "Object", "Blank", "Sequence", "Literal", "Property", "URID", "Chunk"] {
      for count in 0..<SeededGenerator.cases(160) {
        let bytes = (0..<count % 80).map { _ in UInt8.random(in: 0...(Bool.random() ? 255 : 9), using: &random) }
        let uri = Namespace.atom + type
        if let value = try? AtomTranslation.portable(bytes, type: uri) {
          verify((try? AtomTranslation.native(value.bytes, uris: value.uris, type: uri))?.count, equals: bytes.count)
        }
        _ = try? AtomTranslation.native(bytes, uris: [uri, "urn:b", Namespace.atom + "Int"], type: uri)
      }
    }
  }
}
