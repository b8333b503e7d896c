import ComponentStore
import Testing

@testable import AudioComponents

@Suite struct ComponentManagerErrorTests {
  @Test("a store's error keeps its store, its path and its text in the error that hosts catch")
  func storeErrors() {
    for code in StoreError.Code.allCases {
      for store in [StoreKind.catalog, .userStore] {
        let error = StoreError(code, store, path: "/a.sqlite", detail: "why")
        let caught = ComponentManagerError(error)
        #expect(caught.description == error.description)
        #expect(caught.path == "/a.sqlite")
        #expect(caught.store == (store == .catalog ? .catalog : .userStore))
      }
    }
  }
}
