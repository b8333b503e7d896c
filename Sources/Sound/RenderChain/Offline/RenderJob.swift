public import ChainHosting
package import ComponentModel

/// The job of a child: a chain and how to render it.
public struct RenderJob: Hashable, Sendable {
  /// The chain, with its bundles.
  public var chain: RenderChain
  /// The sample rate in hertz.
  public var sampleRate: Double
  /// The longest block, in frames.
  public var blockLength: Int
  /// The number of input channels.
  public var channels: Int
  /// How it is rendered.
  public var options: RenderOptions
  /// See `HostSettings.bundleDirectories`.
  public var bundleDirectories: [String]?

  /// Creates a job for a chain and its input.
  public init(
    _ chain: RenderChain, sampleRate: Double, blockLength: Int = 512, channels: Int,
    options: RenderOptions = RenderOptions()
  ) {
    self.chain = chain
    self.sampleRate = sampleRate
    self.blockLength = blockLength
    self.channels = channels
    self.options = options
  }

  /// A task for the child to do instead of rendering, passed to its program's function; nil to render.
  package var task: JSON?

  /// Whether the source gives MIDI.
  var hasMIDI = false

  /// Whether to clean up plugins at the end. A process that is about to end need not do so.
  var cleansUp = true

  /// The settings that its plugins get.
  package var settings: HostSettings {
    var settings = HostSettings(sampleRate: sampleRate, blockLength: blockLength)
    settings.cleansUp = cleansUp
    settings.bundleDirectories = bundleDirectories
    settings.splitsChannels = options.splitsChannels
    return settings
  }

  var text: String {
    let tail: JSON =
      switch options.tail {
      case .seconds(let seconds): .number(seconds)
      case .automatic: .null
      }
    return JSON.object([
      ("stages", ChainFile.object(chain)), ("sampleRate", .number(sampleRate)), ("blockLength", .int(blockLength)),
      ("channels", .int(channels)), ("tail", tail), ("compensatesLatency", .bool(options.compensatesLatency)),
      ("allowsNonFinite", .bool(options.allowsNonFinite)), ("jobs", .int(options.jobs)),
      ("unreportedLatency", .int(options.unreportedLatency)), ("splitsChannels", .bool(options.splitsChannels)),
      ("tempo", .optional(options.tempo)), ("bundleDirectories", bundleDirectories.map(JSON.strings) ?? .null),
      ("changes", .array(options.changes.map(\.json))), ("task", task ?? .null),
      ("hasMIDI", .bool(hasMIDI)), ("keepsMessages", .bool(options.keepsMessages)),
    ]).encoded
  }

  init(text: String) throws(ChainFile.FormatError) {
    guard case .object(let list)? = JSON(text) else { throw ChainFile.FormatError("the job is not a JSON object") }
    let members = Members(list, "")
    self.init(
      try ChainFile.chain(members.array("stages")), sampleRate: try members.number("sampleRate") ?? 0,
      blockLength: try members.integer("blockLength") ?? 0, channels: try members.integer("channels") ?? 0)
    options.tail = try members.number("tail").map { .seconds($0) } ?? .automatic
    options.compensatesLatency = try members.flag("compensatesLatency") ?? true
    options.unreportedLatency = try members.integer("unreportedLatency") ?? 0
    options.splitsChannels = try members.flag("splitsChannels") ?? false
    options.allowsNonFinite = try members.flag("allowsNonFinite") ?? false
    options.jobs = try members.integer("jobs") ?? 1
    options.tempo = try members.number("tempo")
    options.changes = try members.array("changes").map { (json) throws(ChainFile.FormatError) in try RenderChange(json)
    }
    bundleDirectories = try members.isNull("bundleDirectories") ? nil : members.texts("bundleDirectories")
    hasMIDI = try members.flag("hasMIDI") ?? false
    options.keepsMessages = try members.flag("keepsMessages") ?? false
    task = list.first { $0.key == "task" && $0.value != .null }?.value
  }
}
