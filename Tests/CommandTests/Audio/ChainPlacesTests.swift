import AudioComponents
import TestSupport
import Testing

@testable import AucatProgram

/// Components of a chain by their places and names.
struct ChainPlacesTests {
  private let places = ChainPlaces([
    ("Calf Reverb", "urn:a"), ("Delay", "urn:b"), ("Reverb", "urn:c"), ("delay", "urn:d"), ("Plate Reverb", "urn:e"),
    ("Delay", "urn:f"), ("Take #2", "urn:g"),
  ])

  @Test(
    "a name is taken as it is written, else whatever its capitals, else as words; a number chooses among several",
    arguments: [
      ("Calf Reverb", 1), ("calf", 1), ("CALF REVERB", 1), ("urn:d", 4), ("Reverb", 3), ("reverb", 3),
      ("plate reverb", 5),
      ("Delay#1", 2), ("Delay#2", 6), ("delay", 4), ("DELAY#2", 4), ("Take #2", 7), ("take#1", 7), ("Reverb#1", 3),
    ])
  func names(text: String, number: Int) throws {
    try verify(places.place(named: text).number, equals: number, "\(text)")
    verify(try places.place(.string(text), "place").index, equals: number - 1)
  }

  @Test(
    "whatever names none or several is refused",
    arguments: [
      "Delay", "Delay#3", "Delay#0", "delay#-1", "Reverb#2", "nosuch", "nosuch#1", "", " ", "#", "#1", "verb",
      "Delay#9223372036854775807", "Delay#-9223372036854775808", "Delay#99999999999999999999",
    ])
  func refusals(text: String) {
    verify(throws: CommandFailure.self) { try places.place(named: text) }
  }

  @Test("a number is that of a place, or of the one after the last for a new component")
  func numbers() throws {
    for number in [Int.min, Int.min + 1, -1, 0, 8, 9, Int.max - 1, Int.max] {
      verify(throws: CommandFailure.self) { try places.place(.int(number), "place") }
      guard number != 8 else { continue }
      verify(throws: CommandFailure.self) { try places.place(.int(number), "place", isNew: true) }
    }
    try verify(places.place(.int(7), "place").index, equals: 6)
    try verify(places.place(.int(8), "place", isNew: true).index, equals: 7)
    for value in [JSON.null, .bool(true), .number(1.5), .array([]), .object([])] {
      verify(throws: CommandFailure.self) { try places.place(value, "place") }
    }
  }

  @Test("each component has a name that only it has")
  func shortest() throws {
    verify(
      places.names,
      equals: ["Calf Reverb", "Delay#1", "Reverb", "delay", "Plate Reverb", "Delay#2", "Take #2"])
    for (index, name) in places.names.enumerated() { try verify(places.place(named: name).index, equals: index) }
  }
}
