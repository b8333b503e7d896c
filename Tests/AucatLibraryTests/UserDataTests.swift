import CAucat
import Foundation
import TestSupport
import Testing

/// What the user enters, by the C library.
struct UserDataTests {
  private let uri = TestPlugins.uri("gain-mono")

  @Test("tags are added, removed, set, renamed and deleted, favourites, hidden components and uses noted")
  func tagsAndMarks() {
    let host = Host()
    func tags() -> [String]? { taken(strings: aucat_tags(host.catalog, uri, nil)) }
    // A change that changes nothing is no error.
    verify(aucat_tag_add(host.catalog, uri, "warm", nil) && aucat_tag_add(host.catalog, uri, "warm", nil))
    verify(tags() == ["warm"] && host.uris("tag == warm") == [uri])
    verify(aucat_tag_rename(host.catalog, "warm", "Rund", nil) && tags() == ["Rund"])
    let copies = [strdup("a"), strdup("b")]
    defer { for copy in copies { free(copy) } }
    var names = copies.map { UnsafePointer<CChar>($0) }
    verify(aucat_tags_set(host.catalog, uri, &names, 2, nil) && tags() == ["a", "b"])
    verify(aucat_tag_remove(host.catalog, uri, "a", nil) && aucat_tag_delete(host.catalog, "b", nil) && tags() == [])
    verify(aucat_tag_add(host.catalog, "urn:not:installed", "x", nil))
    verify(taken(strings: aucat_tags(host.catalog, "urn:not:installed", nil)), equals: ["x"])
    verify(failure { aucat_tag_add(host.catalog, uri, "a\tb", $0) }.code, equals: AUCAT_ERROR_LABEL)

    verify(aucat_set_favorite(host.catalog, uri, true, nil) && host.uris("favorite == yes") == [uri])
    verify(aucat_set_favorite(host.catalog, uri, false, nil) && host.uris("favorite == yes") == [])
    verify(aucat_set_hidden(host.catalog, uri, true, nil) && host.uris("uri == %@", uri) == [])
    verify(host.uris("uri == %@", uri, flags: AUCAT_SEARCH_EVERYTHING), equals: [uri])
    verify(aucat_set_hidden(host.catalog, uri, false, nil))
    verify(aucat_note_use(host.catalog, uri, nil) && aucat_note_use(host.catalog, uri, nil))
    host.with("gain-mono") { verify(aucat_component_uses($0), equals: 2) }
  }

  @Test("collections are made, filled, renamed and deleted; searches are saved, used, and deleted unless one uses them")
  func collectionsAndSearches() {
    let host = Host()
    func names() -> [String]? { taken(strings: aucat_collections(host.catalog, nil)) }
    func members(_ name: String) -> [String]? { taken(strings: aucat_collection_members(host.catalog, name, nil)) }
    verify(aucat_collection_create(host.catalog, "Empty", nil) && aucat_collection_add(host.catalog, "Live", uri, nil))
    verify(names() == ["Empty", "Live"] && members("live") == [uri] && members("Empty") == [])
    verify(members("nothing") == nil)
    verify(aucat_collection_rename(host.catalog, "Live", "Stage", nil) && host.uris("in 'Stage'") == [uri])
    verify(aucat_collection_remove(host.catalog, "Stage", uri, nil) && members("Stage") == [])
    verify(aucat_collection_delete(host.catalog, "Empty", nil) && names() == ["Stage"])

    verify(aucat_saved_search_set(host.catalog, "Gains", "name contains[c] gain", nil))
    verify(aucat_saved_search_set(host.catalog, "Mono gains", "in Gains and audioInputs == 1", nil))
    verify(taken(strings: aucat_saved_searches(host.catalog, nil)), equals: ["Gains", "Mono gains"])
    verify(taken(aucat_saved_search(host.catalog, "gains", nil)), equals: "name contains[c] gain")
    verify(host.uris("in 'Mono gains'").contains(uri))
    verify(failure { aucat_saved_search_delete(host.catalog, "Gains", $0) }.code, equals: AUCAT_ERROR_IN_USE)
    let bad = failure { aucat_saved_search_set(host.catalog, "Bad", "name == 'x' and nme == x", $0) }
    verify(bad.code == AUCAT_ERROR_PREDICATE && bad.offset == "name == 'x' and ".utf8.count, "\(bad)")
    verify(aucat_saved_search_delete(host.catalog, "Mono gains", nil))
    var error: OpaquePointer?
    verify(taken(aucat_saved_search(host.catalog, "Mono gains", &error)) == nil && error == nil)
  }

