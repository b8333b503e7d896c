// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
package import CAucat
internal import Linux

/// `aucat_config`; for one thread at a time.
final class ConfigObject {
  var configuration: Configuration
  /// Path of the program that hosts plugins; nil to look for it.
  var renderer: String?
  /// Receives the progress of a scan that a query starts.
  var firstScan: ProgressReceiver?

  init() throws(ComponentManagerError) {
    configuration = try Configuration.current()
    configuration.isPooled = true
  }

  /// - Throws: if both stores would be the same file: each would take it for another program's.
  func checkPlaces() throws(CallFailure) {
    guard let catalog = configuration.catalogPath, let userStore = configuration.userStorePath else { return }
    let isOne =
      Path.followingLinks(catalog) == Path.followingLinks(userStore)
      || (try? FileStatus(catalog).identity).map { $0 == (try? FileStatus(userStore).identity) } ?? false
    guard !isOne else {
      throw .argument("the catalog and the user store are one file, \(catalog); give each its own")
    }
  }
}

/// A host's function for notices.
private struct NoticeReceiver: @unchecked Sendable {
  // SAFETY: The header demands that the function can be called from any thread, and that the context lives.

  let notice: aucat_notice_fn
  let context: UnsafeMutableRawPointer?

  func receive(_ message: String) { message.withCString { notice($0, context) } }
}

@c @implementation
package func aucat_config_new(_ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
  attempt(error, otherwise: nil) { handle(try ConfigObject()) }
}

/// Changes a configuration, and reports errors to C.
private func change(_ config: OpaquePointer?, _ error: ErrorSlot, _ body: (ConfigObject) throws -> Void) -> Bool {
  attempt(error) { try body(required(config, "config")) }
}

/// The path of a store; nil for NULL.
private func place(_ path: UnsafePointer<CChar>?) throws -> String? {
  let path = try optional(path, "path")
  guard path?.isEmpty != true else { throw CallFailure.argument("path is empty; pass NULL for none") }
  return path
}

@c @implementation
package func aucat_config_set_catalog(
  _ config: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { $0.configuration.catalogPath = try place(path) }
}

@c @implementation
package func aucat_config_set_system_catalog(
  _ config: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { $0.configuration.systemCatalogPath = try place(path) }
}

@c @implementation
package func aucat_config_set_user_store(
  _ config: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { $0.configuration.userStorePath = try place(path) }
}

@c @implementation
package func aucat_config_set_results(
  _ config: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { $0.configuration.resultsPath = try place(path) }
}

@c @implementation
package func aucat_config_set_search_path(
  _ config: OpaquePointer?, _ directories: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) {
    $0.configuration.setSearchPath(try texts(directories, count: count, "directories"))
  }
}

@c @implementation
package func aucat_config_set_locale(
  _ config: OpaquePointer?, _ locale: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { $0.configuration.locale = LocaleIdentifier(try required(locale, "locale")) }
}

@c @implementation
package func aucat_config_set_worker(
  _ config: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { $0.configuration.workerPath = try optional(path, "path") }
}

@c @implementation
package func aucat_config_set_renderer(
  _ config: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { $0.renderer = try optional(path, "path") }
}

@c @implementation
package func aucat_config_set_notice(
  _ config: OpaquePointer?, _ notice: aucat_notice_fn?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { config in
    let receiver = notice.map { NoticeReceiver(notice: $0, context: context) }
    config.configuration.notice = { receiver?.receive($0) }
  }
}

@c @implementation
package func aucat_config_set_following(
  _ config: OpaquePointer?, _ seconds: Double, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) {
    if seconds.isNaN { throw CallFailure.argument("seconds is not a number") }
    $0.configuration.following = seconds < 0 ? .never : .within(seconds: seconds)
  }
}

@c @implementation
package func aucat_config_set_first_scan(
  _ config: OpaquePointer?, _ progress: aucat_progress_fn?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(config, error) { config in
    config.firstScan = progress.map { ProgressReceiver(function: $0, context: context) }
  }
}

@c @implementation
package func aucat_config_free(_ config: OpaquePointer?) { release(config, ConfigObject.self) }
