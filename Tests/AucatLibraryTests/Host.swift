import CAucat
import Foundation
import TestSupport
import Testing

/// A host with the test plugins, stores of its own, and the library that this test is linked with.
final class Host: @unchecked Sendable {
  // SAFETY: the library may be used by several threads, and what else changes is behind a lock.

  /// A host whose plugins have been scanned, for tests that change nothing.
  static let shared: Host = {
    let host = Host()
    verify(aucat_scan(host.catalog, 0, 0, nil, nil, nil, nil))
    return host
  }()

  let folder = TemporaryFolder()
  let catalog: OpaquePointer
  private let lock = NSLock()
  private var chains: [OpaquePointer?] = []

  init(
    locale: String = "en", catalog name: String? = "catalog.sqlite",
    renderer: String = Child.products + "/aucat-render", worker: String = Child.products + "/aucat-scan-worker",
    notice: aucat_notice_fn? = nil, firstScan: aucat_progress_fn? = nil, context: UnsafeMutableRawPointer? = nil
  ) {
    TestPlugins.install(in: folder, "lv2")
    let config = aucat_config_new(nil)
    aucat_config_set_catalog(config, name.map { [folder] in folder($0) }, nil)
    aucat_config_set_system_catalog(config, nil, nil)
    aucat_config_set_user_store(config, folder("user.sqlite"), nil)
    aucat_config_set_results(config, folder("results.sqlite"), nil)
    aucat_config_set_locale(config, locale, nil)
    aucat_config_set_worker(config, worker, nil)
    aucat_config_set_renderer(config, renderer, nil)
    aucat_config_set_notice(config, notice, context, nil)
    aucat_config_set_first_scan(config, firstScan, context, nil)
    let directory = strdup(folder("lv2"))
    defer { free(directory) }
    var directories: [UnsafePointer<CChar>?] = [UnsafePointer(directory)]
    aucat_config_set_search_path(config, &directories, 1, nil)
    var error: OpaquePointer?
    guard let catalog = aucat_open(config, &error) else { preconditionFailure("\(text(aucat_error_message(error)))") }
    aucat_config_free(config)
    self.catalog = catalog
  }

  deinit {
    aucat_close(catalog)
    for chain in chains { aucat_chain_free(chain) }
  }

  /// Does something with a search.
  func search<Result>(
    _ predicate: String, _ flags: Int = 0, _ body: (OpaquePointer?) throws -> Result
  ) rethrows -> Result {
    let search = aucat_prepare(catalog, predicate, nil, 0, UInt32(flags), nil)
    defer { aucat_search_free(search) }
    return try body(search)
  }

  /// The URIs that a predicate with texts for its places finds, or the error's code as a text.
  func uris(_ predicate: String, _ texts: String..., flags: Int = 0) -> [String] {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let values = copies.map { aucat_text($0) }
    var error: OpaquePointer?
    let search = aucat_prepare(catalog, predicate, values, values.count, UInt32(flags), &error)
    defer { aucat_search_free(search) }
    let found = search.flatMap { aucat_search_components($0, sizeMax, &error) }
    defer { aucat_components_free(found) }
    guard found != nil else { return ["error \(taken(error).code.rawValue)"] }
    return (0..<aucat_components_count(found)).map { text(aucat_component_uri(aucat_components_at(found, $0))) }
  }

  /// A chain of test plugins, which lives as long as the host.
  func chain(_ names: String...) -> OpaquePointer? {
    let chain = aucat_chain_new()
    lock.withLock { chains.append(chain) }
    for name in names { with(name) { verify(aucat_chain_append(chain, $0, nil)) } }
    return chain
  }

  /// Does something with a component of the catalog.
  func with<Result>(_ name: String, _ body: (OpaquePointer?) throws -> Result) rethrows -> Result {
    let component = aucat_find(catalog, TestPlugins.uri(name), nil)
    defer { aucat_component_free(component) }
    return try body(component)
  }
}

/// A place for an error.
typealias ErrorPlace = UnsafeMutablePointer<OpaquePointer?>

/// The error with which a call fails.
func failure(line: Int = #line, _ body: (ErrorPlace) -> Bool) -> Failure {
  var error: OpaquePointer?
  verify(!body(&error) && error != nil, "line \(line)")
  return taken(error)
}

/// The error of a call that gives nothing.
func failure(line: Int = #line, _ body: (ErrorPlace) -> OpaquePointer?) -> Failure {
  failure(line: line) { body($0) != nil }
}

/// Checks that all calls fail with the error of an argument.
func expectArgumentErrors(line: Int = #line, _ calls: [(ErrorPlace) -> Bool]) {
  for (number, call) in calls.enumerated() {
    verify(failure(call).code, equals: AUCAT_ERROR_ARGUMENT, "line \(line): \(number)")
  }
}

/// What a function of the host's sees, by its context.
func seen<Object: AnyObject>(_ context: UnsafeMutableRawPointer?, _ type: Object.Type = Object.self) -> Object? {
  context.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}

/// SIZE_MAX, which Swift imports as a signed number.
let sizeMax = -1

/// A text of the library; empty for NULL.
func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

/// A text that belongs to the caller; nil for NULL.
func taken(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
  guard let pointer else { return nil }
  defer { aucat_free(pointer) }
  return String(cString: pointer)
}

/// The texts of a list, which is released.
func taken(strings: OpaquePointer?) -> [String]? {
  guard let strings else { return nil }
  defer { aucat_strings_free(strings) }
  return (0..<aucat_strings_count(strings)).map { text(aucat_strings_at(strings, $0)) }
}

/// What an error says.
struct Failure: Equatable {
  var code: aucat_error_code
  var message: String
  var path: String
  var component: String
  var offset: Int
  var suggestion: String
}

/// An error, which is released.
func taken(_ error: OpaquePointer?) -> Failure {
  defer { aucat_error_free(error) }
  return Failure(
    code: aucat_error_get_code(error), message: text(aucat_error_message(error)), path: text(aucat_error_path(error)),
    component: text(aucat_error_component(error)), offset: aucat_error_offset(error),
    suggestion: text(aucat_error_suggestion(error)))
}
