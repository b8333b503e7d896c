import AudioComponents
import TestSupport
import Testing

/// What `usableIn` says of hosts is what they do: plugins that each need one thing, in the hosts that check such things.
@Suite(.serialized) struct HostRealityTests {
  private let machine = Machine([])

  /// A feature that a plugin requires, or a port, in Turtle.
  private let needs: [String]

  init() throws {
    let features = ComponentManager(try Configuration(environment: [:])).hosts.flatMap(\.features)
    let ports = [
      "lv2:AudioPort", "lv2:ControlPort", "lv2:CVPort", "atom:AtomPort ; atom:bufferType atom:Sequence", "ev:EventPort",
      "<urn:test:NoPort>",
    ]
    let port = "lv2:port \(Self.output)"
    needs =
      Set(features + ["urn:test:nosuch"]).sorted().map { "lv2:requiredFeature <\($0)> ; \(port)" }
      + ["lv2:optionalFeature lv2:inPlaceBroken ; \(port)"]
      + ports.flatMap { port in
        ["", " ; lv2:portProperty lv2:connectionOptional"].map { more in
          "lv2:port \(Self.output) , [ a lv2:InputPort, \(port)\(more) ; lv2:index 1 ; lv2:symbol \"x\" ; lv2:name \"X\" ]"
        }
      }
    let plugins = needs.enumerated().map { number, need in
      "<urn:test:need\(number)> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name \"Need \(number)\" ; \(need) .\n"
    }
    let prefixes = Plugin.prefixes + "@prefix ev: <http://lv2plug.in/ns/ext/event#> .\n"
    machine.folder.write(prefixes + plugins.joined(), to: "lv2/needs.lv2/manifest.ttl")
    machine.folder.write("", to: "lv2/needs.lv2/plugin.so")
  }

  private static let output =
    "[ a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol \"out\" ; lv2:name \"Out\" ]"

  /// The needs of the plugins with these URIs, for a message that says something.
  private func needs(_ uris: some Collection<String>) -> [String] {
    uris.compactMap { Int($0.dropFirst("urn:test:need".count)) }.sorted().map { needs[$0] }
  }

  private func usable(in host: String) -> Set<String> {
    let search = machine.aucat("search", "--format", "uri", "usableIn contains \(host)")
    verify(search.status == 0 && search.errors == "", "\(search)")
    return Set(search.lines)
  }

  private func expectHost(_ host: String, runs real: Set<String>) {
    let said = usable(in: host)
    verify(said.count > 5 && said.count < needs.count)
    verify(needs(said.subtracting(real)), equals: [], "\(host) does not run these, though its profile says so")
    verify(needs(real.subtracting(said)), equals: [], "\(host) runs these, though its profile doesn't say so")
  }

  /// jalv checks features and ports before it opens a binary, which is empty here.
  @Test(.enabled(if: Machine.has("jalv") && Machine.has("jackd"), "jalv or jackd2 is not installed")) func jalv() throws
  {
    let version = machine.shell("jalv --version").text
    guard version.contains("1.6.6") else { return }
    let run = machine.shell(
      #"""
      export JACK_DEFAULT_SERVER="aucat-test-$$" JACK_NO_AUDIO_RESERVATION=1 JACK_NO_START_SERVER=1
      cd "$folder"
      jackd -n "$JACK_DEFAULT_SERVER" -r -d dummy >log 2>&1 &
      server=$!
      trap 'kill $server; wait' EXIT
      n=0
      until jack_lsp >>log 2>&1 || [ $n -ge 50 ]; do n=$((n + 1)); sleep 0.2; done
      n=0
      while [ $n -lt "$count" ]; do
        timeout 20 jalv -i "urn:test:need$n" >said 2>&1 </dev/null
        if grep -q "Failed to instantiate plugin" said; then echo "urn:test:need$n"
        elif ! grep -q -e "is not supported" -e "unknown data type" said; then cat said >&2; fi
        n=$((n + 1))
      done
      """#, setting: ["count": "\(needs.count)"])
    verify(run.status == 0 && run.errors == "", "\(run.errors)")
    expectHost("jalv", runs: Set(run.lines))
  }

  /// Ardour lists what it can run.
  @Test(.enabled(if: Machine.has("ardour7-lua"), "ardour is not installed")) func ardour() throws {
    machine.folder.write(
      """
      AudioEngine:set_backend ("None (Dummy)", "", "")
      Session = create_session (os.getenv ("folder") .. "/session", "test", 48000)
      for plugin in ARDOUR.LuaAPI.list_plugins ():iter () do print ("PLUGIN " .. plugin.unique_id) end
      close_session ()
      """, to: "list.lua")
    let run = machine.shell(
      #"cd "$folder" && exec timeout 120 ardour7-lua list.lua 2>errors"#, setting: ["LANG": "C.UTF-8"])
    try demand(run.status == 0, "\(run.text) \(run.errors)")
    let listed = run.lines.filter { $0.hasPrefix("PLUGIN urn:test:need") }.map { String($0.dropFirst(7)) }
    expectHost("ardour", runs: Set(listed))
  }
}
