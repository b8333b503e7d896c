import AudioComponents
import CAucat
import Foundation
import TestSupport
import Testing

/// What the C library tells of components.
struct ComponentTests {
  @Test("every component, with its ports, presets and parameters, and every tag is as in Swift")
  func components() throws {
    let host = Host()
    verify(aucat_set_favorite(host.catalog, TestPlugins.uri("gain-mono"), true, nil))
    verify(aucat_tag_add(host.catalog, TestPlugins.uri("gain-mono"), "Wärme", nil))
    var configuration = try Configuration(environment: ["HOME": host.folder.path, "AUCAT_SYSTEM_CATALOG": ""])
    configuration.catalogPath = host.folder("catalog.sqlite")
    configuration.userStorePath = host.folder("user.sqlite")
    configuration.setSearchPath([host.folder("lv2")])
    let manager = ComponentManager(configuration)
    try host.search("uri contains 'aucat'") { search in
      let list = aucat_search_components(search, sizeMax, nil)
      defer { aucat_components_free(list) }
      let expected = try manager.components(matching: "uri contains 'aucat'")
      try demand(aucat_components_count(list) == expected.count && expected.count > 40)
      for (index, component) in expected.enumerated() {
        let handle = aucat_components_at(list, index)
        expectSame(handle, like: component)
        let details = aucat_describe(host.catalog, handle, nil)
        defer { aucat_details_free(details) }
        try expectSame(details, like: manager.details(of: component))
      }
    }

    let list = aucat_all_tags(host.catalog, nil)
    defer { aucat_tag_list_free(list) }
    let found = (0..<aucat_tag_list_count(list)).map { index in
      [
        text(aucat_tag_list_name(list, index)), "\(aucat_tag_list_components(list, index))",
        "\(aucat_tag_list_origins(list, index) & UInt32(AUCAT_TAG_USER) != 0)",
      ]
    }
    try verify(found, equals: manager.displayTagCounts().map { [$0.tag.name, "\($0.count)", "\($0.tag.isUser)"] })
    verify(found.contains(["Wärme", "1", "true"]) && aucat_tag_list_name(list, found.count) == nil)
  }

  /// Texts of the library; nil for NULL.
  private func texts(_ pointers: UnsafePointer<CChar>?...) -> [String?] {
    pointers.map { $0.map { String(cString: $0) } }
  }

  /// Compares numbers with those that may be missing, and are not a number then.
  private func expectSame(_ values: [Double], _ expected: [Double?]) {
    for (value, expected) in zip(values, expected) { verify(expected.map { $0 == value } ?? value.isNaN) }
  }

  private func expectSame(_ handle: OpaquePointer?, like component: Component) {
    verify(
      texts(
        aucat_component_uri(handle), aucat_component_name(handle), aucat_component_manufacturer(handle),
        aucat_component_type(handle), aucat_component_localized_type(handle), aucat_component_version(handle),
        aucat_component_bundle(handle), aucat_component_class(handle), aucat_component_license(handle),
        aucat_component_variant(handle), aucat_component_realtime(handle)),
      equals: [
        component.uri, component.name, component.manufacturer, component.type.rawValue, component.localizedType,
        component.version.description, component.bundle, component.pluginClass, component.license, component.variant,
        component.realtime,
      ])
    verify(aucat_component_name(handle), equals: aucat_component_name(handle), "a text stays where it is")
    let counts: [Int] = [
      aucat_component_audio_inputs(handle), aucat_component_audio_outputs(handle), aucat_component_cv_inputs(handle),
      aucat_component_cv_outputs(handle), aucat_component_parameters(handle), aucat_component_presets(handle),
      aucat_component_uses(handle), Int(aucat_component_latency(handle)), aucat_component_feature_count(handle),
      Int(aucat_component_deterministic(handle)),
    ]
    let expectedCounts: [Int] = [
      component.audioInputs, component.audioOutputs, component.cvInputs, component.cvOutputs, component.parameters,
      component.presets, component.uses, component.latency ?? -1, component.requiredFeatures.count,
      component.isDeterministic.map { $0 ? 1 : 0 } ?? -1,
    ]
    verify(counts, equals: expectedCounts)
    let measures = [aucat_component_cost(handle), aucat_component_load_time(handle), aucat_component_memory(handle)]
    verify(measures, equals: [component.cost, component.loadTime, component.memory].map { $0 ?? -1 })
    let flags: [Bool] = [
      aucat_component_has_midi_input(handle), aucat_component_has_midi_output(handle),
      aucat_component_has_side_chain(handle), aucat_component_is_hard_realtime(handle),
      aucat_component_has_custom_view(handle), aucat_component_is_in_place_broken(handle),
      aucat_component_is_favorite(handle), aucat_component_is_hidden(handle),
    ]
    // Those of the query language, so that a new one is missed here.
    verify(flags, equals: Key.storedFlags.map { component[keyPath: $0.flag.property()] })
    let tags = (0..<aucat_component_tag_count(handle)).map { index in
      [
        text(aucat_component_tag_name(handle, index)), text(aucat_component_tag_identifier(handle, index)),
        "\(aucat_component_tag_origins(handle, index) & UInt32(AUCAT_TAG_USER) != 0)",
      ]
    }
    verify(tags, equals: component.tags.map { [$0.name, $0.identifier, "\($0.isUser)"] })
    let features = (0..<aucat_component_feature_count(handle)).map { text(aucat_component_feature(handle, $0)) }
    verify(features, equals: component.requiredFeatures)
  }

