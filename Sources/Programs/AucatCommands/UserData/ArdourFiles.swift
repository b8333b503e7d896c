internal import ArdourMetadata
internal import AucatProgram
internal import AudioComponents
internal import Linux

/// The files in which Ardour keeps its user's data about plugins.
struct ArdourFiles {
  /// The folder or file as the user named it.
  let place: String
  /// The existing files. A file without a known name is recognized by its content.
  private let files: [(file: ArdourMetadata.File?, path: String)]

  /// The files of a configuration folder, of the folder `plugin_metadata` in it, or one file.
  init(_ path: String) throws {
    place = path
    if Path.isDirectory(path) {
      files = try Self.files(in: path)
      if files.isEmpty {
        let names = ArdourMetadata.File.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure(
          .usage,
          "\(path) has none of \(names); name Ardour's configuration folder, such as ~/.config/ardour8")
      }
    } else {
      files = [(ArdourMetadata.File(rawValue: LexicalPath.name(of: path)), path)]
    }
  }

  /// The files of the newest Ardour: the one with the highest version.
  static func newest(_ environment: [String: String]) throws -> ArdourFiles {
    let (base, folders) = try folders(environment)
    guard let newest = try folders.first(where: { try !files(in: $0).isEmpty }) else {
      throw CommandFailure(
        .nothing,
        "there are no Ardour files in \(base)/ardour*; name the folder: `aucat import --from ardour FOLDER`")
    }
    return try ArdourFiles(newest)
  }

  /// The configuration folders of all versions of Ardour, the highest version first, and the folder that they are in.
  static func folders(_ environment: [String: String]) throws -> (base: String, paths: [String]) {
    guard let base = BaseDirectory.configuration.path(environment)?.path else {
      throw CommandFailure(.usage, "can't look for Ardour because HOME is not set; name its folder")
    }
    return (base, try versions(in: base))
  }

  /// Reads all files before anything is stored.
  func read() throws -> ArdourMetadata {
    var metadata = ArdourMetadata()
    for (file, path) in files {
      let bytes = try Self.bytes(path)
      do throws(UserDataError) {
        if let file { try metadata.add(file, bytes) } else { try metadata.add(try ArdourMetadata.file(bytes), bytes) }
      } catch {
        throw CommandFailure(.usage, "\(path) is not one of Ardour's files: \(error); nothing was changed")
      }
    }
    return metadata
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try WholeFile.bytes(path, limit: ArdourMetadata.sizeLimit)
    } catch {
      throw CommandFailure(.storeFailed, "\(path) can't be read (\(error)); nothing was changed")
    }
  }

  private static func files(in folder: String) throws -> [(file: ArdourMetadata.File?, path: String)] {
    try ArdourMetadata.File.allCases.compactMap { file in try path(of: file, in: folder).map { (file, $0) } }
  }

  /// The path of a file; nil if there is none. The first versions of Ardour 5 had all of them in the configuration
  /// folder itself.
  static func path(of file: ArdourMetadata.File, in folder: String) throws -> String? {
    // Regular files only: reading a pipe would block.
    try ["\(folder)/plugin_metadata/\(file.rawValue)", "\(folder)/\(file.rawValue)"].first(where: isRegular)
  }

  /// - Throws: if that is uncertain, because the file may exist.
  private static func isRegular(_ path: String) throws -> Bool {
    do throws(SystemError) {
      return try FileStatus(path).isRegular
    } catch {
      if error.isMissing { return false }
      throw CommandFailure(.storeFailed, "\(path) can't be read (\(error)); nothing was changed")
    }
  }

  /// The configuration folders, the highest version first.
  private static func versions(in base: String) throws -> [String] {
    let found: [(version: Int, path: String)] = try names(in: base).compactMap { name in
      guard name.hasPrefix("ardour"), let version = Int(name.dropFirst(6)) else { return nil }
      return (version, "\(base)/\(name)")
    }
    return found.sorted { $0.version > $1.version }.map(\.path)
  }

  /// The names in a directory; none if it is missing.
  private static func names(in directory: String) throws -> [String] {
    do throws(SystemError) {
      var reader = try DirectoryReader(directory)
      var names: [String] = []
      while let entry = try reader.next() { names.append(entry.name) }
      return names
    } catch {
      if error.isMissing { return [] }
      throw CommandFailure(.storeFailed, "\(directory) can't be read (\(error)); name Ardour's folder")
    }
  }
}
