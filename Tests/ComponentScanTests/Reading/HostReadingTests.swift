import ComponentModel
import Glibc
import Linux
import TestSupport
import Testing

@testable import BundleReading
@testable import Lilv

/// What a host reads in its own process, which no bundle may hang.
@Suite(.timeLimit(.minutes(1))) struct HostReadingTests {
  private let folder = TemporaryFolder()
  private var bundle: String { folder("x.lv2") }
  private static let uri = "urn:aucat:x.lv2:poor"

  init() {
    let preset = """
      <urn:preset> a pset:Preset ; lv2:appliesTo <\(Self.uri)> ; rdfs:seeAlso <preset.ttl> ;
        lv2:port [ lv2:symbol "in" ; pset:value 0.5 ] .
      """
    folder.bundleWithGoodPlugin("x.lv2", more: plugin(Self.uri, data: "poor.ttl") + preset)
    mkfifo(folder("x.lv2/poor.ttl"), 0o644)
    mkfifo(folder("x.lv2/preset.ttl"), 0o644)
  }

  @Test("a data file that is a FIFO is left out") func data() throws {
    let record = try PluginSource.record(ofPlugin: Self.uri, bundle: bundle)
    #expect(record.remarks == [.unusableFile("poor.ttl", .notRegular)])
    #expect(try PluginSource.defaultState(ofPlugin: Self.uri, bundle: bundle).isEmpty)
  }

  @Test("a preset's file that is a FIFO is left out, and the rest of the preset is read") func preset() throws {
    let content = try PluginSource.preset("urn:preset", ofPlugin: Self.uri, bundle: bundle)
    #expect(content.parameters == ["in": 0.5])
  }

  @Test("a manifest that is a FIFO is a fault") func manifest() {
    unlink(folder("x.lv2/manifest.ttl"))
    mkfifo(folder("x.lv2/manifest.ttl"), 0o644)
    let fault = #expect(throws: PluginSource.Failure.self) {
      try PluginSource.record(ofPlugin: Self.uri, bundle: bundle)
    }
    #expect(fault?.description == "manifest.ttl: it is not a regular file")
  }

  @Test("nothing of the copy that lilv reads stays behind") func copies() throws {
    let before = copies(in: "/dev/shm") + copies(in: "/tmp")
    for _ in 0..<20 { _ = try PluginSource.record(ofPlugin: Self.uri, bundle: bundle) }
    #expect(copies(in: "/dev/shm") + copies(in: "/tmp") < before + 20)
  }

  @Test("if a process dies before it deletes the copy, the remains are empty") func crash() throws {
    let text = "\u{FEFF}<urn:s> <urn:p> 1 ."
    try Array(text.utf8).withUnsafeBytes { bytes in
      let copy = try PrivateBundle(manifest: bytes, base: "file:///x/manifest.ttl")
      try copy.use { folder in
        #expect(try FileStatus(folder + "/manifest.ttl", followsLinks: false).kind == .symbolicLink)
        let content = try WholeFile.bytes(folder + "/manifest.ttl", limit: 1_000)
        #expect(String(decoding: content, as: UTF8.self) == "@base <file:///x/manifest.ttl> .\n<urn:s> <urn:p> 1 .")
      }
    }
  }

  private func copies(in folder: String) -> Int {
    TemporaryFolder.names(inFolder: folder).count { $0.hasPrefix("aucat-manifest") }
  }
}
