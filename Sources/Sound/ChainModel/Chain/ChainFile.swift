package import ComponentModel

/// A chain as a JSON file: see `schema/output/README.md`.
///
/// It names components and presets by URI, so it works on any machine that has them. A job for another process also
/// names the bundles.
public enum ChainFile {
  /// The highest version that is read. A chain without snapshots is written as version 1.
  public static let version = 2
  /// Maximum size of a file to read, in bytes.
  public static let sizeLimit = 256 << 20
  /// Maximum number of components of a chain in a file, and of one that plays live.
  package static let stageLimit = 256

  /// Why a text is not a valid chain.
  public struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one line.
    public var description: String

    /// An error with its description.
    public init(_ description: String) { self.description = description }
  }

  /// Returns the text of a file with this chain.
  public static func text(of chain: RenderChain) -> String { text(of: ChainDocument(chain)) }

  /// Returns the text of a file with this chain and its snapshots.
  package static func text(of document: ChainDocument) -> String {
    let version = document.snapshots.isEmpty ? 1 : 2
    var text = "{\"aucat\": \"chain\", \"version\": \(version), \"stages\": [\n\(lines(document.chain))\n]"
    if !document.snapshots.isEmpty {
      let snapshots = document.snapshots.map { snapshot in
        "  \(JSON.string(snapshot.name).encoded): [\n\(lines(snapshot.chain))\n  ]"
      }
      text += ", \"snapshots\": {\n\(snapshots.joined(separator: ",\n"))\n}"
    }
    return text + "}\n"
  }

  private static func lines(_ chain: RenderChain) -> String {
    chain.stages.map { stage in "    " + object(stage, withBundles: false).encoded }.joined(separator: ",\n")
  }

  /// The chain in a file's text. Its stages have no bundles yet: the catalog knows where they are.
  ///
  /// - Throws: ``FormatError`` if the text isn't a chain.
  public static func chain(_ text: String) throws(FormatError) -> RenderChain { try document(text).chain }

  /// The chain in a file's text, with its snapshots; otherwise like ``chain(_:)``.
  package static func document(_ text: String) throws(FormatError) -> ChainDocument {
    guard let json = JSON(text), case .object(let members) = json else { throw FormatError("it is not a JSON object") }
    let root = Members(members, "")
    guard try root.text("aucat") == "chain" else { throw FormatError("it lacks `\"aucat\": \"chain\"`") }
    let number = try root.integer("version") ?? 0
    guard (1...version).contains(number) else {
      throw FormatError("its version is \(number), and this aucat reads up to \(version); update aucat")
    }
    try root.rejectOthers(["aucat", "version", "stages"] + (number > 1 ? ["snapshots"] : []))
    guard members.contains(where: { $0.key == "stages" }) else { throw FormatError("it has no `stages`") }
    var document = ChainDocument(try chain(limited(root.array("stages"), "stages")))
    for (name, value) in try root.entries("snapshots") {
      guard case .array(let stages) = value else {
        throw FormatError("the snapshot `\(name)` is not an array of stages")
      }
      if let problem = ChainDocument.problem(ofName: name) {
        throw FormatError("a snapshot is named `\(name)`; \(problem)")
      }
      let place = "snapshots.\(name)"
      document.save(try chain(limited(stages, place), of: place), as: name)
    }
    return document
  }

  private static func limited(_ stages: [JSON], _ place: String) throws(FormatError) -> [JSON] {
    if stages.count <= stageLimit { return stages }
    throw FormatError("\(place) has \(stages.count) components, and a chain has at most \(stageLimit)")
  }

  /// The stages of a chain, with their bundles, for another process.
  package static func object(_ chain: RenderChain) -> JSON {
    .array(chain.stages.map { object($0, withBundles: true) })
  }

  /// The chain of these stages.
  ///
  /// - Throws: ``FormatError`` if they are invalid.
  package static func chain(_ stages: [JSON], of place: String = "stages") throws(FormatError) -> RenderChain {
    var chain = RenderChain()
    for (number, stage) in stages.enumerated() {
      guard case .object(let members) = stage else { throw FormatError("\(place)[\(number)] is not an object") }
      chain.stages.append(try self.stage(Members(members, "\(place)[\(number)]")))
    }
    return chain
  }

  private static func object(_ stage: RenderChain.Stage, withBundles: Bool) -> JSON {
    var members: [(key: String, value: JSON)] = [("component", .string(stage.component))]
    if withBundles { members.append(("bundle", .string(stage.bundle))) }
    if let preset = stage.preset {
      members.append(("preset", .string(preset.uri)))
      if withBundles { members.append(("presetBundle", .string(preset.bundle))) }
    }
    if !stage.parameters.isEmpty {
      let values = stage.parameters.sorted { $0.key < $1.key }
      members.append(("parameters", .object(values.map { ($0.key, number($0.value)) })))
    }
    if stage.isBypassed { members.append(("bypass", .bool(true))) }
    if stage.sideChain != .silence { members.append(("sideChain", .string(stage.sideChain.rawValue))) }
    if !stage.state.isEmpty { members.append(("state", .array(stage.state.map(StateJSON.object)))) }
    return .object(members)
  }

  /// The shortest decimal number that converts back to this float.
  private static func number(_ value: Float) -> JSON { Double("\(value)").map(JSON.number) ?? .null }

  private static func stage(_ members: Members) throws(FormatError) -> RenderChain.Stage {
    try members.rejectOthers([
      "component", "bundle", "preset", "presetBundle", "parameters", "bypass", "sideChain", "state",
    ])
    guard let component = try members.text("component"), !component.isEmpty else {
      throw FormatError("\(members.place) has no `component`, which is a URI")
    }
    var stage = RenderChain.Stage(component: component, bundle: try members.text("bundle") ?? "")
    if let preset = try members.text("preset") {
      stage.preset = RenderChain.Preset(uri: preset, bundle: try members.text("presetBundle") ?? "")
    }
    stage.parameters = try members.numbers("parameters")
    stage.isBypassed = try members.flag("bypass") ?? false
    if let word = try members.text("sideChain") {
      guard let sideChain = RenderChain.SideChain(rawValue: word) else {
        throw FormatError("\(members.place).sideChain must be silence or input, not `\(word)`")
      }
      stage.sideChain = sideChain
    }
    for (number, value) in try members.array("state").enumerated() {
      stage.state.append(try StateJSON.property(value, "\(members.place).state[\(number)]"))
    }
    return stage
  }
}
