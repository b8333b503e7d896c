/// The file that carries user data between machines: see `schema/output/README.md`.
///
/// JSON Lines in UTF-8: a header, then one line per fact, sorted, so that two files differ exactly where their facts do
/// and lines can be added or removed by hand or by a merge.
public enum UserDataFormat {
  /// The highest version that can be read. Files are written in the lowest version that can hold their content: 1, 2
  /// with saved searches, or 3 with use counts, so that an older aucat reads what it can and refuses the rest by the
  /// header.
  public static let version = 3
  /// The largest file that can be read, in bytes.
  public static let sizeLimit = 256 << 20

  private static let header = "aucat"
  private static let content = "user data"

  private static let succession = "succession"
  private static let search = "search"
  private static let use = "use"

  /// Encodes user data as a file.
  public static func encode(_ data: UserData) -> [UInt8] {
    let version = !data.uses.isEmpty ? 3 : data.searches.isEmpty ? 1 : 2
    let first = JSON.object([(header, .string(content)), ("version", .int(version))]).encoded
    let lines =
      data.facts.map { JSON.object(members(of: $0)).encoded }
      + data.replacements.map { pair in
        JSON.object([("kind", .string(succession)), ("old", .string(pair.old)), ("uri", .string(pair.new))]).encoded
      }
      + data.searches.map { saved in
        JSON.object([
          ("kind", .string(search)), ("name", .string(saved.name)), ("predicate", .string(saved.predicate)),
        ]).encoded
      } + data.uses.map { JSON.object(members(of: $0)).encoded }
    return ([first] + lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }).flatMap { Array($0.utf8) + [0x0A] }
  }

  private static func members(of fact: UserFact) -> [(key: String, value: JSON)] {
    var members: [(key: String, value: JSON)] = [("kind", .string(fact.label.kind.rawValue))]
    if fact.label.kind.isNamed { members.append(("name", .string(fact.label.name))) }
    if let uri = fact.uri { members.append(("uri", .string(uri))) }
    return members
  }

  private static func members(of count: UseCount) -> [(key: String, value: JSON)] {
    let time = count.lastUsed.map { [(key: "last", value: JSON.string($0.description))] } ?? []
    return [
      ("kind", .string(use)), ("source", .string(count.source)), ("uri", .string(count.uri)),
      ("count", .int(count.count)),
    ] + time
  }

  /// Decodes a file.
  ///
  /// - Throws: ``ComponentManagerError/invalidUserData(_:)`` with the line if the text is no such file.
  public static func decode(_ bytes: [UInt8]) throws(ComponentManagerError) -> UserData { try read(bytes).data }

  /// Whether files of a version can hold use counts. An older file says nothing about them, so replacing the data with
  /// it must not delete them.
  package static func hasUses(version: Int) -> Bool { version >= 3 }

  /// Decodes a file, and returns its version, too.
  ///
  /// - Throws: as ``decode(_:)``.
  package static func read(_ bytes: [UInt8]) throws(ComponentManagerError) -> (data: UserData, version: Int) {
    do throws(UserDataError) {
      return try parsed(bytes)
    } catch {
      throw .invalidUserData(error)
    }
  }

  private static func parsed(_ bytes: [UInt8]) throws(UserDataError) -> (data: UserData, version: Int) {
    guard bytes.count <= sizeLimit else { throw UserDataError(line: nil, "it is larger than \(sizeLimit >> 20) MiB") }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw UserDataError(line: nil, "it is not UTF-8") }
    var data = UserData()
    var searches = ImportedSearches()
    var version: Int?
    var number = 0
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = line.last == 0x0D ? line.dropLast() : line
      guard line.contains(where: { $0 != 0x20 }) else { continue }
      guard case .object(let members)? = JSON(String(Substring(line))) else {
        throw UserDataError(line: number, "it is not a JSON object")
      }
      if version == nil {
        version = try presentVersion(members, number)
      } else {
        switch value("kind", members)?.text {
        case succession:
          data.replacements.append(
            Replacement(old: try uri("old", in: members, line: number), new: try uri("uri", in: members, line: number)))
        case search: try searches.add(try saved(members, number), number)
        case use: data.uses.append(try count(members, number))
        default: data.facts.append(try fact(members, number))
        }
      }
    }
    guard let version else { throw UserDataError(line: nil, "it is empty") }
    data.searches = try searches.checked()
    return (data, version)
  }

  private static func presentVersion(
    _ members: [(key: String, value: JSON)], _ line: Int
  ) throws(UserDataError) -> Int {
    guard value(header, members)?.text == content, case .int(let present)? = value("version", members) else {
      throw UserDataError(line: line, "an export must begin with {\"aucat\":\"user data\",\"version\":1}")
    }
    guard (1...version).contains(present) else {
      throw UserDataError(line: line, "its version is \(present), and this aucat reads up to \(version); update aucat")
    }
    return present
  }

  private static func fact(_ members: [(key: String, value: JSON)], _ line: Int) throws(UserDataError) -> UserFact {
    guard let word = value("kind", members)?.text, let kind = UserLabel.Kind(rawValue: word) else {
      let known = (UserLabel.Kind.allCases.map(\.rawValue) + [search, succession, use]).joined(separator: ", ")
      throw UserDataError(line: line, "`kind` must be one of \(known)")
    }
    let name = value("name", members)?.text
    guard !kind.isNamed || name != nil else { throw UserDataError(line: line, "a \(kind.rawValue) needs a `name`") }
    let isEmptyCollection = kind == .collection && value("uri", members)?.text == nil
    let uri = isEmptyCollection ? nil : try uri("uri", in: members, line: line)
    do throws(UserLabelError) {
      return UserFact(try UserLabel(kind, name ?? ""), uri: uri)
    } catch {
      throw UserDataError(line: line, error.description)
    }
  }

  private static func saved(
    _ members: [(key: String, value: JSON)], _ line: Int
  ) throws(UserDataError) -> SavedSearch {
    guard let name = value("name", members)?.text, let predicate = value("predicate", members)?.text else {
      throw UserDataError(line: line, "a \(search) needs a `name` and a `predicate`")
    }
    do throws(UserLabelError) {
      return try SavedSearch(name, predicate: predicate)
    } catch {
      throw UserDataError(line: line, error.description)
    }
  }

  private static func count(_ members: [(key: String, value: JSON)], _ line: Int) throws(UserDataError) -> UseCount {
    let uri = try uri("uri", in: members, line: line)
    guard case .int(let number)? = value("count", members), let source = value("source", members)?.text else {
      throw UserDataError(line: line, "a \(use) needs a `source` and a `count`, which is a whole number")
    }
    let last = value("last", members) ?? .null
    let time = last.text.flatMap { UTCTime($0) }
    guard last == .null || time != nil else {
      throw UserDataError(line: line, "`last` must be a time such as 2026-11-20T18:30:00Z")
    }
    guard let count = UseCount(uri: uri, source: source, count: number, lastUsed: time) else {
      throw UserDataError(
        line: line, "`count` must be 0 to \(UseCount.largest), and `source` at most 40 characters: a-z, 0-9 and dashes")
    }
    return count
  }

  private static func uri(
    _ key: String, in members: [(key: String, value: JSON)], line: Int
  ) throws(UserDataError) -> String {
    guard let uri = value(key, members)?.text else {
      throw UserDataError(line: line, "a \(value("kind", members)?.text ?? "fact") needs `\(key)`")
    }
    guard UserData.isURI(uri) else {
      throw UserDataError(line: line, "a URI must have 1 to \(UserData.longestURI) bytes and no NUL")
    }
    return uri
  }

  private static func value(_ key: String, _ members: [(key: String, value: JSON)]) -> JSON? {
    members.last { $0.key == key }?.value
  }
}
