/// The RDF properties that the scanner reads. A world makes each one's node once.
public enum Property: Int, CaseIterable, Sendable {
  case rdfType, rdfsLabel, rdfsComment, rdfsSeeAlso, rdfsRange, rdfValue
  case doapName, doapLicense, doapMaintainer, doapDeveloper, doapShortDescription, doapDescription
  case foafName, foafHomepage
  case lv2Binary, lv2Port, lv2Index, lv2Symbol, lv2Name, lv2Default, lv2Minimum, lv2Maximum, lv2ScalePoint
  case lv2Designation, lv2PortProperty, lv2Project, lv2ShortName, lv2MinorVersion, lv2MicroVersion
  case lv2RequiredFeature, lv2OptionalFeature, lv2ExtensionData, lv2Replaces, lv2AppliesTo
  case dcReplaces
  case unitsUnit, unitsSymbol
  case atomSupports, eventSupports, resizeMinimumSize
  case groupsGroup, groupsInGroup, groupsSideChainOf, groupsMainInput, groupsMainOutput
  case patchWritable, patchReadable
  case uiInterface
  case presetBank
  case modguiGui, modguiThumbnail, modguiScreenshot

  /// The property's URI.
  public var uri: String {
    switch self {
    case .rdfType: rdf + "type"
    case .rdfValue: rdf + "value"
    case .rdfsLabel: rdfs + "label"
    case .rdfsComment: rdfs + "comment"
    case .rdfsSeeAlso: rdfs + "seeAlso"
    case .rdfsRange: rdfs + "range"
    case .doapName: doap + "name"
    case .doapLicense: doap + "license"
    case .doapMaintainer: doap + "maintainer"
    case .doapDeveloper: doap + "developer"
    case .doapShortDescription: doap + "shortdesc"
    case .doapDescription: doap + "description"
    case .foafName: foaf + "name"
    case .foafHomepage: foaf + "homepage"
    case .lv2Binary: lv2 + "binary"
    case .lv2Port: lv2 + "port"
    case .lv2Index: lv2 + "index"
    case .lv2Symbol: lv2 + "symbol"
    case .lv2Name: lv2 + "name"
    case .lv2Default: lv2 + "default"
    case .lv2Minimum: lv2 + "minimum"
    case .lv2Maximum: lv2 + "maximum"
    case .lv2ScalePoint: lv2 + "scalePoint"
    case .lv2Designation: lv2 + "designation"
    case .lv2PortProperty: lv2 + "portProperty"
    case .lv2Project: lv2 + "project"
    case .lv2ShortName: lv2 + "shortName"
    case .lv2MinorVersion: lv2 + "minorVersion"
    case .lv2MicroVersion: lv2 + "microVersion"
    case .lv2RequiredFeature: lv2 + "requiredFeature"
    case .lv2OptionalFeature: lv2 + "optionalFeature"
    case .lv2ExtensionData: lv2 + "extensionData"
    case .lv2Replaces: lv2 + "replaces"
    case .lv2AppliesTo: lv2 + "appliesTo"
    case .dcReplaces: "http://purl.org/dc/terms/replaces"
    case .unitsUnit: extensions + "units#unit"
    case .unitsSymbol: extensions + "units#symbol"
    case .atomSupports: ext + "atom#supports"
    case .eventSupports: ext + "event#supportsEvent"
    case .resizeMinimumSize: ext + "resize-port#minimumSize"
    case .groupsGroup: ext + "port-groups#group"
    case .groupsInGroup: ext + "port-groups#inGroup"
    case .groupsSideChainOf: ext + "port-groups#sideChainOf"
    case .groupsMainInput: ext + "port-groups#mainInput"
    case .groupsMainOutput: ext + "port-groups#mainOutput"
    case .patchWritable: ext + "patch#writable"
    case .patchReadable: ext + "patch#readable"
    case .uiInterface: extensions + "ui#ui"
    case .presetBank: ext + "presets#bank"
    case .modguiGui: modgui + "gui"
    case .modguiThumbnail: modgui + "thumbnail"
    case .modguiScreenshot: modgui + "screenshot"
    }
  }
}

private let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
private let rdfs = "http://www.w3.org/2000/01/rdf-schema#"
private let doap = "http://usefulinc.com/ns/doap#"
private let foaf = "http://xmlns.com/foaf/0.1/"
private let lv2 = "http://lv2plug.in/ns/lv2core#"
private let ext = "http://lv2plug.in/ns/ext/"
private let modgui = "http://moddevices.com/ns/modgui#"
private let extensions = "http://lv2plug.in/ns/extensions/"
