internal import AucatCommands
internal import AucatProgram
internal import AudioComponents

/// `SYMBOL=VALUE`, where the value is a number with or without the parameter's unit, a scale point's label, yes or no.
struct ParameterText {
  let symbol: String
  let value: Float

  init(_ text: String, of component: Component, _ details: ComponentDetails) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw CommandFailure(.usage, "a setting is SYMBOL=VALUE, not `\(text)`")
    }
    self = try Self(
      String(text[..<equals]), String(text[text.index(after: equals)...]), of: component.name, ports: details.ports)
  }

  /// - Parameters:
  ///   - parameter: a symbol or name.
  ///   - word: the value.
  ///   - name: the component's name.
  init(_ parameter: String, _ word: String, of name: String, ports: [ComponentPort]) throws {
    let port = try Self.port(parameter, of: name, ports.filter(\.isParameter))
    guard let value = port.value(written: word) else {
      throw CommandFailure(.usage, "`\(port.symbol)` of \(name) has no value `\(word)`; \(port.takes)")
    }
    if let objection = port.objection(to: Double(value)) {
      throw CommandFailure(.usage, "\(name): \(objection)")
    }
    symbol = port.symbol
    self.value = value
  }

  private static func port(
    _ word: String, of component: String, _ ports: [ComponentPort]
  ) throws -> ComponentPort {
    let named = ports.parameters(called: word)
    if let port = named.first, named.count == 1 { return port }
    if named.count > 1 {
      let list = named.map { "`\($0.symbol)`" }.joined(separator: ", ")
      throw CommandFailure(.usage, "\(named.count) parameters of \(component) are named `\(word)`: \(list)")
    }
    let part = ports.first {
      $0.symbol.lowercased().contains(run: word.lowercased()) || $0.name.lowercased().contains(run: word.lowercased())
    }
    throw CommandFailure(
      .usage, "\(component) has no parameter `\(word)`",
      suggestion: part?.symbol ?? nearest(to: word, in: ports.map(\.symbol) + ports.map(\.name)),
      remedy: "`aucat info` lists its parameters")
  }
}
