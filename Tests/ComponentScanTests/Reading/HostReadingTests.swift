import ComponentModel
import Glibc
import Linux
import TestSupport
import Testing

@testable import BundleReading

/// What a host reads in its own process, which no bundle may hang.
@Suite(.endsIfItHangs) struct HostReadingTests {
  private let folder = TemporaryFolder()
  private var bundle: String { folder("x.lv2") }
  static let uri = "urn:aucat:x.lv2:poor"

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
    #expect(content.remarks == [.unusableFile("preset.ttl", .notRegular)])
  }

  @Test("a preset's file with a mistake is a fault, and a scan that reads it says so") func presetMistake() throws {
    unlink(folder("x.lv2/preset.ttl"))
    folder.write("<urn:preset> <urn:p> 1 .\nthis is not Turtle <<<\n", to: "x.lv2/preset.ttl")
    let fault = #expect(throws: PluginSource.Failure.self) {
      try PluginSource.preset("urn:preset", ofPlugin: Self.uri, bundle: bundle)
    }
    guard case .invalidFile("preset.ttl", _)? = fault else {
      Issue.record("\(fault.map { "\($0)" } ?? "no fault")")
      return
    }
    unlink(folder("x.lv2/poor.ttl"))
    let remarks = try Scan(folder.path).reports["x.lv2"]?.remarks ?? []
    #expect(remarks.contains { if case .invalidFile("preset.ttl", _) = $0 { true } else { false } }, "\(remarks)")
  }

  @Test("a manifest that is a FIFO is a fault") func manifest() {
    unlink(folder("x.lv2/manifest.ttl"))
    mkfifo(folder("x.lv2/manifest.ttl"), 0o644)
    let fault = #expect(throws: PluginSource.Failure.self) {
      try PluginSource.record(ofPlugin: Self.uri, bundle: bundle)
    }
    #expect(fault == .bundle(.unusableManifest(.notRegular)))
  }

  @Test("a file nested so deeply that serd would use up the host's stack is a fault", arguments: ["poor", "preset"])
  func nesting(file: String) throws {
    unlink(folder("x.lv2/\(file).ttl"))
    folder.write(String(repeating: "[ <urn:x> ", count: 200_000), to: "x.lv2/\(file).ttl")
    let fault = #expect(throws: PluginSource.Failure.self) {
      if file == "preset" {
        _ = try PluginSource.preset("urn:preset", ofPlugin: Self.uri, bundle: bundle)
      } else {
        _ = try PluginSource.record(ofPlugin: Self.uri, bundle: bundle)
      }
    }
    let words =
      switch fault {
      case .plugin(let problem): problem.description
      case .invalidFile("preset.ttl", let problem): problem.description
      default: ""
      }
    #expect(words.hasSuffix("its brackets are nested too deeply"), "\(String(describing: fault))")
  }

  @Test("a thread of a host with a small stack reads bundles", arguments: [256 << 10]) func smallStack(size: Int) throws
  {
    folder.write(deadlyTurtle, to: "x.lv2/deep.ttl")
    let manifest = Child.contents(folder("x.lv2/manifest.ttl"))
    folder.write(manifest + Array("<\(Self.uri)> rdfs:seeAlso <deep.ttl> .".utf8), to: "x.lv2/manifest.ttl")
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    pthread_attr_setstacksize(attributes, size)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    final class Reading: Sendable {
      let bundle: String
      init(_ bundle: String) { self.bundle = bundle }
    }
    var thread = pthread_t()
    let handle = Unmanaged.passRetained(Reading(bundle)).toOpaque()
    let status = pthread_create(
      &thread, attributes,
      { handle in
        guard let handle else { return nil }
        let reading = Unmanaged<Reading>.fromOpaque(handle).takeRetainedValue()
        // A null pointer says that the reading ended as it has to.
        do throws(PluginSource.Failure) {
          _ = try PluginSource.record(ofPlugin: HostReadingTests.uri, bundle: reading.bundle)
        } catch {
          return nil
        }
        return UnsafeMutableRawPointer(bitPattern: 1)
      }, handle)
    #expect(status == 0)
    var result: UnsafeMutableRawPointer?
    pthread_join(thread, &result)
    #expect(result == nil)
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
