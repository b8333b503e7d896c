package import ChainModel
internal import ComponentModel

/// A change of a chain's settings at a frame of its input.
package struct RenderChange: Hashable, Sendable {
  /// The frame of the input; in a chain of fixed blocks, the change applies from the start of the block with this
  /// frame.
  package var frame: Int
  package var settings: [StageSetting]

  /// A change at a frame.
  package init(frame: Int, settings: [StageSetting]) {
    self.frame = frame
    self.settings = settings
  }
}

extension RenderChange {
  var json: JSON {
    .object([
      ("frame", .int(frame)),
      (
        "settings",
        .array(
          settings.map { setting in
            .object([
              ("place", .int(setting.place)),
              (
                "parameters",
                .object(
                  setting.parameters.sorted { $0.key < $1.key }.map { ($0.key, .optional(Double("\($0.value)"))) })
              ),
              ("released", .strings(setting.released.sorted())),
              ("bypass", setting.isBypassed.map { .bool($0) } ?? .null),
            ])
          })
      ),
    ])
  }

  init(_ json: JSON) throws(ChainFile.FormatError) {
    guard case .object(let list) = json else { throw ChainFile.FormatError("a change is not an object") }
    let members = Members(list, "changes")
    frame = try members.integer("frame") ?? 0
    settings = []
    for one in try members.array("settings") {
      guard case .object(let list) = one else { throw ChainFile.FormatError("a setting is not an object") }
      let setting = Members(list, "settings")
      settings.append(
        StageSetting(
          place: try setting.integer("place") ?? 0, parameters: try setting.numbers("parameters"),
          released: Set(try setting.texts("released")),
          isBypassed: try setting.flag("bypass")))
    }
  }
}
