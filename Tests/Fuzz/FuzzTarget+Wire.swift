import ComponentModel

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
