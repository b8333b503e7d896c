import CAucat
import Foundation
import TestSupport
import Testing

/// What callers get who pass what can't be used.
@Suite struct ArgumentTests {
  @Test("NULL for what is required is an error, and of no consequence where there is none")
  func null() {
    let host = Host()
    #expect(code { aucat_scan(nil, 0, 0, nil, nil, nil, $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_prepare(host.catalog, nil, nil, 0, 0, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_prepare(host.catalog, "name == %@", nil, 1, 0, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_search_components(nil, 1, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_tag_add(host.catalog, nil, "x", $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_tag_add(host.catalog, "urn:x", nil, $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_describe(host.catalog, nil, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_changes_read(nil, nil, $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(
      code { aucat_render(host.catalog, nil, nil, 0, 0, 48_000, nil, nil, nil, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(aucat_component_name(nil) == nil && aucat_components_count(nil) == 0 && aucat_strings_at(nil, 0) == nil)
    #expect(aucat_port_default(nil, 0).isNaN && aucat_changes_descriptor(nil) == -1)
    for release in [
      aucat_error_free, aucat_strings_free, aucat_config_free, aucat_close, aucat_search_free, aucat_components_free,
      aucat_component_free, aucat_details_free, aucat_facets_free, aucat_changes_free, aucat_chain_free,
      aucat_audio_free,
    ] { release(nil) }
    aucat_free(nil)
    #expect(!aucat_tag_add(nil, nil, nil, nil))
  }

  @Test("text that is not UTF-8 is an error that names the argument")
  func encoding() {
    let host = Host()
    let bytes: [CChar] = [0x61, -1, 0]
    var error: OpaquePointer?
    #expect(aucat_prepare(host.catalog, bytes, nil, 0, 0, &error) == nil)
    let failure = taken(error)
    #expect(failure.code == AUCAT_ERROR_ARGUMENT && failure.message == "predicate is not UTF-8")
    #expect(failure.offset == sizeMax && failure.path.isEmpty)
    #expect(!outcome(aucat_tag_add(host.catalog, "urn:x", bytes, &error)))
    #expect(taken(error).code == AUCAT_ERROR_ARGUMENT)
  }

  @Test("objects may be released in any order, and used by several threads")
  func ownership() async {
    var host: Host? = Host()
    let search = aucat_prepare(host?.catalog, "audioInputs == 2", nil, 0, 0, nil)
    let components = aucat_search_components(search, sizeMax, nil)
    let folder = host?.folder
    host = nil
    var count = 0
    #expect(aucat_search_count(search, &count, nil) && count == aucat_components_count(components))
    struct Shared: @unchecked Sendable { let search, components: OpaquePointer? }
    let shared = Shared(search: search, components: components)
    let expected = count
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<50).allSatisfy { round in
            var found = 0
            let first = aucat_components_at(shared.components, round % max(expected, 1))
            return aucat_search_count(shared.search, &found, nil) && found == expected
              && !text(aucat_component_name(first)).isEmpty
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    aucat_search_free(search)
    aucat_components_free(components)
    withExtendedLifetime(folder) {}
  }

  @Test("a notice reaches the host's function")
  func notices() {
    final class Seen { var messages: [String] = [] }
    let seen = Seen()
    let host = Host(
      notice: { message, context in
        guard let context else { return }
        Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue().messages.append(text(message))
      }, context: Unmanaged.passUnretained(seen).toOpaque())
    #expect(!host.uris("gain").isEmpty)
    let count = Child.contents(host.folder("catalog.sqlite")).count
    host.folder.write([UInt8](repeating: 0xFF, count: count), to: "catalog.sqlite")
    #expect(aucat_scan(host.catalog, UInt32(AUCAT_SCAN_EVERYTHING), 0, nil, nil, nil, nil))
    #expect(seen.messages.contains { $0.contains(host.folder("catalog.sqlite")) }, "\(seen.messages)")
  }

  @Test("numbers out of range are errors, and change nothing")
  func ranges() {
    let host = Host()
    let uri = TestPlugins.uri("gain-stereo")
    #expect(outcome(aucat_tag_add(host.catalog, uri, "kept", nil)))
    var none: UnsafePointer<CChar>?
    var value = aucat_number(1)
    #expect(code { aucat_tags_set(host.catalog, uri, &none, sizeMax, $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(taken(strings: aucat_tags(host.catalog, uri, nil)) == ["kept"])
    #expect(code { aucat_prepare(host.catalog, "name == %@", &value, sizeMax, 0, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_prepare(host.catalog, "gain", nil, 0, 0xFF00, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_scan(host.catalog, 2, 0, nil, nil, nil, $0) } == AUCAT_ERROR_ARGUMENT)
    let chain = host.chain("generator")
    for change: (inout aucat_render_options) -> Void in [
      { $0.tail = .nan }, { $0.timeout = -1 }, { $0.tempo = .infinity }, { $0.size = 0 }, { $0.tail = 1e12 },
    ] {
      var options = aucat_render_defaults()
      change(&options)
      #expect(
        code { aucat_render(host.catalog, chain, nil, 0, 10, 48_000, &options, nil, nil, $0) != nil }
          == AUCAT_ERROR_ARGUMENT)
    }
    #expect(code { aucat_render(host.catalog, chain, nil, 0, 10, 0, nil, nil, nil, $0) != nil } == AUCAT_ERROR_ARGUMENT)
  }

  @Test("both stores can't be one file")
  func oneFile() {
    let folder = TemporaryFolder()
    symlink(folder("a.sqlite"), folder("b.sqlite"))
    let config = aucat_config_new(nil)
    defer { aucat_config_free(config) }
    aucat_config_set_catalog(config, folder("a.sqlite"), nil)
    for name in ["a.sqlite", "b.sqlite"] {
      aucat_config_set_user_store(config, folder(name), nil)
      #expect(code { aucat_open(config, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    }
  }

  @Test("a catalog without a user store says so when something is entered")
  func noUserStore() {
    let host = Host(userStore: nil)
    var error: OpaquePointer?
    #expect(!outcome(aucat_tag_add(host.catalog, "urn:x", "x", &error)))
    let failure = taken(error)
    #expect(
      failure.code == AUCAT_ERROR_STORE_PLACE
        && failure.message
          == "this catalog was opened without a user store; name one with aucat_config_set_user_store",
      "\(failure)")
  }

  @Test("what no chain has is named as it was given")
  func chains() {
    let host = Host()
    let chain = host.chain("generator")
    var error: OpaquePointer?
    #expect(!outcome(aucat_chain_remove(chain, sizeMax, &error)))
    #expect(taken(error).message.contains("no stage \(UInt.max)"))
    #expect(code { aucat_chain_set(chain, 0, "", 1, $0) } == AUCAT_ERROR_ARGUMENT)
    for isInProcess in [true, false] {
      var options = aucat_render_defaults()
      options.is_in_process = isInProcess
      #expect(aucat_render(host.catalog, chain, nil, 0, 10, .nan, &options, nil, nil, &error) == nil)
      let failure = taken(error)
      #expect(failure.code == AUCAT_ERROR_ARGUMENT && failure.message.contains("nan Hz"), "\(failure)")
    }
    for (input, output) in [("", host.folder("o.wav")), (host.folder("i.wav"), "")] {
      #expect(
        code { aucat_render_file(host.catalog, chain, input, output, nil, nil, nil, $0) } == AUCAT_ERROR_ARGUMENT)
    }
  }

