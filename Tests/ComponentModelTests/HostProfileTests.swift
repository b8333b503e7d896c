import ComponentModel
import TestSupport
import Testing

/// Profiles of hosts: their form, and what they say of components.
struct HostProfileTests {
  static let small = #"{"name": "h", "ports": ["audio"], "features": []}"#

  @Test("every member of a profile arrives")
  func members() throws {
    let profile = try HostProfile(
      parsing: """
        {
          "name": "my-host.2", "title": "My Host", "version": "1.0", "source": "somewhere",
          "ports": ["audio", "cv"], "blocks": ["bounded", "powerOf2"], "demands": ["everyPort", "audioOutput"],
          "features": ["urn:f"], "options": ["urn:o"], "extensions": ["urn:e"], "uis": ["urn:u"]
        }
        """)
    verify(profile.name == "my-host.2" && profile.source == "somewhere" && "\(profile)" == "My Host 1.0")
    verify(profile.portKinds == [.audio, .cv] && profile.demands == [.everyPort, .audioOutput])
    let blocks = ["bounded", "powerOf2"].map { "http://lv2plug.in/ns/ext/buf-size#\($0)BlockLength" }
    verify(profile.features, equals: Set(["urn:f"] + blocks))
    verify(profile.options == ["urn:o"] && profile.extensions == ["urn:e"] && profile.interfaces == ["urn:u"])
    let small = try HostProfile(parsing: Self.small)
    verify("\(small)" == "h" && small.version == nil && small.features.isEmpty && small.demands.isEmpty)
  }

