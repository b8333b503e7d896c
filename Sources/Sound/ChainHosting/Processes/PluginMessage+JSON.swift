package import ComponentModel

// How a child passes on what its plugins log.
extension PluginMessage {
  /// The message as an object.
  ///
  /// - Parameter length: of the text at most, in Unicode scalars.
  package func json(cutTo length: Int) -> JSON {
    .object([
      ("component", .string(component)), ("level", .string(level.rawValue)),
      ("text", .string(String(text.unicodeScalars.prefix(length)))),
    ])
  }

  /// A message that a child has passed on.
  package init(_ members: Members) throws(ChainFile.FormatError) {
    self.init(
      component: try members.text("component") ?? "",
      level: try members.text("level").flatMap { Level(rawValue: $0) } ?? .note, text: try members.text("text") ?? "")
  }
}
