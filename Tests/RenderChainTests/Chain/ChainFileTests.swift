import ComponentModel
import Foundation
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// A chain as a file that people write, edit and read back.
struct ChainFileTests {
  @Test("what is written is read bit for bit, a job with its bundles, too; what is damaged never traps")
  func random() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "chains")
    for _ in 0..<SeededGenerator.cases(150) {
      var chain = RenderChain.random(&random)
      let text = ChainFile.text(of: chain)
      try demand(ChainFile.chain(text) == chain, "\(text)")
      for number in chain.stages.indices {
        chain.stages[number].bundle = "/b\(number)"
        chain.stages[number].preset?.bundle = "/p \"\(number)"
      }
      var job = RenderJob(chain, sampleRate: 44_100.5, blockLength: 77, channels: 6)
      job.options.tail = Bool.random(using: &random) ? .automatic : .seconds(.random(in: 0...9, using: &random))
      job.options.compensatesLatency = .random(using: &random)
      job.options.allowsNonFinite = .random(using: &random)
      job.options.tempo = Bool.random(using: &random) ? nil : 97.25
      try demand(RenderJob(text: job.text) == job)
      for text in [text, job.text] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0...2, using: &random) {
          case 0: bytes.remove(at: place)
          case 1: bytes[place] = .random(in: 0x20...0x7E, using: &random)
          default: bytes.removeSubrange(place...)
          }
        }
        _ = try? ChainFile.chain(String(decoding: bytes, as: UTF8.self))
        _ = try? RenderJob(text: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  @Test("texts, stages and snapshots that are none, and why")
  func refused() {
    var rows: [(String, String)] = [
      ("", "not a JSON object"), ("[]", "not a JSON object"), ("{}", #"it lacks `"aucat": "chain"`"#),
      (#"{"aucat": "user data", "version": 1}"#, #"it lacks `"aucat": "chain"`"#),
      (#"{"aucat": 1, "version": 1}"#, "aucat is not text"),
      (#"{"aucat": "chain"}"#, "its version is 0"), (#"{"aucat": "chain", "version": 3}"#, "its version is 3"),
      (#"{"aucat": "chain", "version": -1}"#, "its version is -1"),
      (#"{"aucat": "chain", "version": "1"}"#, "version is not a whole number"),
      (#"{"aucat": "chain", "version": 1.5}"#, "version is not a whole number"),
      (#"{"aucat": "chain", "version": 1, "stages": {}}"#, "stages is not an array"),
      (#"{"aucat": "chain", "version": 1, "stages": [1]}"#, "stages[0] is not an object"),
      (#"{"aucat": "chain", "version": 1, "stages": [{}]}"#, "stages[0] has no `component`, which is a URI"),
      (#"{"aucat": "chain", "version": 1, "stages": [{"component": ""}]}"#, "stages[0] has no `component`"),
      (#"{"aucat": "chain", "version": 1, "stages": [], "stage": []}"#, "`stage`"),
      (#"{"aucat": "chain", "version": 1}"#, "stages"),
      (#"{"aucat": "chain", "version": 1, "stages": [], "snapshots": {}}"#, "`snapshots`"),
      (#"{"aucat": "chain", "version": 2, "stages": [], "snapshots": []}"#, "snapshots is not an object"),
      (#"{"aucat": "chain", "version": 2, "stages": [], "snapshots": {"a": 1}}"#, "`a` is not an array"),
      (#"{"aucat": "chain", "version": 2, "stages": [], "snapshots": {"": []}}"#, "1 to 100 bytes"),
      (#"{"aucat": "chain", "version": 2, "stages": [], "snapshots": {"a\nb": []}}"#, "control characters"),
      (#"{"aucat": "chain", "version": 2, "stages": [], "snapshots": {"a": [{}]}}"#, "snapshots.a[0]"),
    ]
    let stages: [(String, String)] = [
      (#""parameter": {}"#, "stages[1] has the unknown key `parameter`; its keys are "),
      (#""preset": 1"#, "stages[1].preset is not text"),
      (#""parameters": []"#, "stages[1].parameters is not an object"),
      (#""parameters": {"a": "1"}"#, "stages[1].parameters.a is not a 32-bit number"),
      (#""parameters": {"a": null}"#, "stages[1].parameters.a is not a 32-bit number"),
      (#""bypass": 1"#, "stages[1].bypass is not true or false"),
      (#""sideChain": "x""#, "stages[1].sideChain must be silence or input, not `x`"),
      (#""state": {}"#, "stages[1].state is not an array"), (#""state": [1]"#, "stages[1].state[0] is not an object"),
      (#""state": [{"key": "a"}]"#, "stages[1].state[0] has no `key` or no `type`"),
      (#""state": [{"key": "a", "type": "b", "base64": "?"}]"#, "stages[1].state[0].base64 is not base64"),
      (#""state": [{"key": "a", "type": "b", "base64": "AAA"}]"#, "stages[1].state[0].base64 is not base64"),
      (#""state": [{"key": "a", "type": "b", "value": 1}]"#, "stages[1].state[0] has the unknown key `value`"),
      (#""state": [{"key": "a", "type": "b"}]"#, "stages[1].state[0] has no `text` and no `base64`"),
      (#""state": [{"key": "a", "type": "b", "flags": -1, "base64": ""}]"#, "stages[1].state[0].flags is no"),
      (#""state": [{"key": "a", "type": "b", "flags": 4294967296, "base64": ""}]"#, "stages[1].state[0].flags is no"),
    ]
    rows += stages.map {
      (#"{"aucat": "chain", "version": 1, "stages": [{"component": "urn:a"}, {"component": "urn:b", \#($0)}]}"#, $1)
    }
    for (text, words) in rows {
      let fault = verify(throws: ChainFile.FormatError.self, "\(text)") { try ChainFile.document(text) }
      verify(fault?.description.contains(words) == true, "\(text): \(fault?.description ?? "")")
    }
  }

  @Test("snapshots make it version 2, and come back")
  func snapshots() throws {
    var stage = RenderChain.Stage(component: "urn:a", bundle: "")
    var document = ChainDocument(RenderChain([stage]))
    verify(
      ChainFile.text(of: document).contains("\"version\": 1") && !ChainFile.text(of: document).contains("snapshots"))
    stage.parameters = ["gain": 0.5]
    stage.isBypassed = true
    document.save(RenderChain([stage]), as: "vérse \"1\"")
    document.save(RenderChain([]), as: "empty")
    document.save(RenderChain([stage, stage]), as: "empty")
    let text = ChainFile.text(of: document)
    verify(text.contains("\"version\": 2") && document.snapshots.map(\.name) == ["vérse \"1\"", "empty"])
    try verify(ChainFile.document(text), equals: document)
    try verify(ChainFile.chain(text), equals: document.chain)
    verify(document.remove("empty") && !document.remove("empty"))
    try verify(ChainFile.document(ChainFile.text(of: document)), equals: document)
  }
}
