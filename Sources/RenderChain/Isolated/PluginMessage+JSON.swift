internal import ComponentModel

extension PluginMessage {
  init(_ members: Members) throws(ChainFile.FormatError) {
    self.init(
      component: try members.text("component") ?? "",
      level: try members.text("level").flatMap { Level(rawValue: $0) } ?? .note, text: try members.text("text") ?? "")
  }
}
