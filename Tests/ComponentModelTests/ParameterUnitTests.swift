import ComponentModel
import TestSupport
import Testing

/// Units of parameters, as predicates compare them.
struct ParameterUnitTests {
  @Test("values become seconds, hertz and decibels; other units are not compared")
  func conversion() {
    for (symbol, value, expected) in [
      ("s", 5, 5), ("ms", 200, 0.2), ("us", 10, 0.00001), ("min", 2, 120), ("Hz", 30, 30), ("kHz", 16, 16_000),
      ("MHz", 1, 1_000_000), ("dB", -60, -60), ("G", 10, 20), ("G", 0, -.infinity),
    ] as [(String, Double, Double)] {
      verify(ParameterUnit(symbol: symbol)?.converted(value), equals: expected, "\(symbol)")
    }
    for symbol in ["", "%", "m", "BPM", "oct", "semi", "mHz"] { verify(ParameterUnit(symbol: symbol) == nil) }
  }

  @Test("parameters with a unit and limits have a range, others none")
  func ranges() {
    var details = ComponentDetails()
    func port(_ direction: ComponentPort.Direction, _ unit: String?, _ minimum: Double?, _ maximum: Double?) {
      var port = ComponentPort(index: 0, symbol: "x", name: "X", kind: .control, direction: direction)
      (port.unit, port.minimum, port.maximum) = (unit, minimum, maximum)
      details.ports.append(port)
    }
    port(.input, "ms", 1, 2_000)
    port(.input, nil, 0, 1)
    port(.input, "s", nil, 1)
    port(.output, "s", 0, 1)
    port(.input, "Hz", 20, 20_000)
    verify(details.parameterRanges(of: .time), equals: [ParameterRange(low: 0.001, high: 2)])
    verify(details.parameterRanges(of: .frequency), equals: [ParameterRange(low: 20, high: 20_000)])
    details.ports[4].properties = ["sampleRate"]
    (details.ports[4].minimum, details.ports[4].maximum) = (0, 0.5)
    verify(details.parameterRanges(of: .frequency), equals: [ParameterRange(low: 0, high: 24_000)])
    verify(details.parameterRanges(of: .level), equals: [])
  }
}
