import Foundation
import TestSupport
import Testing

/// The controls that `aucat info` shows.
@Suite struct ControlTableTests {
  private let machine = Machine([])

  init() {
    func port(_ index: Int, _ classes: String, _ symbol: String, _ more: String = "") -> String {
      "[ a \(classes) ; lv2:index \(index) ; lv2:symbol \"\(symbol)\" ; lv2:name \"The \(symbol)\" \(more) ]"
    }
    let points = (0..<24).map { "[ rdfs:label \"Shape number \($0)\" ; rdf:value \($0) ]" }.joined(separator: " , ")
    let range = "; lv2:default 440.0 ; lv2:minimum 0.0001220703125 ; lv2:maximum 19912.126958213"
    let ports = [
      port(0, "lv2:InputPort, lv2:ControlPort", "frequency_of_the_oscillator", range),
      port(
        1, "lv2:InputPort, lv2:ControlPort", "shape",
        "; lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 23 ; lv2:portProperty lv2:enumeration, lv2:integer ; "
          + "lv2:scalePoint \(points)"),
      port(2, "lv2:OutputPort, lv2:ControlPort", "meter", "; lv2:minimum -60.0 ; lv2:maximum 1.29999995232"),
      port(3, "lv2:OutputPort, lv2:ControlPort", "clip"), port(4, "lv2:InputPort, lv2:CVPort", "pitch"),
      port(5, "lv2:OutputPort, lv2:AudioPort", "out"),
    ]
    machine.folder.write("", to: "lv2/tone.lv2/plugin.so")
    machine.folder.write(
      Plugin.prefixes + "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
        + "<urn:test:tone> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name \"Tone\" ; "
        + "lv2:port \(ports.joined(separator: " , ")) .", to: "lv2/tone.lv2/manifest.ttl")
  }

  /// Meters are no parameters: each heading counts the rows below it.
  @Test func inputsAndOutputsAreCountedApart() {
    let info = machine.aucat("info", "Tone")
    #expect(info.status == 0 && info.errors == "")
    let headings = ["2 parameters", "2 control outputs", "1 CV input"]
    #expect(info.lines.filter(headings.contains) == headings)
    #expect(info.lines.contains("meter\tThe meter\tout\t\t-60 … 1.3\t\t"))
    let sections = info.text.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
    for section in sections {
      guard let heading = section.first.map(String.init), headings.contains(heading) else { continue }
      #expect(section.count - 1 == Int(heading.prefix(1)), "\(section)")
    }
  }

  @Test(.enabled(if: Screen.isThere, "script of util-linux is not installed"), arguments: [80, 60, 160])
  func rangesAndTheValuesOfAnEnumerationAreWhole(columns: Int) {
    let lines = Screen(machine: machine, setting: ["COLUMNS": "\(columns)"]).lines("info Tone --no-pager")
    let range = lines.contains { $0.contains("0.00012207031 … 19912.127") && $0.hasPrefix("frequency_of") }
    #expect(range || columns < 80)
    #expect(lines.contains("2 parameters") && lines.contains("2 control outputs"))
    let text = lines.joined(separator: " ")
    for point in 0..<24 { #expect(text.contains("\(point) = Shape number \(point)"), "\(point)") }
    let tables = lines.drop { $0 != "2 parameters" }.prefix { !$0.hasPrefix("URI ") }
    #expect(tables.allSatisfy { $0.count <= columns }, "\(lines)")
  }

  @Test(
    "many controls that differ by a number share a line on a terminal",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func groups() {
    let machine = Machine([])
    let ports = (0..<50).map { index in
      let (symbol, name) = index < 47 ? ("gain_\(index)", "Gain \(index) Hz") : ("mix\(index)_x", "Mix \(index)")
      return
        "[ a lv2:InputPort, lv2:ControlPort ; lv2:index \(index) ; lv2:symbol \"\(symbol)\" ; lv2:name \"\(name)\" ; "
        + "lv2:default \(index < 47 ? 0 : index) ; lv2:minimum 0 ; lv2:maximum 60 ]"
    }
    machine.folder.write("", to: "lv2/bands.lv2/plugin.so")
    machine.folder.write(
      Plugin.prefixes + "<urn:test:bands> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name \"Bands\" ; "
        + "lv2:port \(ports.joined(separator: " , ")) .", to: "lv2/bands.lv2/manifest.ttl")
    let screen = Screen(machine: machine)
    let lines = screen.lines("info Bands --no-pager").drop { !$0.hasPrefix("50 parameters") }
    #expect(
      lines.prefix(4) == [
        "50 parameters (--all lists each)", "Symbol        Name             Default  Range   Notes",
        "gain_0–46     Gain 0 Hz–46 Hz  0        0 … 60  47 alike",
        "mix47_x–49_x  Mix 47–49        …        0 … 60  3 alike",
      ], "\(lines)")
    #expect(screen.lines("info Bands --all --no-pager").contains { $0.hasPrefix("gain_31 ") })
    #expect(machine.aucat("info", "Bands").lines.count { $0.hasPrefix("gain_") } == 47)
  }

  @Test func aPipeHasEveryValueInItsLine() throws {
    let shape = try #require(machine.aucat("info", "Tone").lines.first { $0.hasPrefix("shape\t") })
    #expect(shape.hasPrefix("shape\tThe shape\tin\t0\t0 … 23\t\tenumeration; integer; 0 = Shape number 0, 1 = "))
    #expect(shape.hasSuffix("23 = Shape number 23"))
  }
}
