import ComponentModel
import ComponentQuery
import Glibc
import ICU
import TestSupport
import BundleReading

/// A reader that gets random bytes. It may refuse them, but it may not trap, hang or touch foreign memory, and what it has
/// accepted keeps its laws.
struct FuzzTarget: Sendable {
  /// The name that `.dev/fuzz` takes.
  let name: String
  /// Inputs to begin with.
  let seeds: [[UInt8]]
  /// Reads an input.
  let run: @Sendable (UnsafeRawBufferPointer) throws -> Void

  static let all = [wire, xml, wav, midi, turtle, predicate, page]
}

/// Ends the process, so that the fuzzer keeps the input.
func require(_ condition: Bool, _ law: String) {
  precondition(condition, law)
}

@testable import AudioFiles

extension FuzzTarget {
  /// Our own reader of WAV and RF64; libsndfile is somebody else's.
  static let wav = FuzzTarget(name: "wav", seeds: wavSeeds) { input in
    ftruncate(descriptor, 0)
    require(pwrite(descriptor, input.baseAddress, input.count, 0) == input.count, "there is room")
    let file = try AudioFile(
      FileBytes.reading(descriptor: descriptor), sampleType: .float32, isInterleaved: false, library: "none")
    require(file.length >= 0, "a length is not negative")
    let buffer = AudioBuffer(format: file.processingFormat, frameCapacity: 512)
    for _ in 0..<8 {
      try file.read(into: buffer)
      if buffer.frameLength == 0 { break }
    }
    try file.seek(to: file.length)
    try file.read(into: buffer)
    require(buffer.frameLength == 0, "nothing comes after the end")
  }

  /// A file without a name, which each input fills anew.
  private static let descriptor: Int32 = {
    var name = Array("/tmp/fuzzXXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    return descriptor
  }()

  private static let wavSeeds = [
    WAVFile(.format(), .data([1, -2, 3, -4])),
    WAVFile(.format(tag: 3, channels: 2, bits: 32), .data([0, 1, 2, 3, 4, 5, 6, 7])),
    WAVFile(.extensible(channels: 2, bits: 24, mask: 3), .data([1, 2, 3, 4, 5, 6])),
    WAVFile(.format(bits: 8), .data([7]), magic: "RF64", announced: 0xFFFF_FFFF),
  ].map(\.bytes)
}

import MIDI

extension FuzzTarget {
  /// Standard MIDI files.
  static let midi = FuzzTarget(name: "midi", seeds: midiSeeds) { input in
    let file = try MIDIFile(Array(input))
    require(try MIDIFile(file.bytes) == file, "what was written is read as it was")
    let messages = try file.messages(sampleRate: 48_000)
    require(zip(messages, messages.dropFirst()).allSatisfy { $0.frame <= $1.frame }, "messages are in order")
  }

  private static let midiSeeds = [
    MIDIFile(tracks: [[.init(tick: 0, bytes: [0x90, 60, 1]), .init(tick: 300, bytes: [0x80, 60, 1])]]),
    MIDIFile(
      division: .ticksPerCode(4, .drop),
      tracks: [
        [.init(tick: 0, bytes: [0xFF, 0x51, 3, 1, 2, 3]), .init(tick: 9, bytes: [0xFF, 0x58, 4, 3, 2, 1, 8])],
        [.init(tick: 5, bytes: [0xF0, 1, 2, 0xF7]), .init(tick: 5, bytes: [0xC2, 9]), .init(tick: 6, bytes: [0xF8])],
      ]),
  ].map(\.bytes)
}

extension FuzzTarget {
  /// A bundle's file as a graph.
  static let turtle = FuzzTarget(name: "turtle", seeds: turtleSeeds) { input in
    let graph = Graph(limits: Graph.Limits(statements: 20_000, bytes: 4 << 20))
    for path in ["/bundle/manifest.ttl", "/bundle/data.ttl"] {
      let number = graph.read(input, path: path)
      require(graph.statementCount <= 20_000, "the limit holds")
      for statement in graph.statements(inFile: number) {
        for term in [statement.subject, statement.predicate, statement.object] {
          _ = (
            graph.kind(term), graph.text(term), graph.datatype(term).map(graph.text),
            graph.language(term).map(graph.text)
          )
        }
      }
    }
  }

