import AudioComponents
import TestSupport
import Testing

/// The page about profiles of hosts is true of them; `Transcripts/Info/hosts.txt` uses its example.
struct UsableInTests {
  @Test func thePageIsTrue() throws {
    let page = String(decoding: Child.contents(Repository.path("schema/hosts.md")), as: UTF8.self)
    for host in ComponentManager(try Configuration(environment: [:])).hosts {
      let title = host.name == "aucat" ? "`aucat render`" : "\(host)"
      verify(page.contains("| `\(host.name)` | \(title) |"), "\(host)")
    }
    let example = try demand(page.split(separator: "```json\n").dropFirst().first?.prefix { $0 != "`" })
    for key in [
      "name", "title", "version", "source", "ports", "blocks", "demands", "features", "options", "extensions", "uis",
    ] {
      verify(page.contains("| `\(key)` |") && example.contains("\"\(key)\""), "\(key)")
    }
    for kind in ComponentPort.Kind.allCases { verify(page.contains("`\(kind.rawValue)`"), "\(kind)") }
    for demand in HostProfile.Demand.allCases { verify(page.contains("`\(demand.rawValue)`"), "\(demand)") }
  }
}
