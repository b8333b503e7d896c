internal import ComponentModel

extension PluginMessage {
  init(_ members: Members) throws(ChainFile.Fault) {
    self.init(
      component: try members.text("component") ?? "",
      level: try members.text("level").flatMap { Level(rawValue: $0) } ?? .note, text: try members.text("text") ?? "")
  }
}

extension ChainError {
  var members: [(key: String, value: JSON)] {
    [("code", .string("\(code)")), ("component", .optional(component)), ("detail", .string(detail))]
  }

  init(_ members: Members) throws(ChainFile.Fault) {
    let word = try members.text("code") ?? ""
    let code = Code.allCases.first { "\($0)" == word } ?? .failed
    self.init(code, try members.text("component"), try members.text("detail") ?? "no reason is given")
  }
}
