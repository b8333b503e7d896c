import Foundation
import TestSupport
import Testing

/// Ardour's plugin list, of all LV2 plugins that are installed, alone and with `aucat with`.
@Suite(
  .enabled(if: Machine.has("ardour7-lua"), "ardour is not installed"),
  .enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct ArdourListingTests {
  @Test func ardourListsTheSame() throws {
    let host = try LilvHost([Bundle(name: "one", plugins: [Plugin(uri: "urn:one", name: "One")])])
    let installation = Installation(host.machine)
    let folder = installation.prefix + "/lib/aucat"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: LilvHost.library, toPath: folder + "/liblilv-aucat.so")
    host.scan()
    host.machine.folder.write(
      """
      AudioEngine:set_backend ("None (Dummy)", "", "")
      Session = create_session (os.getenv ("session"), "test", 48000)
      for plugin in ARDOUR.LuaAPI.list_plugins ():iter () do
        print ("PLUGIN", plugin.unique_id, plugin.name, plugin.creator, plugin.category, plugin:is_instrument ())
      end
      close_session ()
      """, to: "list.lua")
    let alone = listing(["ardour7-lua"], on: host, session: "alone")
    let answered = listing([installation.prefix + "/bin/aucat", "with", "ardour7-lua"], on: host, session: "answered")
    #expect(answered.errors.contains("answers from the catalog"), "\(answered.errors.suffix(2_000))")
    let (one, other) = (plugins(alone), plugins(answered))
    #expect(one.contains { $0.contains("urn:one") }, "\(alone.errors.suffix(2_000))")
    #expect(other.filter { !one.contains($0) } == [], "only with aucat")
    #expect(one.filter { !other.contains($0) } == [], "only without")
    #expect(one.count == other.count)
  }

  private func listing(_ command: [String], on host: LilvHost, session: String) -> Child {
    Child.run(
      "/usr/bin/timeout", ["180"] + command + [host.machine.folder("list.lua")],
      environment: host.environment([
        "session": host.machine.folder(session), "AUCAT_LILV_NOTES": "1", "LANG": "C.UTF-8",
      ]))
  }

  private func plugins(_ run: Child) -> Set<String> { Set(run.lines.filter { $0.hasPrefix("PLUGIN") }) }
}