  private static let turtleSeeds = [
    """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> . @base <urn:b/> .
    <a> a lv2:Plugin ; lv2:port [ lv2:index 0 ; lv2:symbol "in" ] , [ lv2:index 1 ] ; lv2:x ( 1 2.5 "x"@de "y"^^lv2:Z ) .
    """,
    "<urn:a> <urn:b> \"\"\"long\n\\u00E9 text\"\"\" , true , -1.5e3 .\n_:x <urn:c> _:y .",
    "PREFIX : <#>\n:a.b :c%20d 'single' ; :e :f\\, .",
  ].map { Array($0.utf8) }
}

extension FuzzTarget {
  /// A predicate as typed: parsed, printed, prepared and asked.
  static let predicate = FuzzTarget(name: "predicate", seeds: predicateSeeds) { input in
    let text = String(decoding: input, as: UTF8.self)
    let predicate = try ComponentPredicate(parsing: text, rules: rules)
    let printed = predicate.description
    require(
      (try? ComponentPredicate(parsing: printed, rules: rules)) == predicate, "what was printed is parsed as it was")
    let prepared = try PreparedPredicate(predicate, rules: rules)
    _ = try prepared.matches(CatalogSubject(component) { throw InvalidPredicate("no details") })
  }

  private static let rules = UnicodeRules(locale: LocaleIdentifier("de_DE"))

  private static let component: Component = {
    var component = Component(rowID: 1, uri: "urn:x:reverb", name: "Räume", type: .effect, bundle: "/usr/lib/lv2/x.lv2")
    component.tags = [Tag("Warm", source: .user)]
    return component
  }()

  private static let predicateSeeds = [
    "tag contains drum", "name beginswith[cd] \"zam\" or parameter.name contains feedback", "ANY tag LIKE \"*verb?\"",
    "tags IN {'Sampler', \"MIDI\"} AND NOT (presets > 10)", "audioInputs BETWEEN {1, 2}", "tags.@count > 3",
    "in \"my search\"",
    "stereo reverb", "name MATCHES \"[a-z]+(x|y)\"", "favorite == yes and hidden != no and latency == nil",
    "version >= \"2.4\" && addedAt < \"2026-01-01\"", "~ \"words as they are\" || TRUEPREDICATE",
  ].map { Array($0.utf8) }
}

@testable import ComponentScan

extension FuzzTarget {
  /// What a worker answers, and what it is asked.
  static let wire = FuzzTarget(name: "wire", seeds: wireSeeds) { input in
    let bytes = Array(input)
    var assembler = Frame.Assembler()
    assembler.append(bytes)
    while let message = try assembler.next() { _ = try? Frame.decode(WorkerReply.self, from: message) }
    if let request = try? Frame.decode(WorkerRequest.self, from: bytes) {
      require(
        try Frame.decode(WorkerRequest.self, from: message(request)) == request, "a request that was read is written")
    }
    let reply = try Frame.decode(WorkerReply.self, from: bytes)
    if case .plugin(let record) = reply { _ = (record.digest, ComponentTraits(of: record)) }
    // A number that is none equals nothing, so the bytes are compared.
    let written = message(reply)
    require(message(try Frame.decode(WorkerReply.self, from: written)) == written, "a reply that was read is written")
  }

  private static func message(_ value: some WireValue) -> [UInt8] { Array(Frame.encode(value).dropFirst(4)) }

