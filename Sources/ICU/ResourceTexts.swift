private import CICU
internal import Synchronization

/// The texts of one language in a folder of compiled ICU resource bundles, with `root` as a fallback.
package final class ResourceTexts: Sendable {
  // SAFETY: Both bundles are used only under the lock. The state can't be copied, so they are closed once.
  private struct State: ~Copyable {
    var language: OpaquePointer?
    var root: OpaquePointer?

    deinit {
      aucatResourcesClose(language)
      aucatResourcesClose(root)
    }
  }

  private let state: Mutex<State>

  /// Opens the bundle of a language, and English. ICU does not check what it opens: the files must be sound.
  ///
  /// - Parameters:
  ///   - language: the name of the language's file; nil for English alone.
  ///   - hasRoot: whether to open English.
  /// - Returns: nil if ICU can read neither.
  package init?(folder: String, language: String?, hasRoot: Bool) {
    let own = language.flatMap { aucatResourcesOpen(folder, $0) }
    let root = hasRoot ? aucatResourcesOpen(folder, "root") : nil
    guard own != nil || root != nil else { return nil }
    state = Mutex(State(language: own, root: root))
  }

  /// The text of a key in a table, in the language or else in English; nil if neither has it.
  package func text(_ key: String, in table: String) -> String? {
    state.withLock { state in
      Self.text(key, in: table, of: state.language) ?? Self.text(key, in: table, of: state.root)
    }
  }

  /// The text of a key in a table, in English, or nil if there is none.
  package func englishText(_ key: String, in table: String) -> String? {
    state.withLock { Self.text(key, in: table, of: $0.root) }
  }

  private static func text(_ key: String, in table: String, of bundle: OpaquePointer?) -> String? {
    guard let bundle else { return nil }
    // Passed as they are, each would be copied to the heap, once for every tag of the catalog.
    return key.withCString { key in
      table.withCString { table in String(growingFrom: 128) { aucatResourcesText(bundle, table, key, $0, $1) } }
    }
  }
}