  @Test("a renderer that can't be started is named, with what helps", arguments: ["/", "/usr/bin/env"])
  func renderer(_ path: String) {
    let host = Host(renderer: path)
    let chain = host.chain("generator")
    var error: OpaquePointer?
    #expect(aucat_render(host.catalog, chain, nil, 0, 10, 48_000, nil, nil, nil, &error) == nil)
    let failure = taken(error)
    #expect(failure.code == AUCAT_ERROR_HELPER && failure.path == path && failure.message.contains("; "), "\(failure)")
  }

  @Test("the test of a search and the progress of a render may use the catalog")
  func askingMeanwhile() {
    let host = Host()
    let search = aucat_prepare(host.catalog, "uri contains gain", nil, 0, 0, nil)
    defer { aucat_search_free(search) }
    let test: aucat_test_fn = { component, _, catalog in
      let found = aucat_find(catalog.map { OpaquePointer($0) }, aucat_component_uri(component), nil)
      defer { aucat_component_free(found) }
      return found != nil
    }
    let list = aucat_search_passing(search, test, UnsafeMutableRawPointer(host.catalog), nil)
    defer { aucat_components_free(list) }
    #expect(aucat_components_count(list) > 1)
    let chain = host.chain("generator")
    let ask: aucat_render_fn = { _, catalog in
      let found = aucat_find(catalog.map { OpaquePointer($0) }, "urn:aucat:test:generator", nil)
      defer { aucat_component_free(found) }
      return found != nil
    }
    let context = UnsafeMutableRawPointer(host.catalog)
    let audio = aucat_render(host.catalog, chain, nil, 0, 48_000, 48_000, nil, ask, context, nil)
    #expect(audio != nil)
    aucat_audio_free(audio)
  }

