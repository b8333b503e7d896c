import ComponentModel
import RenderChain
import TestSupport

extension RenderChain {
  /// A chain with everything that a file keeps: bundles are for the catalog to say.
  static func random(_ random: inout SeededGenerator) -> RenderChain {
    RenderChain((0..<Int.random(in: 0...4, using: &random)).map { _ in .random(&random) })
  }
}

extension RenderChain.Stage {
  fileprivate static func random(_ random: inout SeededGenerator) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: "u" + text(&random), bundle: "")
    if Bool.random(using: &random) { stage.preset = RenderChain.Preset(uri: text(&random), bundle: "") }
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      stage.parameters[text(&random)] = number(&random)
    }
    stage.isBypassed = .random(using: &random)
    stage.sideChain = Bool.random(using: &random) ? .input : .silence
    stage.state = (0..<Int.random(in: 0...4, using: &random)).map { _ in property(&random) }
    return stage
  }

  /// Any finite number, whatever its bits.
  private static func number(_ random: inout SeededGenerator) -> Float {
    while true {
      let value = Float(bitPattern: .random(in: 0...UInt32.max, using: &random))
      if value.isFinite { return Int.random(in: 0...9, using: &random) == 0 ? value.rounded() : value }
    }
  }

  private static func property(_ random: inout SeededGenerator) -> StateProperty {
    let types = ["Int", "Float", "String", "Path", "URI", "URID", "Chunk", "Object"]
    let type = "http://lv2plug.in/ns/ext/atom#" + (types.randomElement(using: &random) ?? "")
    var bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    if Bool.random(using: &random) { bytes = Array(text(&random).utf8) + (Bool.random(using: &random) ? [0] : []) }
    return StateProperty(
      key: text(&random), type: type, bytes: bytes, flags: .random(in: 0...UInt32.max, using: &random))
  }

  /// Letters that have to be escaped, and some that do not.
  private static func text(_ random: inout SeededGenerator) -> String {
    let letters: [Unicode.Scalar] = [
      "a", "Z", "\"", "\\", "/", "\n", "\t", "\0", "\u{7F}", "\u{9B}", "ä", "音", "😀", "\u{202E}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...6, using: &random) { text.append(letters.randomElement(using: &random) ?? "a") }
    return String(text)
  }
}
