package import ComponentModel
internal import ComponentQuery
package import SQLite

/// The Boolean columns of the table `component`, derived from the declarations of their keys.
package enum FlagColumns {
  private typealias Property = KeyDeclaration.StoredFlag.Property

  private static let all: [(name: StaticString, property: Property, scanned: (@Sendable (ComponentTraits) -> Bool)?)] =
    Key.storedFlags.compactMap { key, flag in
      guard case .column(let name) = key.declaration.column else { return nil }
      return (name, flag.property(), flag.scanned)
    }

  /// The columns for a query on `component AS c`.
  package static let list: String = {
    // Every search needs it, and interpolation would instantiate types at run time.
    var list = ""
    for column in all {
      list += list.isEmpty ? "c." : ", c."
      list += column.name.description
    }
    return list
  }()

  /// Sets the Booleans of a component from its row.
  package static func read(_ row: Row, into component: inout Component) throws(SQLiteError) {
    for column in all { component[keyPath: column.property] = try row.flag(column.name) }
  }

  /// The values of a scanned component.
  static func values(of traits: ComponentTraits) -> [(name: String, value: Value)] {
    all.compactMap { column in column.scanned.map { ("\(column.name)", Value($0(traits))) } }
  }
}