  @Test("a function that a scan calls can't use the catalog, and does not wait for itself")
  func reentrance() {
    let host = Host()
    final class Seen { var codes: [aucat_error_code] = []; var catalog: OpaquePointer? }
    let seen = Seen()
    seen.catalog = host.catalog
    let ask: aucat_progress_fn = { _, context in
      guard let context else { return false }
      let seen = Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue()
      var error: OpaquePointer?
      if aucat_find(seen.catalog, "urn:x", &error) == nil { seen.codes.append(taken(error).code) }
      return true
    }
    #expect(aucat_scan(host.catalog, 0, 0, ask, Unmanaged.passUnretained(seen).toOpaque(), nil, nil))
    #expect(!seen.codes.isEmpty && seen.codes.allSatisfy { $0 == AUCAT_ERROR_ARGUMENT })
    #expect(!host.uris("gain").isEmpty)
  }

  @Test("the scan of a first query tells its progress, and is stopped")
  func firstScan() {
    final class Heard { var bundles: [Int] = []; var isAgreed = false }
    let heard = Heard()
    let hear: aucat_progress_fn = { progress, context in
      guard let context, let progress else { return false }
      let heard = Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue()
      heard.bundles.append(progress.pointee.bundles_done)
      return heard.isAgreed
    }
    let host = Host(firstScan: hear, context: Unmanaged.passUnretained(heard).toOpaque())
    #expect(host.uris("uri contains urn") == ["error \(AUCAT_ERROR_INTERRUPTED.rawValue)"] && heard.bundles.count == 1)
    heard.isAgreed = true
    let found = host.uris("uri contains urn")
    #expect(found.count > 40 && heard.bundles.last == 1, "\(found)")
    let count = heard.bundles.count
    #expect(host.uris("uri contains urn").count > 40 && heard.bundles.count == count, "there is a catalog now")
  }

  @Test("a chain that makes no sound is refused, in either process")
  func soundless() {
    let host = Host()
    let chain = aucat_chain_new()
    defer { aucat_chain_free(chain) }
    for isInProcess in [true, false] {
      var options = aucat_render_defaults()
      options.is_in_process = isInProcess
      var error: OpaquePointer?
      #expect(aucat_render(host.catalog, chain, nil, 0, 480, 48_000, &options, nil, nil, &error) == nil)
      let failure = taken(error)
      #expect(failure.code == AUCAT_ERROR_CHANNELS && failure.message.contains("add a component"), "\(failure)")
    }
  }

