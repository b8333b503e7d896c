internal import ArdourMetadata
internal import AucatProgram
internal import AudioComponents

/// `aucat import --from ardour`
struct ArdourImport {
  let session: Session
  /// The most refused entries to report one by one.
  private static let mostNamed = 10

  /// Imports the user's data from Ardour.
  ///
  /// - Parameter path: a folder or file; nil for the newest Ardour's folder.
  func run(_ path: String?) throws {
    let environment = session.manager.configuration.environment
    let files = try path.map { try ArdourFiles($0) } ?? ArdourFiles.newest(environment)
    let metadata = try files.read()
    let data = try spelledAsHere(metadata.data)
    let count = data.count == 0 ? 0 : try session.manager.merge(data)
    try Output.print(Escaping.escaped("\(files.place): \(ImportSummary(data: data, new: count).text)") + "\n")
    warn(about: metadata.leftOut)
    session.sayWhatIsMissing(from: data)
    guard !metadata.rejections.isEmpty else { return }
    warn(about: metadata.rejections)
    throw CommandFailure(.partly)
  }

  /// The data with each tag spelled as in aucat, if the component already has it there: see `ArdourUpdate.word(_:)`.
  private func spelledAsHere(_ data: UserData) throws -> UserData {
    var present: [String: [UserLabel]] = [:]
    for fact in try session.manager.userFacts() where fact.label.kind == .tag {
      if let uri = fact.uri { present[uri, default: []].append(fact.label) }
    }
    var data = data
    for (index, fact) in data.facts.enumerated() where fact.label.kind == .tag {
      guard let labels = fact.uri.flatMap({ present[$0] }), !labels.contains(fact.label) else { continue }
      let word = ArdourUpdate.word(fact.label.name)
      if let label = labels.first(where: { ArdourUpdate.word($0.name) == word }) { data.facts[index].label = label }
    }
    return data
  }

  private func warn(about leftOut: ArdourMetadata.LeftOut) {
    if leftOut.otherKinds > 0 {
      AucatProgram.warn(
        "skipped \(Count.text(leftOut.otherKinds, "entry", plural: "entries")) for other plugin formats: "
          + "aucat knows LV2 only")
    }
    if leftOut.shippedTags > 0 {
      AucatProgram.warn(
        "skipped the tags of \(Count.text(leftOut.shippedTags, "plugin")): they came with Ardour and are not yours")
    }
    if leftOut.concealed > 0 {
      AucatProgram.warn(
        "skipped \(Count.text(leftOut.concealed, "plugin")): concealed by Ardour itself, not hidden by you")
    }
  }

  private func warn(about rejections: [ArdourMetadata.Rejection]) {
    for rejection in rejections.prefix(Self.mostNamed) {
      AucatProgram.warn("\(rejection.file.rawValue): line \(rejection.line): \(rejection.reason); skipped")
    }
    if rejections.count > Self.mostNamed {
      let more = rejections.count - Self.mostNamed
      AucatProgram.warn("skipped \(Count.text(more, "more entry", plural: "more entries"))")
    }
  }
}
