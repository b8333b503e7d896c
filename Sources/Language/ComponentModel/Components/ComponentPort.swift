/// One port of a component, as its bundle describes it.
public struct ComponentPort: Hashable, Sendable {
  /// The kind of signal that flows through a port.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// `lv2:AudioPort`: one float32 sample per frame.
    case audio
    /// `lv2:CVPort`: one float32 control value per frame.
    case cv
    /// `lv2:ControlPort`: one float32 value per block.
    case control
    /// `atom:AtomPort`: a sequence of events, or another atom, per block.
    case atom
    /// `ev:EventPort`: the event extension, superseded by atoms.
    case event
    /// A port of a class that LV2's specifications do not define.
    case other
  }

  /// The direction in which the signal flows.
  public enum Direction: String, CaseIterable, Hashable, Sendable {
    /// The signal flows into the component.
    case input
    /// The signal flows out of the component.
    case output
  }

  /// A named value of a port (`lv2:scalePoint`).
  public struct ScalePoint: Hashable, Sendable {
    /// The name of the value.
    public var label: String
    /// The value, in the port's unit.
    public var value: Double

    /// Creates a value with a label.
    public init(label: String, value: Double) {
      self.label = label
      self.value = value
    }
  }

  /// `lv2:index`, from 0.
  public var index: Int
  /// `lv2:symbol`: unique within the component, a C identifier.
  public var symbol: String
  /// `lv2:name`, for people.
  public var name: String
  /// The kind of signal that flows through it.
  public var kind: Kind
  /// Whether it is an input or an output.
  public var direction: Direction
  /// `lv2:default`, in ``unit``; nil if the bundle gives none.
  public var defaultValue: Double?
  /// `lv2:minimum`, in ``unit``; nil if the bundle gives none. If `sampleRate` is among the properties, it is to be
  /// multiplied by the sample rate.
  public var minimum: Double?
  /// `lv2:maximum`, which is to be read as ``minimum`` is.
  public var maximum: Double?
  /// `units:unit`: the unit's symbol (`dB`, `Hz`, `ms`), or its URI if LV2 has no symbol for it.
  public var unit: String?
  /// Named values, by value.
  public var scalePoints: [ScalePoint] = []
  /// `lv2:designation`: a URI.
  public var designation: String?
  /// `pg:group`: the group's URI or symbol.
  public var group: String?
  /// `lv2:portProperty` and what follows from other statements, as short names where LV2 has them (`toggled`,
  /// `integer`, `enumeration`, `logarithmic`, `reportsLatency`, `isSideChain`, `notOnGUI`, …), else as URIs. Sorted.
  public var properties: [String] = []
  /// `atom:supports` and `ev:supportsEvent`: URIs, sorted.
  public var supports: [String] = []
  /// `rsz:minimumSize` in bytes.
  public var minimumSize: Int?

  /// A port with its required properties; the rest is empty.
  public init(index: Int, symbol: String, name: String, kind: Kind, direction: Direction) {
    self.index = index
    self.symbol = symbol
    self.name = name
    self.kind = kind
    self.direction = direction
  }

  /// Whether the port receives or sends MIDI: an atom or event port that supports `midi:MidiEvent`.
  public var carriesMIDI: Bool {
    (kind == .atom || kind == .event) && supports.contains(LV2.midiEvent)
  }

  /// Whether the port is an input besides the main signal, declared by `lv2:isSideChain` or by its group, or, for an audio
  /// input beside others, called one by its name, symbol or group.
  public var isSideChain: Bool { has(.isSideChain) }

  /// Whether a host may leave the port unconnected: it is `lv2:connectionOptional`, or `lv2:isSideChain`, which hosts
  /// may ignore.
  public var isOptional: Bool { has(.connectionOptional) || isSideChain }

  /// Whether the port is a parameter: a control input.
  public var isParameter: Bool { kind == .control && direction == .input }
}

extension ComponentPort {
  /// Why a value within the port's range can't be set, as a message after the component's name; nil if it
  /// can. `lv2:enumeration` allows the values of its scale points, `lv2:integer` whole numbers, `lv2:toggled` off and
  /// on.
  package func objection(to value: Double) -> String? {
    let text = Self.text(value)
    if has(.enumeration), !scalePoints.isEmpty {
      if scalePoints.contains(where: { Float($0.value) == Float(value) }) { return nil }
      let known = scalePoints.map { "`\($0.label)`" }.joined(separator: ", ")
      return "`\(symbol)` is one of \(known), not \(text)"
    }
    if has(.toggled), value != 0, value != 1 { return "`\(symbol)` is 0 or 1, not \(text)" }
    if has(.integer), value != value.rounded() {
      return "`\(symbol)` is a whole number, not \(text)"
    }
    return nil
  }

  /// A value as text: a whole number, or the shortest decimal number that round-trips in 32 bits.
  package static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(Float(value))"
  }
}

extension [ComponentPort] {
  /// The parameter with this symbol, else those with this name, ignoring case.
  package func parameters(called word: String) -> [ComponentPort] {
    let parameters = filter(\.isParameter)
    if let port = parameters.first(where: { $0.symbol == word }) { return [port] }
    let word = word.lowercased()
    return parameters.filter { $0.name.lowercased() == word || $0.symbol.lowercased() == word }
  }
}