  @Test("another program in place of the renderer is to blame, and no plugin", arguments: ["/bin/true", "/bin/cat"])
  func otherRenderer(program: String) {
    let host = Host(renderer: program)
    let chain = host.chain("generator")
    var error: OpaquePointer?
    #expect(aucat_render(host.catalog, chain, nil, 0, 480, 48_000, nil, nil, nil, &error) == nil)
    let failure = taken(error)
    #expect(failure.code == AUCAT_ERROR_HELPER && failure.message.contains(program), "\(failure)")
  }

  @Test("what is no URI is refused, so that every export can be imported", arguments: [0, 4_097])
  func noURI(length: Int) {
    let host = Host()
    let uri = strdup(String(repeating: "x", count: length))
    defer { free(uri) }
    let changes: [(UnsafeMutablePointer<OpaquePointer?>?) -> Bool] = [
      { aucat_tag_add(host.catalog, uri, "T", $0) }, { aucat_set_favorite(host.catalog, uri, true, $0) },
      { aucat_set_hidden(host.catalog, uri, true, $0) }, { aucat_collection_add(host.catalog, "C", uri, $0) },
      { aucat_note_use(host.catalog, uri, $0) },
    ]
    for change in changes { #expect(code { change($0) } == AUCAT_ERROR_ARGUMENT) }
    #expect(outcome(aucat_set_favorite(host.catalog, uri, false, nil)), "nothing is entered")
    let text = aucat_export(host.catalog, nil)
    defer { aucat_free(text) }
    #expect(outcome(aucat_import(host.catalog, text, nil, nil)))
  }

  @Test("a host that declines a catalog searches in memory, and hears of no problem")
  func noCatalog() {
    final class Heard: @unchecked Sendable { var count = 0 }
    let heard = Heard()
    let hear: aucat_notice_fn = { _, context in
      guard let context else { return }
      Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().count += 1
    }
    let host = Host(catalog: nil, notice: hear, context: Unmanaged.passUnretained(heard).toOpaque())
    #expect(host.uris("uri contains urn").count > 40 && heard.count == 0)
  }

  @Test("an empty path is no path")
  func emptyPath() {
    let config = aucat_config_new(nil)
    defer { aucat_config_free(config) }
    #expect(code { aucat_config_set_catalog(config, "", $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_config_set_system_catalog(config, "", $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_config_set_user_store(config, "", $0) } == AUCAT_ERROR_ARGUMENT)
    #expect(code { aucat_config_set_results(config, "", $0) } == AUCAT_ERROR_ARGUMENT)
  }

  @Test("programs that are missing are named")
  func programs() {
    let folder = TemporaryFolder()
    let config = aucat_config_new(nil)
    aucat_config_set_catalog(config, folder("catalog.sqlite"), nil)
    aucat_config_set_user_store(config, folder("user.sqlite"), nil)
    aucat_config_set_worker(config, "/nowhere/worker", nil)
    aucat_config_set_renderer(config, "/nowhere/renderer", nil)
    let catalog = aucat_open(config, nil)
    aucat_config_free(config)
    defer { aucat_close(catalog) }
    var error: OpaquePointer?
    #expect(!aucat_scan(catalog, UInt32(AUCAT_SCAN_EVERYTHING), 0, nil, nil, nil, &error))
    let worker = taken(error)
    #expect(worker.code == AUCAT_ERROR_HELPER && worker.path == "/nowhere/worker", "\(worker)")
    #expect(worker.message.contains("aucat_config_set_worker"), "\(worker)")
    let chain = aucat_chain_new()
    defer { aucat_chain_free(chain) }
    #expect(aucat_render(catalog, chain, nil, 0, 10, 48_000, nil, nil, nil, &error) == nil)
    let renderer = taken(error)
    #expect(renderer.code == AUCAT_ERROR_HELPER && renderer.path == "/nowhere/renderer", "\(renderer)")
  }
}
