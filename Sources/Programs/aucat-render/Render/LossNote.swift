internal import AucatProgram
internal import RenderChain

/// The note that a render has lost MIDI, which makes the command's work incomplete.
struct LossNote {
  let text: String

  /// - Parameter names: names of the components, by URI.
  /// - Returns: nil if nothing was lost.
  init?(_ report: RenderReport, names: [String: String]) {
    guard report.lostMessages > 0 else { return nil }
    let lost = "lost: \(Count.text(report.lostMessages, "MIDI message")); "
    guard let component = report.losingComponent else {
      text = lost + "the plugins' process takes up to 1 MiB at a time, and --in-process has no such limit"
      return
    }
    text = lost + "\(names[component] ?? component) had no room for them in its block; a shorter --block may help"
  }
}
