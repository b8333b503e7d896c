internal import ComponentModel
internal import SQLite

extension ReadState {
  /// A component that an earlier query has found, with its row in this state: since then a scan may have given its former
  /// row to another component.
  ///
  /// - Throws: ``MissingComponent`` if its bundle is gone or no longer declares it.
  func located(_ component: Component) throws -> Component {
    let rows = try connection.rows(
      "SELECT c.id FROM component AS c JOIN bundle AS b ON b.id = c.bundle WHERE c.uri = ? AND b.path = ?",
      [Value(component.uri), Value(component.bundle)])
    guard let row = try rows.next() else { throw MissingComponent(uri: component.uri, bundle: component.bundle) }
    var component = component
    component.rowID = try row.rowID("id")
    return component
  }
}
