public import ComponentModel
internal import Linux
internal import Synchronization

/// The profiles of hosts: those of this program, and the user's, read when a query first needs them.
final class HostProfiles: Sendable {
  private let folder: String?
  private let report: @Sendable (String) -> Void
  private let known = Mutex<[HostProfile]?>(nil)

  /// Maximum size of a file in bytes.
  private static let sizeLimit = 1 << 20
  /// Maximum number of entries of the folder.
  private static let fileLimit = 1_000

  /// - Parameters:
  ///   - folder: where the user's profiles are; nil if there is no such folder.
  ///   - report: receives a message about each file that is left out, with the reason.
  init(folder: String?, report: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.report = report
  }

  /// All profiles, by name. A profile of the user's replaces this program's profile of the same name.
  var all: [HostProfile] {
    known.withLock { known in
      if let known { return known }
      let profiles = read()
      known = profiles
      return profiles
    }
  }

  /// The profiles that come with this program.
  static let standard: [(file: String, text: String)] = [
    ("ardour", EmbeddedHosts.ardour), ("aucat", EmbeddedHosts.aucat), ("carla", EmbeddedHosts.carla),
    ("jalv", EmbeddedHosts.jalv), ("mod-host", EmbeddedHosts.mod_host), ("pipewire", EmbeddedHosts.pipewire),
    ("qtractor", EmbeddedHosts.qtractor),
  ]

  private func read() -> [HostProfile] {
    // A test reads all of them.
    var profiles = Self.standard.compactMap { try? HostProfile(parsing: $0.text) }
    for file in files() {
      guard let profile = profile(file) else { continue }
      profiles.removeAll { $0.name == profile.name }
      profiles.append(profile)
    }
    return profiles.sorted { $0.name < $1.name }
  }

  /// The paths of the user's profiles, in the order of their names.
  private func files() -> [String] {
    guard let folder else { return [] }
    return DirectoryReader.entries(of: folder, limit: Self.fileLimit).filter(\.isNameExact).map(\.name)
      .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { folder + "/" + $0 }
  }

  private func profile(_ path: String) -> HostProfile? {
    do throws(SystemError) {
      // A pipe without a writer would never end.
      guard try FileStatus(path).isRegular else { return rejected(path, "it is not a regular file") }
      let bytes = try WholeFile.bytes(path, limit: Self.sizeLimit)
      guard bytes.count <= Self.sizeLimit else { return rejected(path, "it is larger than 1 MiB") }
      guard let text = String(validating: bytes, as: UTF8.self) else { return rejected(path, "it is not UTF-8") }
      return profile(path, text)
    } catch {
      return rejected(path, error.phrase)
    }
  }

  private func profile(_ path: String, _ text: String) -> HostProfile? {
    do throws(HostProfile.FormatError) {
      return try HostProfile(parsing: text)
    } catch {
      return rejected("\(path):\(error.line)", error.message)
    }
  }

  private func rejected(_ place: String, _ reason: String) -> HostProfile? {
    report("\(place): the profile of a host is left out: \(reason); `man aucat-hosts` describes profiles")
    return nil
  }
}

extension ComponentManager {
  /// The hosts that `usableIn` knows, by name: those that aucat has a profile of, and those in
  /// ``Configuration/hostFolder``. They are read when a query first needs them; an invalid file is left out and
  /// reported to ``Configuration/notice``.
  public var hosts: [HostProfile] { hostProfiles.all }
}