  @Test("a mistake has its line and a remedy, and a text that is cut is one") func mistakes() throws {
    for (text, line, message) in [
      ("", 1, "not a JSON object"), ("[]", 1, "not a JSON object"), ("{\n\"name\": \"h\",\n}", 3, "not a JSON object"),
      ("{\n\n\"name\": \"h\" 1}", 3, "not a JSON object"), ("{}\nx", 2, "not a JSON object"),
      ("{\"ports\": [],\n\"features\": []}", 1, "`name` is missing"),
      ("{\"name\": \"h\", \"features\": []}", 1, "`ports` is missing"),
      ("{\"name\": \"h\",\n\"ports\": []}", 1, "`features` is missing"),
      ("{\"name\":\n\"My Host\"}", 1, "write at most 40 characters: a to z"), ("{\n\"name\": 1}", 2, "is not text"),
      ("{\n\"name\": \"\"}", 2, "is not text"),
      ("{\"name\": \"h\",\n\"ports\": \"audio\"}", 2, "is not a list; write audio, cv"),
      ("{\"name\": \"h\",\n\n\"ports\": [\"audio\", \"midi\"]}", 3, "has \"midi\"; write audio"),
      ("{\"name\": \"h\", \"ports\": [],\n\"features\": [\"urid map\"]}", 2, "has \"urid map\"; write whole URIs"),
      ("{\"name\": \"h\", \"ports\": [],\n\"features\": [],\n\"blocks\": [\"short\"]}", 3, "write bounded, coarse"),
      ("{\"name\": \"h\",\n\"feature\": []}", 2, "`feature` is unknown; the keys are name, title"),
      ("{\"name\": \"h\",\n\"name\": \"h\"}", 2, "`name` occurs twice"),
      (#"{"name": "h", "title": "a\u001b[31m"}"#, 1, "`title` is not text"),
    ] {
      let error = try demand(verify(throws: HostProfile.FormatError.self) { try HostProfile(parsing: text) })
      verify(error.line == line && error.message.contains(message), "\(error)")
    }
    let text = Array(#"{"name": "h", "ports": ["audio"], "features": ["urn:a"], "demands": ["inPlace"]}"#.utf8)
    for length in text.indices {
      verify(throws: HostProfile.FormatError.self) {
        try HostProfile(parsing: String(decoding: text[..<length], as: UTF8.self))
      }
    }
  }

  private static func port(_ symbol: String, _ kind: ComponentPort.Kind, optional: Bool = false) -> ComponentPort {
    var port = ComponentPort(index: 0, symbol: symbol, name: symbol, kind: kind, direction: .input)
    if optional { port.properties = ["connectionOptional"] }
    return port
  }

  @Test("what keeps a component from a host, and what a host leaves out of one that it runs")
  func obstacles() {
    typealias Change = (inout Component, inout ComponentDetails) -> Void
    let table: [(demands: Set<HostProfile.Demand>, change: Change, obstacles: [HostObstacle])] = [
      ([], { _, _ in }, []), ([], { component, _ in component.requiredFeatures = ["urn:f"] }, []),
      ([], { component, _ in component.requiredFeatures = ["urn:f", "urn:g"] }, [.feature("urn:g")]),
      (
        [], { $1.ports = [Self.port("a", .cv), Self.port("b", .audio), Self.port("c", .cv)] },
        [.ports(.cv, symbols: ["a", "c"])]
      ),
      ([], { $1.ports = [Self.port("a", .cv, optional: true)] }, []),
      ([.everyPort], { $1.ports = [Self.port("a", .cv, optional: true)] }, [.ports(.cv, symbols: ["a"])]),
      ([], { component, _ in component.isInPlaceBroken = true }, []),
      ([.inPlace], { component, _ in component.isInPlaceBroken = true }, [.inPlaceBroken]),
      ([], { component, _ in component.audioOutputs = 0 }, []),
      ([.audioOutput], { component, _ in component.audioOutputs = 0 }, [.noAudioOutput]),
      ([.audioPort], { _, _ in }, []),
      ([.audioPort], { component, _ in (component.audioInputs, component.audioOutputs) = (1, 0) }, []),
      ([.audioPort], { component, _ in component.audioOutputs = 0 }, [.noAudioPort]),
      ([], { component, _ in component.validation = "warned" }, []),
      ([], { component, _ in component.validation = "crashed" }, [.validation("crashed")]),
    ]
    var host = HostProfile(name: "h", title: "H")
    host.features = ["urn:f"]
    host.portKinds = [.audio, .control]
    for (demands, change, obstacles) in table {
      host.demands = demands
      var component = Component(rowID: 1, uri: "urn:a", name: "A", type: .effect, bundle: "/a.lv2")
      component.audioOutputs = 1
      var details = ComponentDetails()
      change(&component, &details)
      let support = HostSupport(host: host, component: component, details: details)
      verify(support.obstacles, equals: obstacles)
      details.hosts = [support]
      verify(support.isUsable == obstacles.isEmpty && details.usableIn == (obstacles.isEmpty ? ["h"] : []))
    }

    host = HostProfile(name: "h", title: "H")
    let component = Component(rowID: 1, uri: "urn:a", name: "A", type: .effect, bundle: "/a.lv2")
    var details = ComponentDetails()
    verify(HostSupport(host: host, component: component, details: details).omissions, equals: [])
    details.interfaces = ["urn:x", "urn:y"].map { InterfaceRecord(uri: "urn:ui", type: $0) }
    details.extensionData = ["http://lv2plug.in/ns/ext/state#interface"]
    verify(HostSupport(host: host, component: component, details: details).omissions, equals: [.view, .state])
    host.interfaces = ["urn:y"]
    host.extensions = ["http://lv2plug.in/ns/ext/state#interface"]
    verify(HostSupport(host: host, component: component, details: details).omissions, equals: [])
  }

  @Test("obstacles are said in a sentence")
  func texts() {
    var host = HostProfile(name: "jalv", title: "jalv")
    host.version = "1.6.6"
    let table: [(HostObstacle, String)] = [
      (.feature("urn:f"), "needs the feature urn:f, which jalv 1.6.6 doesn't offer"),
      (.option("urn:o"), "needs the option urn:o, which jalv 1.6.6 doesn't offer"),
      (.ports(.cv, symbols: ["a"]), "its port `a` carries CV, which jalv 1.6.6 doesn't connect"),
      (
        .ports(.atom, symbols: ["a", "b", "c"]), "its ports `a`, `b`, `c` carry atoms, which jalv 1.6.6 doesn't connect"
      ),
      (
        .ports(.atom, symbols: ["a", "b", "c", "d"]),
        "its ports `a`, `b` and 2 more carry atoms, which jalv 1.6.6 doesn't connect"
      ),
      (.inPlaceBroken, "needs separate buffers for input and output, and jalv 1.6.6 uses the same"),
      (.noAudioOutput, "has no main audio output, which jalv 1.6.6 needs"),
      (.noAudioPort, "has no main audio port, which jalv 1.6.6 needs"),
      (
        .validation("failed"), "failed when `aucat validate` tested it, so jalv 1.6.6 can't be expected to run it"
      ),
    ]
    for (obstacle, text) in table { verify(obstacle.text(of: host), equals: text) }
  }
}
