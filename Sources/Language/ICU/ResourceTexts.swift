private import CICU
internal import Synchronization

/// The texts of one language in a compiled ICU resource bundle.
package final class ResourceTexts: Sendable {
  // SAFETY: The bundle is used only under the lock. The state can't be copied, so it is closed once.
  private struct State: ~Copyable {
    var language: OpaquePointer

    deinit { aucatResourcesClose(language) }
  }

  private let state: Mutex<State>

  /// Opens the bundle of a language. ICU does not check what it opens: the file must be sound.
  ///
  /// - Parameter language: the name of the language's file.
  /// - Returns: nil if ICU can't read it.
  package init?(folder: String, language: String) {
    guard let bundle = aucatResourcesOpen(folder, language) else { return nil }
    state = Mutex(State(language: bundle))
  }

  /// The text of a key in a table; nil if there is none.
  package func text(_ key: String, in table: String) -> String? {
    // If the strings were passed as they are, each would be copied to the heap, once for every tag of the catalog.
    state.withLock { state in
      key.withCString { key in
        table.withCString { table in String(growingFrom: 128) { aucatResourcesText(state.language, table, key, $0, $1) }
        }
      }
    }
  }
}