  private func expectSame(_ details: OpaquePointer?, like expected: ComponentDetails) {
    verify(text(aucat_details_binary(details)), equals: expected.binary ?? "")
    verify(text(aucat_details_comment(details)), equals: expected.comment ?? "")
    verify(aucat_details_name_count(details), equals: expected.names.count)
    let presets = (0..<aucat_details_preset_count(details)).map { text(aucat_preset_uri(details, $0)) }
    verify(presets, equals: expected.presets.map(\.uri))
    verify(aucat_details_port_count(details), equals: expected.ports.count)
    for (index, port) in expected.ports.enumerated() { expectSame(details, index, like: port) }
    verify(aucat_details_patch_parameter_count(details), equals: expected.patchParameters.count)
    for (index, parameter) in expected.patchParameters.enumerated() {
      verify(
        texts(
          aucat_patch_parameter_uri(details, index), aucat_patch_parameter_name(details, index),
          aucat_patch_parameter_type(details, index), aucat_patch_parameter_unit(details, index)),
        equals: [parameter.uri, parameter.name, parameter.valueType, parameter.unit])
      expectSame(
        [
          aucat_patch_parameter_default(details, index), aucat_patch_parameter_minimum(details, index),
          aucat_patch_parameter_maximum(details, index),
        ], [parameter.defaultValue, parameter.minimum, parameter.maximum])
      verify(aucat_patch_parameter_is_writable(details, index), equals: parameter.isWritable)
      verify(aucat_patch_parameter_is_readable(details, index), equals: parameter.isReadable)
    }
  }

  private func expectSame(_ details: OpaquePointer?, _ index: Int, like port: ComponentPort) {
    verify(
      texts(
        aucat_port_symbol(details, index), aucat_port_name(details, index), aucat_port_unit(details, index),
        aucat_port_designation(details, index)), equals: [port.symbol, port.name, port.unit, port.designation])
    verify(
      Int(aucat_port_get_kind(details, index).rawValue), equals: ComponentPort.Kind.allCases.firstIndex(of: port.kind))
    verify(aucat_port_is_input(details, index) == (port.direction == .input))
    expectSame(
      [aucat_port_default(details, index), aucat_port_minimum(details, index), aucat_port_maximum(details, index)],
      [port.defaultValue, port.minimum, port.maximum])
    for property in port.properties { verify(aucat_port_has_property(details, index, property)) }
    verify(!aucat_port_has_property(details, index, "nothing"))
    let points = 0..<aucat_port_point_count(details, index)
    verify(points.map { text(aucat_port_point_label(details, index, $0)) }, equals: port.scalePoints.map(\.label))
    verify(points.map { aucat_port_point_value(details, index, $0) }, equals: port.scalePoints.map(\.value))
  }

  @Test("what is alike and what is a variant can be asked for; what is not there is NULL, or an error that names it")
  func relatives() {
    let host = Host(locale: "de_DE")
    host.with("gain-mono") { component in
      let similar = aucat_similar(host.catalog, component, 3, nil)
      verify((1...3).contains(aucat_components_count(similar)))
      aucat_components_free(similar)
      let variants = aucat_variants(host.catalog, component, nil)
      verify(text(aucat_component_name(aucat_components_at(variants, 0))), equals: "Gain stereo")
      verify(aucat_components_count(variants), equals: 1)
      aucat_components_free(variants)
      host.folder.remove("lv2")
      verify(aucat_scan(host.catalog, 0, 0, nil, nil, nil, nil))
      let gone = failure { aucat_describe(host.catalog, component, $0) }
      verify(gone.code == AUCAT_ERROR_NOT_FOUND && gone.component == TestPlugins.uri("gain-mono"), "\(gone)")
    }
    var error: OpaquePointer?
    verify(aucat_find(host.catalog, "urn:nothing", &error) == nil && error == nil)
    let tags = taken(strings: aucat_standard_tags(host.catalog, nil))
    verify(tags?.contains("Hall"), equals: true, "names are in the language of the configuration")
  }

  @Test("a text chooses the only component that it can mean; else there are candidates, or none")
  func choices() {
    let host = Host()
    for (wanted, name, count) in [
      (TestPlugins.uri("echo"), "Echo", nil), ("echo", "Echo", nil), ("three i", "Three in", nil), ("gain", nil, 2),
      ("name == 'Gain mono'", "Gain mono", nil), ("urn:nothing", nil, 0),
    ] as [(String, String?, Int?)] {
      var (candidates, error) = (OpaquePointer?.none, OpaquePointer?.none)
      let found = aucat_choose(host.catalog, wanted, &candidates, &error)
      defer {
        aucat_component_free(found)
        aucat_components_free(candidates)
      }
      verify(error == nil && (found == nil) == (name == nil), "\(wanted)")
      if let name { verify(text(aucat_component_name(found)), equals: name, "\(wanted)") }
      let least = candidates.map { Int(aucat_components_count($0)) }
      verify((least == nil) == (count == nil) && (least ?? 0) >= (count ?? 0), "\(wanted): \(least ?? -1)")
      let again = aucat_choose(host.catalog, wanted, nil, nil)
      verify(again == nil, equals: name == nil, "\(wanted)")
      aucat_component_free(again)
    }
    verify(failure { aucat_choose(host.catalog, nil, nil, $0) }.code, equals: AUCAT_ERROR_ARGUMENT)
  }
}
