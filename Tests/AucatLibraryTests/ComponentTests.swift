import AudioComponents
import CAucat
import Foundation
import TestSupport
import Testing

/// What the C library tells of components.
@Suite struct ComponentTests {
  /// The same through the library in Swift.
  private func manager(_ host: Host) throws -> ComponentManager {
    var configuration = try Configuration(environment: ["HOME": host.folder.path, "AUCAT_SYSTEM_CATALOG": ""])
    configuration.catalogPath = host.folder("catalog.sqlite")
    configuration.userStorePath = host.folder("user.sqlite")
    configuration.setSearchPath([host.folder("lv2")])
    return ComponentManager(configuration)
  }

  @Test("every component is as in Swift")
  func components() throws {
    let host = Host()
    #expect(outcome(aucat_set_favorite(host.catalog, TestPlugins.uri("gain-mono"), true, nil)))
    #expect(outcome(aucat_tag_add(host.catalog, TestPlugins.uri("gain-mono"), "Wärme", nil)))
    let search = aucat_prepare(host.catalog, "uri contains 'aucat'", nil, 0, 0, nil)
    defer { aucat_search_free(search) }
    let list = aucat_search_components(search, sizeMax, nil)
    defer { aucat_components_free(list) }
    let expected = try manager(host).components(matching: "uri contains 'aucat'")
    try #require(aucat_components_count(list) == expected.count && expected.count > 40)
    for (index, component) in expected.enumerated() { expect(aucat_components_at(list, index), like: component) }
  }

