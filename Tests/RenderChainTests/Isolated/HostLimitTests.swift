import Foundation
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import Linux

/// How much a plugin's process may send, and a plugin may store.
struct HostLimitTests {
  private struct Stop: Error {}

  /// Memory that a process shares with its parent.
  private func memory() throws -> ChildMemory {
    let file = try FileDescriptor(inMemory: "aucat test")
    return try ChildMemory.make(descriptor: file.number, purpose: .host, payload: HostMemory.size(area: 0))
  }

  @Test("an answer without an end, and one in empty windows, are not received")
  func endless() throws {
    let shared = try memory()
    defer { shared.unmap() }
    let memory = HostMemory(shared)
    verify(throws: Stop.self) {
      try memory.send([UInt8](repeating: 1, count: 100_000)) { (_) throws(Stop) in throw Stop() }
    }
    var windows = 0
    verify(memory.receive(limit: HostLimits.answer) { _ in windows += 1 } == nil && windows == 16)
    windows = 0
    verify(memory.receive(limit: 1 << 16) { _ in windows += 1 } == nil && windows == 1)
  }

  @Test("an answer that fits is received as it was sent", arguments: [0, 1, 65_535, 65_536])
  func whole(count: Int) throws {
    let shared = try memory()
    defer { shared.unmap() }
    let memory = HostMemory(shared)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    _ = memory.send(bytes) { _ in }
    verify(memory.receive(limit: count) { _ in }, equals: bytes)
  }

  @Test("an answer has a limited number of values, in texts as many commas as it likes")
  func values() {
    let few = Array("[\"\(String(repeating: ",[\\\"", count: 1 << 20))\"]".utf8)
    verify(HostLimits.parsed(few) != nil)
    let many = Array("[\(String(repeating: "0,", count: 1 << 20))0]".utf8)
    verify(HostLimits.parsed(many) == nil)
  }

  @Test("a plugin stores no more than fits into a state")
  func state() {
    let store = StateStore()
    let type = URIDMap.shared.map("http://lv2plug.in/ns/ext/atom#Chunk")
    let half = [UInt8](repeating: 7, count: HostLimits.state / 2)
    func save(_ key: String, _ size: Int) -> Bool {
      half.withUnsafeBytes {
        _ = store.store(URIDMap.shared.map(key), value: $0.baseAddress, size: size, type: type, flags: 3)
      }
      return store.properties.contains { $0.key == key && $0.bytes.count == size }
    }
    verify(save("urn:a", half.count) && save("urn:a", half.count) && save("urn:b", half.count))
    verify(!store.isTooLarge && store.properties.count == 2)
    verify(!save("urn:c", 1) && store.isTooLarge)
    verify(!save("urn:d", -1) && !save("urn:d", .max))
    verify(store.properties.map(\.key), equals: ["urn:a", "urn:b"])
  }
}
