import CAucat
import Foundation
import TestSupport
import Testing

/// What callers get who pass what can't be used.
struct ArgumentTests {
  @Test("what is missing, out of range or not UTF-8 is an argument's error, changes nothing, and nothing crashes")
  func arguments() {
    let host = Host()
    let (catalog, uri) = (host.catalog, TestPlugins.uri("gain-stereo"))
    verify(aucat_tag_add(catalog, uri, "kept", nil))
    var none: UnsafePointer<CChar>?
    var value = aucat_number(1)
    let bytes: [CChar] = [0x61, -1, 0]
    let chain = Host.shared.chain("generator")
    expectArgumentErrors([
      { aucat_scan(nil, 0, 0, nil, nil, nil, $0) }, { aucat_scan(catalog, 2, 0, nil, nil, nil, $0) },
      { aucat_prepare(catalog, nil, nil, 0, 0, $0) != nil }, { aucat_prepare(catalog, bytes, nil, 0, 0, $0) != nil },
      { aucat_prepare(catalog, "name == %@", nil, 1, 0, $0) != nil },
      { aucat_prepare(catalog, "name == %@", &value, sizeMax, 0, $0) != nil },
      { aucat_prepare(catalog, "gain", nil, 0, 0xFF00, $0) != nil }, { aucat_search_components(nil, 1, $0) != nil },
      { aucat_tag_add(catalog, nil, "x", $0) }, { aucat_tag_add(catalog, "urn:x", nil, $0) },
      { aucat_tag_add(catalog, "urn:x", bytes, $0) }, { aucat_tags_set(catalog, uri, &none, sizeMax, $0) },
      { aucat_describe(catalog, nil, $0) != nil }, { aucat_changes_read(nil, nil, $0) },
      { aucat_follow(catalog, "soon", $0) != nil }, { aucat_chain_set(chain, 0, "", 1, $0) },
      { aucat_render(catalog, nil, nil, 0, 0, 48_000, nil, nil, nil, $0) != nil },
      { aucat_render(catalog, chain, nil, 2, 4, 48_000, nil, nil, nil, $0) != nil },
      { aucat_render(catalog, chain, nil, 0, 10, 0, nil, nil, nil, $0) != nil },
      { aucat_render_file(catalog, chain, "", "o.wav", nil, nil, nil, $0) },
      { aucat_render_file(catalog, chain, "i.wav", "", nil, nil, nil, $0) },
    ])
    for change: (inout aucat_render_options) -> Void in [
      { $0.tail = .nan }, { $0.timeout = -1 }, { $0.tempo = .infinity }, { $0.size = 0 }, { $0.tail = 1e12 },
    ] {
      var options = aucat_render_defaults()
      change(&options)
      let shared = Host.shared.catalog
      expectArgumentErrors([{ aucat_render(shared, chain, nil, 0, 10, 48_000, &options, nil, nil, $0) != nil }])
    }
    let encoding = failure { aucat_prepare(catalog, bytes, nil, 0, 0, $0) }
    verify(encoding.message == "predicate is not UTF-8" && encoding.offset == sizeMax && encoding.path.isEmpty)
    verify(taken(strings: aucat_tags(catalog, uri, nil)), equals: ["kept"])

    verify(aucat_component_name(nil) == nil && aucat_components_count(nil) == 0 && aucat_strings_at(nil, 0) == nil)
    verify(aucat_port_default(nil, 0).isNaN && aucat_changes_descriptor(nil) == -1)
    for release in [
      aucat_error_free, aucat_strings_free, aucat_config_free, aucat_close, aucat_search_free, aucat_components_free,
      aucat_component_free, aucat_details_free, aucat_facets_free, aucat_changes_free, aucat_chain_free,
      aucat_audio_free, aucat_source_free, aucat_midi_free, aucat_coordinator_free, aucat_track_free, aucat_event_free,
      aucat_coordinator_stop,
    ] { release(nil) }
    aucat_free(nil)
    verify(!aucat_tag_add(nil, nil, nil, nil))
  }

  @Test("both stores can't be one file, and an empty path is no path")
  func configurations() {
    let folder = TemporaryFolder()
    symlink(folder("a.sqlite"), folder("b.sqlite"))
    let config = aucat_config_new(nil)
    defer { aucat_config_free(config) }
    aucat_config_set_catalog(config, folder("a.sqlite"), nil)
    for name in ["a.sqlite", "b.sqlite"] {
      aucat_config_set_user_store(config, folder(name), nil)
      expectArgumentErrors([{ aucat_open(config, $0) != nil }])
    }
    expectArgumentErrors([
      { aucat_config_set_catalog(config, "", $0) }, { aucat_config_set_system_catalog(config, "", $0) },
      { aucat_config_set_user_store(config, "", $0) }, { aucat_config_set_results(config, "", $0) },
    ])
  }

