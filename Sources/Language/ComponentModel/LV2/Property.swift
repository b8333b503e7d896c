/// The properties that are read from bundles, all declared here.
package enum Property: Int, CaseIterable, Sendable {
  case rdfType, rdfValue, rdfsLabel, rdfsComment, rdfsSeeAlso, rdfsRange
  case doapName, doapLicense, doapMaintainer, doapDeveloper, doapShortDescription, doapDescription
  case foafName, foafHomepage, foafMailbox
  case lv2Binary, lv2Port, lv2Index, lv2Symbol, lv2Name, lv2Default, lv2Minimum, lv2Maximum, lv2ScalePoint
  case lv2Designation, lv2PortProperty, lv2Project, lv2ShortName, lv2MinorVersion, lv2MicroVersion
  case lv2RequiredFeature, lv2OptionalFeature, lv2ExtensionData, lv2Replaces, lv2AppliesTo, lv2Prototype
  case dcReplaces
  case unitsUnit, unitsSymbol
  case atomSupports, atomBufferType, eventSupports, resizeMinimumSize
  case requiredOption
  case groupsGroup, groupsInGroup, groupsSideChainOf, groupsMainInput, groupsMainOutput
  case patchWritable, patchReadable
  case uiInterface, uiBinary
  case presetBank
  case modguiGui, modguiThumbnail, modguiScreenshot
  case standardTag, ownTag
  // Only presets, states and lint need these.
  case presetValue, stateState, unitsRender, lv2Documentation
  case rdfFirst, rdfRest, atomChildType, atomFrameTime, atomBeatTime

  /// The number of leading properties that a scan keeps.
  package static let scanned = Property.ownTag.rawValue + 1

  /// The URI of the property.
  package var uri: String {
    switch self {
    case .rdfType: Namespace.rdf + "type"
    case .rdfValue: Namespace.rdf + "value"
    case .rdfFirst: Namespace.rdf + "first"
    case .rdfRest: Namespace.rdf + "rest"
    case .rdfsLabel: Namespace.rdfs + "label"
    case .rdfsComment: Namespace.rdfs + "comment"
    case .rdfsSeeAlso: Namespace.rdfs + "seeAlso"
    case .rdfsRange: Namespace.rdfs + "range"
    case .doapName: Namespace.doap + "name"
    case .doapLicense: Namespace.doap + "license"
    case .doapMaintainer: Namespace.doap + "maintainer"
    case .doapDeveloper: Namespace.doap + "developer"
    case .doapShortDescription: Namespace.doap + "shortdesc"
    case .doapDescription: Namespace.doap + "description"
    case .foafName: Namespace.foaf + "name"
    case .foafHomepage: Namespace.foaf + "homepage"
    case .foafMailbox: Namespace.foaf + "mbox"
    case .lv2Binary: Namespace.lv2 + "binary"
    case .lv2Port: Namespace.lv2 + "port"
    case .lv2Index: Namespace.lv2 + "index"
    case .lv2Symbol: Namespace.lv2 + "symbol"
    case .lv2Name: Namespace.lv2 + "name"
    case .lv2Default: Namespace.lv2 + "default"
    case .lv2Minimum: Namespace.lv2 + "minimum"
    case .lv2Maximum: Namespace.lv2 + "maximum"
    case .lv2ScalePoint: Namespace.lv2 + "scalePoint"
    case .lv2Designation: Namespace.lv2 + "designation"
    case .lv2PortProperty: Namespace.lv2 + "portProperty"
    case .lv2Project: Namespace.lv2 + "project"
    case .lv2ShortName: Namespace.lv2 + "shortName"
    case .lv2MinorVersion: Namespace.lv2 + "minorVersion"
    case .lv2MicroVersion: Namespace.lv2 + "microVersion"
    case .lv2RequiredFeature: Namespace.lv2 + "requiredFeature"
    case .lv2OptionalFeature: Namespace.lv2 + "optionalFeature"
    case .lv2ExtensionData: Namespace.lv2 + "extensionData"
    case .lv2Replaces: Namespace.lv2 + "replaces"
    case .lv2AppliesTo: Namespace.lv2 + "appliesTo"
    case .lv2Prototype: Namespace.lv2 + "prototype"
    case .lv2Documentation: Namespace.lv2 + "documentation"
    case .dcReplaces: Namespace.dublinCore + "replaces"
    case .unitsUnit: Namespace.units + "unit"
    case .unitsSymbol: Namespace.units + "symbol"
    case .unitsRender: Namespace.units + "render"
    case .atomSupports: Namespace.atom + "supports"
    case .atomBufferType: Namespace.atom + "bufferType"
    case .atomChildType: Namespace.atom + "childType"
    case .atomFrameTime: Namespace.atom + "frameTime"
    case .atomBeatTime: Namespace.atom + "beatTime"
    case .requiredOption: Namespace.options + "requiredOption"
    case .eventSupports: Namespace.event + "supportsEvent"
    case .resizeMinimumSize: Namespace.resizePort + "minimumSize"
    case .groupsGroup: Namespace.portGroups + "group"
    case .groupsInGroup: Namespace.portGroups + "inGroup"
    case .groupsSideChainOf: Namespace.portGroups + "sideChainOf"
    case .groupsMainInput: Namespace.portGroups + "mainInput"
    case .groupsMainOutput: Namespace.portGroups + "mainOutput"
    case .patchWritable: Namespace.patch + "writable"
    case .patchReadable: Namespace.patch + "readable"
    case .uiInterface: Namespace.ui + "ui"
    case .uiBinary: Namespace.ui + "binary"
    case .presetBank: Namespace.presets + "bank"
    case .presetValue: Namespace.presets + "value"
    case .stateState: Namespace.state + "state"
    case .modguiGui: Namespace.modgui + "gui"
    case .modguiThumbnail: Namespace.modgui + "thumbnail"
    case .modguiScreenshot: Namespace.modgui + "screenshot"
    case .standardTag: Namespace.tags + "standardTag"
    case .ownTag: Namespace.tags + "ownTag"
    }
  }
}

/// The LV2 classes and other resources that identify what a plugin, port or preset is.
package enum ResourceClass: Int, CaseIterable, Sendable {
  case plugin, preset
  case audioPort, cvPort, controlPort, atomPort, eventPort
  case inputPort, outputPort
  case latency, enabled

  /// The URI of the class.
  package var uri: String {
    switch self {
    case .plugin: LV2.plugin
    case .preset: Namespace.presets + "Preset"
    case .audioPort: Namespace.lv2 + "AudioPort"
    case .cvPort: Namespace.lv2 + "CVPort"
    case .controlPort: Namespace.lv2 + "ControlPort"
    case .atomPort: Namespace.atom + "AtomPort"
    case .eventPort: Namespace.event + "EventPort"
    case .inputPort: Namespace.lv2 + "InputPort"
    case .outputPort: Namespace.lv2 + "OutputPort"
    case .latency: Namespace.lv2 + "latency"
    case .enabled: Namespace.lv2 + "enabled"
    }
  }
}
