internal import ComponentModel
internal import RenderChain

/// Sequences of events that no host should deliver. All of them lie within the memory of a port, followed by zeros.
struct MalformedEvents {
  /// What is wrong with the sequence, for messages.
  let condition: String
  /// An `LV2_Atom_Sequence` as it lies in memory.
  let bytes: [UInt8]

  /// One event, before it is laid out in memory.
  private struct Event {
    var frame: Int64 = 0
    var type: UInt32
    var body: [UInt8] = []
    /// The size that it claims; nil for the true one.
    var size: UInt32?
  }

  private init(_ condition: String, _ bytes: [UInt8]) {
    self.condition = condition
    self.bytes = bytes
  }

  private init(_ condition: String, _ events: [Event]) {
    let content = events.flatMap { event -> [UInt8] in
      let padding = [UInt8](repeating: 0, count: (8 - event.body.count % 8) % 8)
      let size = event.size ?? UInt32(event.body.count)
      return event.frame.bytes + size.bytes + event.type.bytes + event.body + padding
    }
    let body = UInt32(0).bytes + UInt32(0).bytes + content
    self.init(condition, UInt32(body.count).bytes + Self.sequence.bytes + body)
  }

  private static let sequence = ChainControl.number(of: Namespace.atom + "Sequence")
  private static let midi = ChainControl.number(of: LV2.midiEvent)
  private static let object = ChainControl.number(of: Namespace.atom + "Object")
  private static let text = ChainControl.number(of: Namespace.atom + "String")

  /// All of them: first those with events that a component need not understand, then those that break the host's own promises.
  static var all: [MalformedEvents] { unusual + broken }

  private static var unusual: [MalformedEvents] {
    [
      MalformedEvents(
        "events of no type and an unknown type", [Event(type: 0, body: [1]), Event(type: .max, body: [1])]),
      MalformedEvents("events without content", [midi, object, text].map { Event(type: $0) }),
      MalformedEvents(
        "MIDI messages that are cut off",
        [[0x90], [0x90, 60], [0xB0], [0xE0, 1], [0xF0]].map { Event(type: midi, body: $0) }),
      MalformedEvents(
        "a system exclusive message without an end",
        [Event(type: midi, body: [0xF0] + [UInt8](repeating: 0x7F, count: 4_000))]),
      MalformedEvents("objects that are cut off", [Event(type: object, body: [0, 0, 0, 0]), patch([])]),
      MalformedEvents(
        "objects with values of the wrong type",
        [patch(property("property", text, "nothing") + property("value", text, "nothing")), position]),
    ]
  }

  /// The conditions that violate LV2's rules for hosts.
  static let hostFaults = [
    "a sequence of no size", "an atom that is not a sequence", "an event that is longer than its sequence",
    "events in the wrong order", "events before the block", "events after the block",
  ]

  private static var broken: [MalformedEvents] {
    func notes(_ frames: [Int64]) -> [Event] { frames.map { Event(frame: $0, type: midi, body: [0x90, 60, 100]) } }
    return [
      MalformedEvents(hostFaults[0], UInt32(0).bytes + sequence.bytes),
      MalformedEvents(hostFaults[1], UInt32(8).bytes + ChainControl.number(of: Namespace.atom + "Long").bytes),
      MalformedEvents(hostFaults[2], [Event(type: midi, body: [0x90, 60, 100], size: 5_000)]),
      MalformedEvents(hostFaults[3], notes([200, 100, 0])),
      MalformedEvents(hostFaults[4], notes([.min, -1_000, -1])),
      MalformedEvents(hostFaults[5], notes([4_096, .max])),
    ]
  }

  /// A property of an object: key, context, size, type and value.
  private static func property(_ name: String, _ type: UInt32, _ value: String, in space: String = Namespace.patch)
    -> [UInt8]
  {
    let content = Array(value.utf8) + [0]
    let padding = [UInt8](repeating: 0, count: (8 - content.count % 8) % 8)
    let head = ChainControl.number(of: space + name).bytes + UInt32(0).bytes
    return head + UInt32(content.count).bytes + type.bytes + content + padding
  }

  /// A `patch:Set` with these properties.
  private static func patch(_ properties: [UInt8]) -> Event {
    Event(type: object, body: UInt32(0).bytes + ChainControl.number(of: Namespace.patch + "Set").bytes + properties)
  }

  private static var position: Event {
    let names = ["frame", "speed", "bar", "barBeat", "beatsPerBar", "beatsPerMinute"]
    let properties = names.flatMap { property($0, text, "fast", in: Namespace.time) }
    let type = ChainControl.number(of: Namespace.time + "Position")
    return Event(type: object, body: UInt32(0).bytes + type.bytes + properties)
  }
}

extension FixedWidthInteger {
  /// Its bytes in the order in which they lie in memory.
  fileprivate var bytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self.littleEndian >> ($0 * 8)) }
  }
}