  @Test("objects may be released in any order, and used by several threads")
  func ownership() async {
    var host: Host? = Host()
    let search = aucat_prepare(host?.catalog, "audioInputs == 2", nil, 0, 0, nil)
    let components = aucat_search_components(search, sizeMax, nil)
    let folder = host?.folder
    host = nil
    var count = 0
    verify(aucat_search_count(search, &count, nil) && count == aucat_components_count(components) && count > 0)
    struct Shared: @unchecked Sendable { let search, components: OpaquePointer? }
    let shared = Shared(search: search, components: components)
    let expected = count
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<20).allSatisfy { round in
            var found = 0
            let first = aucat_components_at(shared.components, round % expected)
            return aucat_search_count(shared.search, &found, nil) && found == expected
              && !text(aucat_component_name(first)).isEmpty
          }
        }
      }
      for await isRight in group { verify(isRight) }
    }
    aucat_search_free(search)
    aucat_components_free(components)
    withExtendedLifetime(folder) {}
  }

  @Test("a notice reaches the host's function; a host that declines a catalog searches in memory, and hears of none")
  func notices() {
    final class Heard { var messages: [String] = [] }
    let heard = Heard()
    let context = Unmanaged.passUnretained(heard).toOpaque()
    let hear: aucat_notice_fn = { message, context in seen(context, Heard.self)?.messages.append(text(message)) }
    let none = Host(catalog: nil, notice: hear, context: context)
    verify(none.uris("uri contains urn").count > 40 && heard.messages.isEmpty)
    let host = Host(notice: hear, context: context)
    verify(!host.uris("gain").isEmpty)
    let count = Child.contents(host.folder("catalog.sqlite")).count
    host.folder.write([UInt8](repeating: 0xFF, count: count), to: "catalog.sqlite")
    verify(aucat_scan(host.catalog, UInt32(AUCAT_SCAN_EVERYTHING), 0, nil, nil, nil, nil))
    verify(heard.messages.contains { $0.contains(host.folder("catalog.sqlite")) }, "\(heard.messages)")
  }

  @Test("programs that are missing, can't be started or are others are named with what helps, and no plugin is")
  func programs() {
    let chain = Host.shared.chain("generator")
    for path in ["/", "/usr/bin/env", "/bin/true", "/bin/cat", "/nowhere/renderer"] {
      let host = Host(renderer: path)
      let error = failure { aucat_render(host.catalog, chain, nil, 0, 10, 48_000, nil, nil, nil, $0) }
      verify(error.code == AUCAT_ERROR_HELPER && error.message.contains(path), "\(error)")
      let isOther = path.hasPrefix("/bin/")
      verify(isOther || (error.path == path && error.message.contains("; ")), "\(error)")
    }
    let host = Host(worker: "/nowhere/worker")
    let worker = failure { aucat_scan(host.catalog, UInt32(AUCAT_SCAN_EVERYTHING), 0, nil, nil, nil, $0) }
    verify(worker.code == AUCAT_ERROR_HELPER && worker.path == "/nowhere/worker", "\(worker)")
    verify(worker.message.contains("aucat_config_set_worker"), "\(worker)")
  }

  @Test("the test of a search and the progress of a render may use the catalog; a scan's can't, and waits for nothing")
  func reentrance() {
    let host = Host.shared
    let context = UnsafeMutableRawPointer(host.catalog)
    host.search("uri contains gain") { search in
      let test: aucat_test_fn = { component, _, catalog in
        let found = aucat_find(catalog.map { OpaquePointer($0) }, aucat_component_uri(component), nil)
        defer { aucat_component_free(found) }
        return found != nil
      }
      let list = aucat_search_passing(search, test, context, nil)
      defer { aucat_components_free(list) }
      verify(aucat_components_count(list) > 1)
    }
    let ask: aucat_render_fn = { _, catalog in
      let found = aucat_find(catalog.map { OpaquePointer($0) }, "urn:aucat:test:generator", nil)
      defer { aucat_component_free(found) }
      return found != nil
    }
    let audio = aucat_render(host.catalog, host.chain("generator"), nil, 0, 48_000, 48_000, nil, ask, context, nil)
    verify(audio != nil)
    aucat_audio_free(audio)

    final class Seen { var codes: [aucat_error_code] = []; var catalog: OpaquePointer? }
    let told = Seen()
    let scanned = Host()
    told.catalog = scanned.catalog
    let progress: aucat_progress_fn = { _, context in
      guard let told = seen(context, Seen.self) else { return false }
      var error: OpaquePointer?
      if aucat_find(told.catalog, "urn:x", &error) == nil { told.codes.append(taken(error).code) }
      return true
    }
    verify(aucat_scan(scanned.catalog, 0, 0, progress, Unmanaged.passUnretained(told).toOpaque(), nil, nil))
    verify(!told.codes.isEmpty && told.codes.allSatisfy { $0 == AUCAT_ERROR_ARGUMENT })
    verify(!scanned.uris("gain").isEmpty)
  }
}
