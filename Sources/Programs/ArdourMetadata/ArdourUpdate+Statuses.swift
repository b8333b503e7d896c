package import AudioComponents

/// `plugin_statuses`.
extension ArdourUpdate {
  /// The file with the marks added.
  ///
  /// - Parameter bytes: the file as it is; nil if there is none.
  /// - Returns: nil if the file has all of them already.
  /// - Throws: ``UserDataError`` if it is not Ardour's.
  package func statuses(in bytes: [UInt8]?) throws(UserDataError) -> [UInt8]? {
    let bytes = bytes ?? []
    var present = ArdourMetadata()
    try present.add(.statuses, bytes)
    let new = statuses.filter { present.statuses[$0.key] != $0.value.label }
    if new.isEmpty { return nil }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    var result: [UInt8] = []
    for line in lines where Self.uri(of: line).map({ new[$0] == nil }) ?? true { result += line + [0x0A] }
    for (uri, status) in new.sorted(by: { $0.key < $1.key }) { result += "LV2 \(status.rawValue) \(uri)\n".utf8 }
    return result
  }

  /// The URI of the LV2 plugin that a line is about.
  private static func uri(of line: ArraySlice<UInt8>) -> String? {
    ArdourMetadata.statusLine(line).flatMap { ArdourMetadata.isLV2($0.kind) ? $0.identifier : nil }
  }
}

extension ArdourUpdate.Status {
  /// The mark that a line with this status expresses.
  var label: UserLabel { self == .favorite ? .favorite : .hidden }
}