  private static var wireSeeds: [[UInt8]] {
    var record = PluginRecord(uri: "urn:x:y")
    record.names = [LocalizedText("Reverb"), LocalizedText("Hall", language: "de")]
    record.classes = ["http://lv2plug.in/ns/lv2core#ReverbPlugin"]
    record.interfaces = [InterfaceRecord(uri: "urn:ui", type: "urn:X11")]
    record.patchParameters = [PatchParameter(uri: "urn:p", name: "P", isWritable: true, isReadable: false)]
    let summary = WorkerReply.Summary(content: 7, problem: .notDiscovered("no"), remarks: [])
    let replies: [WorkerReply] = [
      .unchanged, .outline([["urn:a", "urn:b"], ["urn:c"]]), .began("urn:a"), .plugin(record),
      .rejected("urn:a", .undeclared),
      .beganPresets, .presets([PresetRecord(uri: "urn:p", appliesTo: "urn:a", label: "Calm")]), .finished(summary),
    ]
    let request = WorkerRequest(
      bundle: "/usr/lib/lv2/x.lv2", task: .plugins(["urn:a"]), skipping: ["urn:b"], knownContent: 9, seconds: 20)
    return replies.map { message($0) } + replies.map { Frame.encode($0) } + [message(request)]
  }
}

@testable import ArdourMetadata

extension FuzzTarget {
  /// Ardour's files, as each kind that they may be.
  static let xml = FuzzTarget(name: "xml", seeds: xmlSeeds) { input in
    let bytes = Array(input)
    _ = try? ArdourMetadata.file(bytes)
    for file in ArdourMetadata.File.allCases {
      var metadata = ArdourMetadata()
      guard (try? metadata.add(file, bytes)) != nil else { continue }
      var again = metadata
      try again.add(file, bytes)
      require(again.data == metadata.data, "reading twice adds nothing")
    }
  }

  private static let xmlSeeds = [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <PluginTags>
      <Plugin type="lv2" id="urn:a" name="A &amp; B" tags="warm &#x2603; räume" user-set="1"/>
      <Plugin type="LADSPA" id="7" name="C" tags="x" user-set="0"/>
    </PluginTags>
    """,
    """
    <?xml version='1.0'?>
    <!-- comment --><PluginStats>
      <Plugin type="lv2" id="urn:a" lru="1700000000" use-count="3"></Plugin>
    </PluginStats>
    """,
    "LV2 Favorite urn:a\nLV2 Hidden urn:b\nLV2 Concealed urn:c\nVST Normal x y\n",
    "<a b=\"&lt;&gt;&quot;&apos;&#65;\"><![CDATA[x]]><?pi?></a>",
  ].map { Array($0.utf8) }
}

import CatalogPage

extension FuzzTarget {
  /// What a browser, or somebody who is none, asks the server of the page: the address's line, headers and a body.
  static let page = FuzzTarget(name: "page", seeds: pageSeeds) { input in
    let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var headers: [String: String] = [:]
    for line in lines.dropFirst().dropLast() {
      let sides = line.split(separator: ":", maxSplits: 1).map(String.init)
      if sides.count == 2 { headers[sides[0]] = sides[1] }
    }
    let body = Array((lines.last ?? "").utf8)
    let request = PageRequest(body.isEmpty ? .get : .post, lines[0], headers: headers, body: body)
    guard let request else { return }
    require(request.path.hasPrefix("/"), "a path begins with a slash")
    _ = request.text("ticket")
    if let file = pageFiles.answer(request) { require([200, 304].contains(file.status), "a file is there") }
    let isOpen = !request.path.hasPrefix("/api/") || request.path == "/api/session"
    require(isOpen || pageAccess.refusal(of: request) != nil, "nobody knows the token")
  }

  private static let pageFiles = PageFiles(language: "en")
  private static let pageAccess = PageAccess(port: 28_228)
  private static let pageSeeds = [
    "/api/search?q=tag%20%3D%3D+Warm&type=Effect&from=3\nhost:127.0.0.1:28228\n\(PageAccess.header):0\n",
    "/api/session\nhost:[::1]:28228\norigin:http://[::1]:28228\ncontent-type:application/json\n{\"ticket\": \"00\"}",
    "/page.css?%C3%A4\nhost:localhost:28228\nif-none-match:\"0\"\n",
  ].map { Array($0.utf8) }
}
