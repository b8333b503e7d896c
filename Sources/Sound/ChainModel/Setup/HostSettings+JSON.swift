internal import ComponentModel

/// What another process has to know in order to host a component.
extension HostSettings {
  package var json: JSON {
    .object([
      ("sampleRate", .number(sampleRate)), ("blockLength", .int(blockLength)), ("isLive", .bool(mode == .live)),
      ("bundleDirectories", bundleDirectories.map(JSON.strings) ?? .null), ("stateFolder", .optional(stateFolder)),
      ("keepsDenormals", .bool(keepsDenormals)),
    ])
  }

  package init(_ members: Members) throws(ChainFile.FormatError) {
    self.init(
      sampleRate: try members.number("sampleRate") ?? 0, blockLength: try members.integer("blockLength") ?? 0,
      mode: try members.flag("isLive") ?? false ? .live : .offline)
    bundleDirectories = try members.isNull("bundleDirectories") ? nil : members.texts("bundleDirectories")
    stateFolder = try members.text("stateFolder")
    keepsDenormals = try members.flag("keepsDenormals") ?? false
  }
}