  @Test("the last change is undone; an export goes into another store, and says which searches have another name then")
  func undoAndExport() throws {
    let (host, other) = (Host(), Host())
    verify(taken(aucat_undo(host.catalog, nil)) == nil)
    verify(aucat_tag_add(host.catalog, uri, "warm", nil) && aucat_tag_add(host.catalog, uri, "cold", nil))
    verify(taken(aucat_undo(host.catalog, nil))?.contains("cold"), equals: true)
    let export = try demand(taken(aucat_export(host.catalog, nil)))
    verify(export.contains("warm") && !export.contains("cold"))
    var added = 0
    verify(aucat_import(other.catalog, export, &added, nil) && added == 1)
    verify(taken(strings: aucat_tags(other.catalog, uri, nil)), equals: ["warm"])
    verify(failure { aucat_import(other.catalog, "{", &added, $0) }.code, equals: AUCAT_ERROR_USER_DATA)

    for (host, text) in [(host, "name contains a"), (other, "name contains b")] {
      verify(aucat_saved_search_set(host.catalog, "halls", text, nil))
    }
    let searches = try demand(taken(aucat_export(other.catalog, nil)))
    let renamed = try demand(taken(strings: aucat_import_renamed(host.catalog, searches, &added, nil)))
    let name = try demand(renamed.first)
    verify(added == 1 && renamed.count == 1 && name.hasPrefix("halls (other "), "\(renamed)")
    verify(taken(aucat_saved_search(host.catalog, "halls", nil)), equals: "name contains a")
    verify(taken(aucat_saved_search(host.catalog, name, nil)), equals: "name contains b")
    verify(taken(strings: aucat_import_renamed(host.catalog, searches, nil, nil)), equals: [], "it is known by then")
    verify(
      failure { aucat_import_renamed(host.catalog, "{", &added, $0) }.code, equals: AUCAT_ERROR_USER_DATA)
  }

  @Test("what is no URI is refused, so that every export can be imported")
  func noURI() {
    let host = Host()
    for length in [0, 4_097] {
      let uri = String(repeating: "x", count: length)
      expectArgumentErrors([
        { aucat_tag_add(host.catalog, uri, "T", $0) }, { aucat_set_favorite(host.catalog, uri, true, $0) },
        { aucat_set_hidden(host.catalog, uri, true, $0) }, { aucat_collection_add(host.catalog, "C", uri, $0) },
        { aucat_note_use(host.catalog, uri, $0) },
      ])
      verify(aucat_set_favorite(host.catalog, uri, false, nil), "nothing is entered")
    }
    let text = aucat_export(host.catalog, nil)
    defer { aucat_free(text) }
    verify(aucat_import(host.catalog, text, nil, nil))
  }

  @Test("without a place for the user's data, changes fail, and a store that can't be used is named")
  func places() {
    let config = aucat_config_new(nil)
    defer { aucat_config_free(config) }
    aucat_config_set_catalog(config, nil, nil)
    aucat_config_set_user_store(config, nil, nil)
    aucat_config_set_search_path(config, nil, 0, nil)
    aucat_config_set_worker(config, Child.products + "/aucat-scan-worker", nil)
    let catalog = aucat_open(config, nil)
    defer { aucat_close(catalog) }
    let missing = failure { aucat_tag_add(catalog, uri, "x", $0) }
    verify(missing.code, equals: AUCAT_ERROR_STORE_PLACE)
    verify(
      missing.message,
      equals: "this catalog was opened without a user store; name one with aucat_config_set_user_store")
    verify(taken(strings: aucat_tags(catalog, uri, nil)), equals: [])
    let host = Host()
    let path = host.folder.write("not a database, but long enough to be looked at as one", to: "user.sqlite")
    let foreign = failure { aucat_tag_add(host.catalog, uri, "x", $0) }
    verify(foreign.code == AUCAT_ERROR_STORE_FOREIGN && foreign.path == path, "\(foreign)")
  }
}
