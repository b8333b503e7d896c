import CAucat
import Foundation
import TestSupport
import Testing

/// What the user enters, by the C library.
@Suite struct UserDataTests {
  private let uri = TestPlugins.uri("gain-mono")

  @Test("tags are added, removed, set, renamed and deleted; a change that changes nothing is no error")
  func tags() {
    let host = Host()
    func tags() -> [String]? { taken(strings: aucat_tags(host.catalog, uri, nil)) }
    #expect(aucat_tag_add(host.catalog, uri, "warm", nil) && aucat_tag_add(host.catalog, uri, "warm", nil))
    #expect(tags() == ["warm"] && host.uris("tag == warm") == [uri])
    #expect(outcome(aucat_tag_rename(host.catalog, "warm", "Rund", nil)))
    #expect(tags() == ["Rund"])
    let copies: [UnsafeMutablePointer<CChar>?] = [strdup("a"), strdup("b")]
    defer { for copy in copies { free(copy) } }
    var names: [UnsafePointer<CChar>?] = copies.map { copy in copy.map { UnsafePointer($0) } }
    #expect(outcome(aucat_tags_set(host.catalog, uri, &names, 2, nil)))
    #expect(tags() == ["a", "b"])
    #expect(aucat_tag_remove(host.catalog, uri, "a", nil) && aucat_tag_delete(host.catalog, "b", nil))
    #expect(tags() == [])
    #expect(outcome(aucat_tag_add(host.catalog, "urn:not:installed", "x", nil)))
    #expect(taken(strings: aucat_tags(host.catalog, "urn:not:installed", nil)) == ["x"])
    var error: OpaquePointer?
    #expect(!outcome(aucat_tag_add(host.catalog, uri, "a\tb", &error)))
    #expect(taken(error).code == AUCAT_ERROR_LABEL)
  }

