/// The catalog's facts about a component beyond ``Component``.
public struct ComponentDetails: Hashable, Sendable {
  /// A preset of the component.
  public struct Preset: Hashable, Sendable {
    /// The URI of the preset.
    public var uri: String
    /// Its name; the URI's last part if the bundle gives none.
    public var name: String
    /// The bank's name or URI.
    public var bank: String?
    /// Canonical path of the bundle that declares the preset.
    public var bundle: String

    /// Creates a description of a preset.
    public init(uri: String, name: String, bank: String?, bundle: String) {
      self.uri = uri
      self.name = name
      self.bank = bank
      self.bundle = bundle
    }
  }

  /// The name in every language that the bundle has.
  public var names: [LocalizedText] = []
  /// The URIs of all classes.
  public var classes: [String] = []
  /// `foaf:homepage` of the author.
  public var homepage: String?
  /// The project's name or URI.
  public var project: String?
  /// A name for narrow displays.
  public var shortName: String?
  /// The description that the author gives.
  public var comment: String?
  /// Absolute path of the binary.
  public var binary: String?
  /// Absolute path of a picture for lists, as `iconURL`. LV2 defines none, so it comes from MOD's extension
  /// (`modgui:thumbnail`, else `modgui:screenshot`).
  public var icon: String?
  /// All ports, by index.
  public var ports: [ComponentPort] = []
  /// Parameters set by messages.
  public var patchParameters: [PatchParameter] = []
  /// Presets, wherever they are declared, by bank and name.
  public var presets: [Preset] = []
  /// `lv2:optionalFeature`: URIs.
  public var optionalFeatures: [String] = []
  /// `lv2:extensionData`: URIs.
  public var extensionData: [String] = []
  /// The user interfaces that the bundle declares.
  public var interfaces: [InterfaceRecord] = []
  /// URIs of the components that it replaces.
  public var replaces: [String] = []
  /// Whether `lv2:isLive` is required: the component must process a live source.
  public var isLive = false
  /// `lv2:inPlaceBroken`: input and output buffers may not be the same.
  public var isInPlaceBroken = false
  /// The scanner's omissions with reasons, and the reason for a verdict.
  public var remarks: [String] = []
  /// The number of times that the user has used the component: the sum of all programs' counts.
  public var uses = 0
  /// When the user last used it; nil if unknown.
  public var lastUsed: UTCTime?
  /// Whether each of the known hosts can run the component, by the hosts' names.
  public var hosts: [HostSupport] = []

  /// Creates details that are all empty.
  public init() {}

  /// The names of the hosts that can run the component.
  public var usableIn: [String] { hosts.filter(\.isUsable).map(\.host.name) }

  /// Names of the parameters: control inputs and writable patch parameters, in order.
  public var parameterNames: [String] {
    ports.filter(\.isParameter).map(\.name) + patchParameters.filter(\.isWritable).map(\.name)
  }

  /// ``parameterNames``, and the names of the parameters' values, such as `Freeze` of a parameter Mode.
  package var parameterTexts: [String] {
    parameterNames + ports.filter(\.isParameter).flatMap { $0.scalePoints.map(\.label) }
  }

  /// Units of the parameters that have one, in the order of ``parameterNames``.
  public var parameterUnits: [String] {
    ports.filter(\.isParameter).compactMap(\.unit) + patchParameters.filter(\.isWritable).compactMap(\.unit)
  }
}

extension [ComponentDetails.Preset] {
  /// The preset with this URI, else those with this name, ignoring case.
  package func presets(called word: String) -> [ComponentDetails.Preset] {
    if let preset = first(where: { $0.uri == word }) { return [preset] }
    let word = word.lowercased()
    return filter { $0.name.lowercased() == word }
  }
}
