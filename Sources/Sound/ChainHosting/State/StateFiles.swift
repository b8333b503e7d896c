internal import ComponentModel
internal import Linux

/// The files that a state names and that are not there: why it can't be restored, or what its sound lacks.
struct StateFiles {
  private let missing: [String]
  private let preset: String?
  private let component: String
  private let log: @Sendable (PluginMessage) -> Void

  /// - Parameter content: the state, and its source.
  init(_ content: StageContent, of stage: RenderChain.Stage, _ record: PluginRecord, _ settings: HostSettings) {
    missing = content.state.compactMap(Self.path).filter { (try? FileStatus($0)) == nil }
    preset = content.stateOrigin == .preset ? stage.preset?.uri : nil
    component = record.uri
    log = settings.log
  }

  /// The absolute path that a property names; nil if it names none.
  private static func path(_ property: StateProperty) -> String? {
    guard property.type == Namespace.atom + "Path", property.bytes.last == 0 else { return nil }
    let path = String(decoding: property.bytes.dropLast(), as: UTF8.self)
    return LexicalPath.isAbsolute(path) ? path : nil
  }

  /// Restores the state, and gives an error the names of the missing files.
  func naming(_ restore: () throws(ChainError) -> Void) throws(ChainError) {
    do throws(ChainError) {
      try restore()
    } catch {
      guard case .restoringState = error.cause, !missing.isEmpty else { throw error }
      throw ChainError(.missingFiles(missing, preset: preset), component: component)
    }
  }

  /// Logs the missing files of a state that was restored all the same, since its sound may lack something.
  func report() {
    let state = preset.map { "preset \($0)" } ?? "state"
    for file in missing {
      log(
        PluginMessage(component: component, level: .error, text: "its \(state) names \(file), which is not there"))
    }
  }
}