  @Test("favourites, hidden components and use counts")
  func marks() {
    let host = Host()
    #expect(aucat_set_favorite(host.catalog, uri, true, nil) && host.uris("favorite == yes") == [uri])
    #expect(aucat_set_favorite(host.catalog, uri, false, nil) && host.uris("favorite == yes") == [])
    #expect(aucat_set_hidden(host.catalog, uri, true, nil) && host.uris("uri == %@", [host.value(uri)]) == [])
    #expect(host.uris("uri == %@", [host.value(uri)], flags: UInt32(AUCAT_SEARCH_EVERYTHING)) == [uri])
    #expect(outcome(aucat_set_hidden(host.catalog, uri, false, nil)))
    #expect(aucat_note_use(host.catalog, uri, nil) && aucat_note_use(host.catalog, uri, nil))
    host.with("gain-mono") { #expect(aucat_component_uses($0) == 2) }
  }

  @Test("collections are made, filled, renamed and deleted")
  func collections() {
    let host = Host()
    func names() -> [String]? { taken(strings: aucat_collections(host.catalog, nil)) }
    func members(_ name: String) -> [String]? { taken(strings: aucat_collection_members(host.catalog, name, nil)) }
    #expect(aucat_collection_create(host.catalog, "Empty", nil) && aucat_collection_add(host.catalog, "Live", uri, nil))
    #expect(names() == ["Empty", "Live"] && members("live") == [uri] && members("Empty") == [])
    #expect(members("nothing") == nil)
    #expect(aucat_collection_rename(host.catalog, "Live", "Stage", nil) && host.uris("in 'Stage'") == [uri])
    #expect(aucat_collection_remove(host.catalog, "Stage", uri, nil) && members("Stage") == [])
    #expect(aucat_collection_delete(host.catalog, "Empty", nil) && names() == ["Stage"])
  }

  @Test("searches are saved, used and deleted, unless another one uses them")
  func searches() {
    let host = Host()
    #expect(outcome(aucat_saved_search_set(host.catalog, "Gains", "name contains[c] gain", nil)))
    #expect(outcome(aucat_saved_search_set(host.catalog, "Mono gains", "in Gains and audioInputs == 1", nil)))
    #expect(taken(strings: aucat_saved_searches(host.catalog, nil)) == ["Gains", "Mono gains"])
    #expect(taken(aucat_saved_search(host.catalog, "gains", nil)) == "name contains[c] gain")
    #expect(host.uris("in 'Mono gains'").contains(uri))
    var error: OpaquePointer?
    #expect(!outcome(aucat_saved_search_delete(host.catalog, "Gains", &error)))
    #expect(taken(error).code == AUCAT_ERROR_IN_USE)
    #expect(!outcome(aucat_saved_search_set(host.catalog, "Bad", "name == 'x' and nme == x", &error)))
    let failure = taken(error)
    #expect(failure.code == AUCAT_ERROR_PREDICATE && failure.offset == "name == 'x' and ".utf8.count, "\(failure)")
    #expect(outcome(aucat_saved_search_delete(host.catalog, "Mono gains", nil)))
    #expect(taken(aucat_saved_search(host.catalog, "Mono gains", &error)) == nil && error == nil)
  }

  @Test("the last change is undone; an export goes into another store")
  func undoAndExport() throws {
    let host = Host()
    let other = Host()
    #expect(taken(aucat_undo(host.catalog, nil)) == nil)
    #expect(aucat_tag_add(host.catalog, uri, "warm", nil) && aucat_tag_add(host.catalog, uri, "cold", nil))
    #expect(taken(aucat_undo(host.catalog, nil))?.contains("cold") == true)
    let export = try #require(taken(aucat_export(host.catalog, nil)))
    #expect(export.contains("warm") && !export.contains("cold"))
    var added = 0
    #expect(aucat_import(other.catalog, export, &added, nil) && added == 1)
    #expect(taken(strings: aucat_tags(other.catalog, uri, nil)) == ["warm"])
    var error: OpaquePointer?
    #expect(!outcome(aucat_import(other.catalog, "{", &added, &error)))
    #expect(taken(error).code == AUCAT_ERROR_USER_DATA)
  }

  @Test("an import says which saved searches have another name now")
  func renamedSearches() throws {
    let (host, other) = (Host(), Host())
    for (host, text) in [(host, "name contains a"), (other, "name contains b")] {
      #expect(outcome(aucat_saved_search_set(host.catalog, "halls", text, nil)))
    }
    let export = try #require(taken(aucat_export(other.catalog, nil)))
    var (added, error) = (0, OpaquePointer?.none)
    let renamed = try #require(taken(strings: aucat_import_renamed(host.catalog, export, &added, &error)))
    let name = try #require(renamed.first)
    #expect(error == nil && added == 1 && renamed.count == 1 && name.hasPrefix("halls (other "), "\(renamed)")
    #expect(taken(aucat_saved_search(host.catalog, "halls", nil)) == "name contains a")
    #expect(taken(aucat_saved_search(host.catalog, name, nil)) == "name contains b")
    #expect(taken(strings: aucat_import_renamed(host.catalog, export, nil, nil)) == [], "it is known by then")
    #expect(aucat_import_renamed(host.catalog, "{", &added, &error) == nil)
    #expect(taken(error).code == AUCAT_ERROR_USER_DATA)
  }

  @Test("without a place for the user's data, changes fail and searches work")
  func noPlace() {
    let folder = TemporaryFolder()
    let config = aucat_config_new(nil)
    defer { aucat_config_free(config) }
    aucat_config_set_catalog(config, nil, nil)
    aucat_config_set_user_store(config, nil, nil)
    aucat_config_set_search_path(config, nil, 0, nil)
    aucat_config_set_worker(config, Child.products + "/aucat-scan-worker", nil)
    let catalog = aucat_open(config, nil)
    defer { aucat_close(catalog) }
    var error: OpaquePointer?
    #expect(!outcome(aucat_tag_add(catalog, uri, "x", &error)))
    #expect(taken(error).code == AUCAT_ERROR_STORE_PLACE)
    #expect(taken(strings: aucat_tags(catalog, uri, nil)) == [])
    #expect(folder.names(in: "").isEmpty)
  }

  @Test("a store that can't be used is named")
  func path() {
    let host = Host()
    host.folder.write("not a database, but long enough to be looked at as one", to: "user.sqlite")
    var error: OpaquePointer?
    #expect(!outcome(aucat_tag_add(host.catalog, uri, "x", &error)))
    let failure = taken(error)
    #expect(failure.code == AUCAT_ERROR_STORE_FOREIGN && failure.path == host.folder("user.sqlite"), "\(failure)")
  }
}
