internal import Linux

/// Partitions the plugins of a large bundle: plugins that share a file stay together, so that no file but the
/// manifest is parsed twice.
struct BundleOutline {
  private var groups: [(uris: [String], files: Set<String>)] = []

  init(plugins: [(uri: String, files: [String])]) {
    var owners: [String: Int] = [:]
    for (uri, files) in plugins {
      let joined = Set(files.compactMap { owners[$0] })
      // Merge the smaller group into the larger, so that no plugin moves often.
      let target = joined.max { (groups[$0].uris.count, $1) < (groups[$1].uris.count, $0) } ?? groups.count
      if target == groups.count { groups.append((uris: [], files: [])) }
      for other in joined.sorted() where other != target {
        for file in groups[other].files { owners[file] = target }
        groups[target].uris += groups[other].uris
        groups[target].files.formUnion(groups[other].files)
        groups[other] = (uris: [], files: [])
      }
      groups[target].uris.append(uri)
      groups[target].files.formUnion(files)
      for file in files { owners[file] = target }
    }
  }

  /// Groups packed into parts of about `size` bytes of Turtle, the largest first.
  func parts(of size: Int) -> [[String]] {
    let weighed = groups.filter { !$0.uris.isEmpty }.map {
      (uris: $0.uris, bytes: $0.files.reduce(0) { $0 + fileSize($1) })
    }
    var parts: [[String]] = []
    var room = 0
    for group in weighed.sorted(by: { ($0.bytes, $1.uris[0]) > ($1.bytes, $0.uris[0]) }) {
      if parts.isEmpty || room < group.bytes {
        parts.append([])
        room = size
      }
      parts[parts.count - 1] += group.uris
      room -= group.bytes
    }
    return parts
  }
}

private func fileSize(_ path: String) -> Int { (try? FileStatus(path))?.size ?? 0 }
