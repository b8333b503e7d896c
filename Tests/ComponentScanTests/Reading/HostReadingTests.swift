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
  private static let uri = "urn:aucat:x.lv2:poor"

  init() {
    let preset = """
      <urn:preset> a pset:Preset ; lv2:appliesTo <\(Self.uri)> ; rdfs:seeAlso <preset.ttl> ;
        lv2:port [ lv2:symbol "in" ; pset:value 0.5 ] .
      """
    folder.bundleWithGoodPlugin("x.lv2", more: plugin(Self.uri, data: "poor.ttl") + preset)
    for name in ["poor", "preset"] { mkfifo(folder("x.lv2/\(name).ttl"), 0o644) }
  }

  /// Puts a text in the place of a file.
  private func replace(_ name: String, _ text: String) {
    folder.remove("x.lv2/\(name)")
    folder.write(text, to: "x.lv2/\(name)")
  }

  private func record() throws(PluginSource.Failure) -> PluginRecord {
    try PluginSource.record(ofPlugin: Self.uri, bundle: bundle)
  }

  private func preset() throws(PluginSource.Failure) -> PresetContent {
    try PluginSource.preset("urn:preset", ofPlugin: Self.uri, bundle: bundle)
  }

  @Test func dataAndPresetsThatAreFIFOsAreLeftOutAndAManifestThatIsOneIsAFault() throws {
    try verify(record().remarks, equals: [.unusableFile("poor.ttl", .notRegular)])
    try verify(PluginSource.defaultState(ofPlugin: Self.uri, bundle: bundle).isEmpty)
    let content = try preset()
    verify(content.parameters, equals: ["in": 0.5], "the rest is read")
    verify(content.remarks, equals: [.unusableFile("preset.ttl", .notRegular)])
    folder.remove("x.lv2/manifest.ttl")
    mkfifo(folder("x.lv2/manifest.ttl"), 0o644)
    verify(throws: PluginSource.Failure.bundle(.unusableManifest(.notRegular))) { try record() }
  }

  @Test func aMistakeInAPresetsFileIsAFaultAndAScanSaysSo() throws {
    replace("preset.ttl", "<urn:preset> <urn:p> 1 .\nthis is not Turtle <<<\n")
    let fault = verify(throws: PluginSource.Failure.self) { try preset() }
    if case .invalidFile("preset.ttl", _)? = fault {} else { Issue.record("\(fault.map { "\($0)" } ?? "no fault")") }
    folder.remove("x.lv2/poor.ttl")
    let remarks = try Scan(folder.path).reports["x.lv2"]?.remarks ?? []
    verify(remarks.contains { if case .invalidFile("preset.ttl", _) = $0 { true } else { false } }, "\(remarks)")
  }

  /// serd would use up the host's stack.
  @Test func filesThatAreNestedTooDeeplyAreFaults() {
    let deep = String(repeating: "[ <urn:x> ", count: 50_000)
    for name in ["poor.ttl", "preset.ttl"] { replace(name, deep) }
    let words = "its brackets are nested too deeply"
    let data = verify(throws: PluginSource.Failure.self) { try record() }
    if case .plugin(let problem)? = data, problem.description.hasSuffix(words) {} else { Issue.record("data") }
    let other = verify(throws: PluginSource.Failure.self) { try preset() }
    if case .invalidFile("preset.ttl", let problem)? = other, problem.description.hasSuffix(words) {
    } else {
      Issue.record("preset")
    }
  }

  @Test func aThreadOfAHostWithASmallStackReadsBundles() {
    replace("poor.ttl", deadlyTurtle)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 256 << 10)
    defer { pthread_attr_destroy(&attributes) }
    let path = strdup(bundle)
    defer { free(path) }
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { path in
        let bundle = path.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        // A null pointer says that the reading ended as it has to.
        return (try? PluginSource.record(ofPlugin: HostReadingTests.uri, bundle: bundle)) == nil ? nil : path
      }, path)
    var result: UnsafeMutableRawPointer?
    pthread_join(thread, &result)
    verify(status == 0 && result == nil)
  }

  @Test func nothingOfTheCopyThatLilvReadsStaysBehindAndTheRemainsOfADeadProcessAreEmpty() throws {
    func copies() -> Int {
      ["/dev/shm", "/tmp"].map { folder in
        TemporaryFolder.names(inFolder: folder).count { $0.hasPrefix("aucat-manifest") }
      }.reduce(0, +)
    }
    let before = copies()
    for _ in 0..<20 { _ = try record() }
    verify(copies() < before + 20)
    try Array("\u{FEFF}<urn:s> <urn:p> 1 .".utf8).withUnsafeBytes { bytes in
      try PrivateBundle(manifest: bytes, base: "file:///x/manifest.ttl").use { folder in
        try verify(FileStatus(folder + "/manifest.ttl", followsLinks: false).kind, equals: .symbolicLink)
        let content = try WholeFile.bytes(folder + "/manifest.ttl", limit: 1_000)
        verify(
          String(decoding: content, as: UTF8.self), equals: "@base <file:///x/manifest.ttl> .\n<urn:s> <urn:p> 1 .")
      }
    }
  }
}