  private func expect(_ handle: OpaquePointer?, like component: Component) {
    let texts: [UnsafePointer<CChar>?] = [
      aucat_component_uri(handle), aucat_component_name(handle), aucat_component_manufacturer(handle),
      aucat_component_type(handle), aucat_component_localized_type(handle), aucat_component_version(handle),
      aucat_component_bundle(handle), aucat_component_class(handle), aucat_component_license(handle),
      aucat_component_variant(handle),
    ]
    #expect(
      texts.map { $0.map { String(cString: $0) } } == [
        component.uri, component.name, component.manufacturer, component.type.rawValue, component.localizedType,
        component.version.description, component.bundle, component.pluginClass, component.license, component.variant,
      ])
    #expect(aucat_component_name(handle) == aucat_component_name(handle), "a text stays where it is")
    let counts: [Int] = [
      aucat_component_audio_inputs(handle), aucat_component_audio_outputs(handle), aucat_component_cv_inputs(handle),
      aucat_component_cv_outputs(handle), aucat_component_parameters(handle), aucat_component_presets(handle),
      aucat_component_uses(handle), Int(aucat_component_latency(handle)), aucat_component_feature_count(handle),
    ]
    let expectedCounts: [Int] = [
      component.audioInputs, component.audioOutputs, component.cvInputs, component.cvOutputs, component.parameters,
      component.presets, component.uses, component.latency ?? -1, component.requiredFeatures.count,
    ]
    #expect(counts == expectedCounts)
    let measures = [
      aucat_component_cost(handle), aucat_component_load_time(handle), aucat_component_memory(handle),
    ]
    #expect(measures == [component.cost, component.loadTime, component.memory].map { $0 ?? -1 })
    let flags: [Bool] = [
      aucat_component_has_midi_input(handle), aucat_component_has_midi_output(handle),
      aucat_component_has_side_chain(handle), aucat_component_is_hard_realtime(handle),
      aucat_component_has_custom_view(handle), aucat_component_is_in_place_broken(handle),
      aucat_component_is_favorite(handle), aucat_component_is_hidden(handle),
    ]
    // Those of the query language, so that a new one is missed here.
    #expect(flags == Key.storedFlags.map { component[keyPath: $0.flag.property()] })
    #expect(aucat_component_realtime(handle).map { String(cString: $0) } == component.realtime)
    let determinism = component.isDeterministic.map { $0 ? 1 : 0 } ?? -1
    #expect(aucat_component_deterministic(handle) == Int32(determinism))
    let tags = (0..<aucat_component_tag_count(handle)).map { index in
      [
        text(aucat_component_tag_name(handle, index)), text(aucat_component_tag_identifier(handle, index)),
        "\(aucat_component_tag_origins(handle, index) & UInt32(AUCAT_TAG_USER) != 0)",
      ]
    }
    #expect(tags == component.tags.map { [$0.name, $0.identifier, "\($0.isUser)"] })
    #expect(
      (0..<aucat_component_feature_count(handle)).map { text(aucat_component_feature(handle, $0)) }
        == component.requiredFeatures)
  }

  @Test("ports, presets and the rest are as in Swift")
  func details() throws {
    let host = Host()
    let names = host.uris("uri contains 'aucat'").map { String($0.dropFirst(TestPlugins.uri("").utf8.count)) }
    let manager = try manager(host)
    for name in names {
      let component = try #require(try manager.component(uri: TestPlugins.uri(name)))
      let expected = try manager.details(of: component)
      host.with(name) { handle in
        let details = aucat_describe(host.catalog, handle, nil)
        defer { aucat_details_free(details) }
        #expect(text(aucat_details_binary(details)) == expected.binary ?? "")
        #expect(text(aucat_details_comment(details)) == expected.comment ?? "")
        #expect(aucat_details_name_count(details) == expected.names.count)
        #expect(
          (0..<aucat_details_preset_count(details)).map { text(aucat_preset_uri(details, $0)) }
            == expected.presets.map(\.uri))
        #expect(aucat_details_port_count(details) == expected.ports.count)
        for (index, port) in expected.ports.enumerated() { expect(details, index, like: port) }
        #expect(aucat_details_patch_parameter_count(details) == expected.patchParameters.count)
        for (index, parameter) in expected.patchParameters.enumerated() { expect(details, index, like: parameter) }
      }
    }
  }

  private func expect(_ details: OpaquePointer?, _ index: Int, like parameter: PatchParameter) {
    let texts: [UnsafePointer<CChar>?] = [
      aucat_patch_parameter_uri(details, index), aucat_patch_parameter_name(details, index),
      aucat_patch_parameter_type(details, index), aucat_patch_parameter_unit(details, index),
    ]
    #expect(
      texts.map { $0.map { String(cString: $0) } } == [
        parameter.uri, parameter.name, parameter.valueType, parameter.unit,
      ])
    for (value, expected) in [
      (aucat_patch_parameter_default(details, index), parameter.defaultValue),
      (aucat_patch_parameter_minimum(details, index), parameter.minimum),
      (aucat_patch_parameter_maximum(details, index), parameter.maximum),
    ] {
      #expect(expected.map { $0 == value } ?? value.isNaN)
    }
    #expect(outcome(aucat_patch_parameter_is_writable(details, index)) == parameter.isWritable)
    #expect(outcome(aucat_patch_parameter_is_readable(details, index)) == parameter.isReadable)
  }

  @Test("every tag is listed with its count, as in Swift")
  func tags() throws {
    let host = Host()
    #expect(outcome(aucat_tag_add(host.catalog, TestPlugins.uri("gain-mono"), "Wärme", nil)))
    let list = aucat_all_tags(host.catalog, nil)
    defer { aucat_tag_list_free(list) }
    let expected = try manager(host).displayTagCounts()
    let found = (0..<aucat_tag_list_count(list)).map { index in
      [
        text(aucat_tag_list_name(list, index)), "\(aucat_tag_list_components(list, index))",
        "\(aucat_tag_list_origins(list, index) & UInt32(AUCAT_TAG_USER) != 0)",
      ]
    }
    #expect(found == expected.map { [$0.tag.name, "\($0.count)", "\($0.tag.isUser)"] })
    #expect(found.contains(["Wärme", "1", "true"]) && aucat_tag_list_name(list, found.count) == nil)
  }

  private func expect(_ details: OpaquePointer?, _ index: Int, like port: ComponentPort) {
    #expect(
      text(aucat_port_symbol(details, index)) == port.symbol && text(aucat_port_name(details, index)) == port.name)
    #expect(Int(aucat_port_get_kind(details, index).rawValue) == ComponentPort.Kind.allCases.firstIndex(of: port.kind))
    #expect(aucat_port_is_input(details, index) == (port.direction == .input))
    for (value, expected) in [
      (aucat_port_default(details, index), port.defaultValue), (aucat_port_minimum(details, index), port.minimum),
      (aucat_port_maximum(details, index), port.maximum),
    ] {
      #expect(expected.map { $0 == value } ?? value.isNaN)
    }
    #expect(text(aucat_port_unit(details, index)) == port.unit ?? "")
    #expect(text(aucat_port_designation(details, index)) == port.designation ?? "")
    for property in port.properties { #expect(outcome(aucat_port_has_property(details, index, property))) }
    #expect(!outcome(aucat_port_has_property(details, index, "nothing")))
    #expect(
      (0..<aucat_port_point_count(details, index)).map { text(aucat_port_point_label(details, index, $0)) }
        == port.scalePoints.map(\.label))
    #expect(
      (0..<aucat_port_point_count(details, index)).map { aucat_port_point_value(details, index, $0) }
        == port.scalePoints.map(\.value))
  }

  @Test("what is alike and what is a variant can be asked for; what is not there is NULL without an error")
  func relatives() {
    let host = Host()
    host.with("gain-mono") { component in
      let similar = aucat_similar(host.catalog, component, 3, nil)
      #expect((1...3).contains(aucat_components_count(similar)))
      aucat_components_free(similar)
      let variants = aucat_variants(host.catalog, component, nil)
      #expect(text(aucat_component_name(aucat_components_at(variants, 0))) == "Gain stereo")
      #expect(aucat_components_count(variants) == 1)
      aucat_components_free(variants)
    }
    var error: OpaquePointer?
    #expect(aucat_find(host.catalog, "urn:nothing", &error) == nil && error == nil)
  }

  @Test("a component whose bundle is gone is an error that names it, and no other component")
  func gone() throws {
    let host = Host()
    host.with("gain-mono") { component in
      host.folder.remove("lv2")
      #expect(outcome(aucat_scan(host.catalog, 0, 0, nil, nil, nil, nil)))
      var error: OpaquePointer?
      #expect(aucat_describe(host.catalog, component, &error) == nil)
      #expect(text(aucat_error_component(error)) == TestPlugins.uri("gain-mono"))
      #expect(taken(error).code == AUCAT_ERROR_NOT_FOUND)
    }
  }

  @Test("names are in the language of the configuration")
  func language() {
    let host = Host(locale: "de_DE")
    #expect(taken(strings: aucat_standard_tags(host.catalog, nil))?.contains("Hall") == true)
  }
}
