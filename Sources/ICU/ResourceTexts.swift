private import CICU
internal import Synchronization

/// The texts of one language in a folder of compiled ICU resource bundles, with `root` as a fallback.
package final class ResourceTexts: Sendable {
  private struct State: ~Copyable {
    var language: OpaquePointer?
    var root: OpaquePointer?

    deinit {
      aucatResourcesClose(language)
      aucatResourcesClose(root)
    }
  }

  private let state: Mutex<State>
  /// The language of the bundle that was found: `sv` for `sv_SE`; `root` if there is none for the locale.
  package let language: String

  /// Opens the bundle of a locale, with ICU's fallback to its parents.
  ///
  /// - Returns: nil if the folder has no readable resource bundle, not even `root`.
  package init?(folder: String, locale: LocaleIdentifier) {
    let language = aucatResourcesOpen(folder, locale.resourceIdentifier)
    let root = aucatResourcesOpen(folder, "root")
    guard language != nil || root != nil else { return nil }
    self.language = Self.language(of: language)
    state = Mutex(State(language: language, root: root))
  }

  /// The text of a key in a table, in the language or else in English; nil if neither has it.
  package func text(_ key: String, in table: String) -> String? {
    state.withLock { state in
      Self.text(key, table, state.language) ?? Self.text(key, table, state.root)
    }
  }

  /// The text of a key in a table, in English, or nil if there is none.
  package func englishText(_ key: String, in table: String) -> String? {
    state.withLock { Self.text(key, table, $0.root) }
  }

  private static func language(of bundle: OpaquePointer?) -> String {
    var name = [CChar](repeating: 0, count: 160)
    guard let bundle, aucatResourcesLocale(bundle, &name, Int32(name.count)) >= 0 else { return "root" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func text(_ key: String, _ table: String, _ bundle: OpaquePointer?) -> String? {
    guard let bundle else { return nil }
    return String(growingFrom: 128) { aucatResourcesText(bundle, table, key, $0, $1) }
  }
}
