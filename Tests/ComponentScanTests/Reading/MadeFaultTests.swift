import ComponentModel
import Glibc
import TestSupport
import Testing

@testable import ComponentScan
@testable import Linux

/// Faults that can't lie in a repository: each test makes one bundle, beside a good one that always arrives.
@Suite struct MadeFaultTests {
  /// Scans a folder in which `prepare` has made `bad.lv2` beside a good bundle.
  private func scan(_ prepare: (TemporaryFolder) throws -> Void) throws -> Scan {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("fine.lv2")
    mkdir(folder("bad.lv2"), 0o755)
    try prepare(folder)
    let scan = try Scan(folder.path)
    #expect(scan.names(in: "fine.lv2") == ["good"], "one bad bundle hides a good one")
    #expect(scan.reports["fine.lv2"]?.verdict == .scanned)
    return scan
  }

  private func reasonOfFailure(_ prepare: (TemporaryFolder) throws -> Void) throws -> String {
    let scan = try scan(prepare)
    let report = try #require(scan.reports["bad.lv2"])
    #expect(report.verdict == .failed)
    #expect(scan.plugins.count == 1)
    return report.reason
  }

  @Test func aManifestThatIsNoRegularFileFails() throws {
    let expected = "manifest.ttl: it is not a regular file"
    #expect(try reasonOfFailure { mkfifo($0("bad.lv2/manifest.ttl"), 0o644) } == expected, "FIFO")
    #expect(try reasonOfFailure { makeSocket($0("bad.lv2/manifest.ttl")) } == expected, "socket")
    #expect(try reasonOfFailure { symlink("/dev/zero", $0("bad.lv2/manifest.ttl")) } == expected, "device")
    #expect(try reasonOfFailure { mkdir($0("bad.lv2/manifest.ttl"), 0o755) } == expected, "folder")
  }

  @Test func aManifestOfMoreThan32MiBFails() throws {
    let reason = try reasonOfFailure { folder in
      folder.bundleWithGoodPlugin("bad.lv2")
      truncate(folder("bad.lv2/manifest.ttl"), 33 << 20)
    }
    #expect(reason == "manifest.ttl: it has 33 MiB; the limit for a Turtle file is 32 MiB")
  }

  @Test func aNameInLatin1CostsItsLettersAndNoPlugin() throws {
    let name = Array("<urn:aucat:bad.lv2:latin> doap:name \"H".utf8) + [0xE4] + Array("ll\" .".utf8)
    for file in ["manifest.ttl", "data.ttl"] {
      let scan = try scan { folder in
        let declared = "<urn:aucat:bad.lv2:latin> a lv2:Plugin ; lv2:binary <p.so> ; rdfs:seeAlso <data.ttl> .\n"
        folder.write("", to: "bad.lv2/p.so")
        folder.write(turtlePrefixes + "<urn:x> rdfs:label \"x\" .", to: "bad.lv2/data.ttl")
        folder.write(turtlePrefixes + declared, to: "bad.lv2/manifest.ttl")
        folder.write(Child.contents(folder("bad.lv2/\(file)")) + name, to: "bad.lv2/\(file)")
      }
      #expect(scan.plugin("urn:aucat:bad.lv2:latin")?.names.map(\.text) == ["H\u{FFFD}ll"], "\(file)")
      let remarks = scan.plugins.flatMap(\.remarks) + (scan.reports["bad.lv2"]?.remarks ?? [])
      #expect(remarks.contains { $0.description.hasPrefix("\(file): line ") }, "\(remarks)")
      #expect(remarks.contains { $0.description.hasSuffix("it is not UTF-8, and U+FFFD replaces invalid bytes") })
    }
  }

  @Test func aFileThatIsWrongInMoreThanItsLettersFails() throws {
    let reason = try reasonOfFailure {
      $0.write(Array(turtlePrefixes.utf8) + Array("<urn:x> a \"".utf8) + [0xE4], to: "bad.lv2/manifest.ttl")
    }
    #expect(reason.hasPrefix("manifest.ttl: line 5"), "\(reason)")
  }

  @Test func aBundleWithAPercentSignInItsNameIsRead() throws {
    for name in ["bad.lv2/50%", "bad.lv2/%41", "bad.lv2/a%%b%2F"] {
      let folder = TemporaryFolder()
      folder.bundle("\(name).lv2", plugin("urn:aucat:percent:good", data: "data.ttl"))
      folder.write(
        "<urn:aucat:percent:good> <http://lv2plug.in/ns/lv2core#microVersion> 7 .", to: "\(name).lv2/data.ttl")
      let scan = try Scan(folder("bad.lv2"))
      #expect(scan.plugin("urn:aucat:percent:good")?.version.micro == 7, "\(name): \(scan.reports)")
    }
  }

  @Test(.enabled(if: !isRoot, "root may read everything")) func anUnreadableManifestFails() throws {
    let reason = try reasonOfFailure { folder in
      folder.bundleWithGoodPlugin("bad.lv2")
      chmod(folder("bad.lv2/manifest.ttl"), 0)
    }
    #expect(reason == "manifest.ttl: permission denied")
  }

  @Test func aManifestThatLinksToItselfIsReportedWithoutAWorker() throws {
    let scan = try scan { symlink("manifest.ttl", $0("bad.lv2/manifest.ttl")) }
    #expect(scan.reports["bad.lv2"] == nil)
    #expect(scan.unreadable["bad.lv2"]?.hasPrefix("manifest.ttl can't be read: ") == true)
  }

  @Test func moreThan10000PluginsFail() throws {
    let turtle = (0...ScanLimits.plugins).map { "<urn:aucat:many:\($0)> a lv2:Plugin ." }.joined(separator: "\n")
    let reason = try reasonOfFailure { $0.bundle("bad.lv2", turtle) }
    #expect(reason == "it declares 10001 plugins; at most 10000 are read")
  }

  @Test func aPluginWith200000PortsIsRefused() throws {
    let scan = try scan { folder in
      let ports = (0..<200_000).map { "[ lv2:index \($0) ]" }.joined(separator: ",\n")
      folder.bundleWithGoodPlugin(
        "bad.lv2", more: plugin("urn:aucat:bad.lv2:many") + "<urn:aucat:bad.lv2:many> lv2:port \(ports) .")
    }
    #expect(scan.names(in: "bad.lv2") == ["good"])
    #expect(scan.rejections(in: "bad.lv2") == ["many": "it has 200000 ports; at most 20000 are read"])
  }

  @Test func aNameOfMegabytesIsCutAtItsLimit() throws {
    let scan = try scan { folder in
      let name = "x" + String(repeating: "é", count: 4 << 20)
      folder.bundle(
        "bad.lv2", "<urn:aucat:bad.lv2:long> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name \"\(name)\" .")
    }
    let name = try #require(scan.plugin("urn:aucat:bad.lv2:long")?.names.first)
    #expect(name.text == "x" + String(repeating: "é", count: (ScanLimits.name - 1) / 2))
  }

  /// A prefix of a megabyte, used a thousand times: a small file that is a gigabyte in memory.
  @Test func aPluginWithMoreTermsThanAreReadIsRefused() throws {
    let scan = try scan { folder in
      folder.bundleWithGoodPlugin("bad.lv2", more: plugin("urn:aucat:bad.lv2:bomb", data: "bomb.ttl"))
      let values = (0..<1_200).map { "\"\($0)\"^^x:\($0)" }.joined(separator: ", ")
      let prefix = "@prefix x: <urn:\(String(repeating: "x", count: 1 << 20))> .\n"
      folder.write(prefix + "<urn:aucat:bad.lv2:bomb> <urn:y> \(values) .\n", to: "bad.lv2/bomb.ttl")
    }
    #expect(scan.names(in: "bad.lv2") == ["good"])
    #expect(
      scan.rejections(in: "bad.lv2") == [
        "bomb": "bomb.ttl: with it the bundle exceeds the limits on statements and text"
      ])
  }

  @Test(
    arguments: [
      (Int32(70) << 8, WorkerFault.verdict(.memory(1_024))),
      (SIGSEGV, .verdict(.signal("signal 11 (segmentation fault)"))),
      (SIGKILL, .interruption(.killed(signal: "signal 9 (killed)"))), (nil, .uncertain(.noAnswer)),
    ] as [(Int32?, WorkerFault)]) func howAWorkerEndsSaysWhoseFaultItIs(status: Int32?, fault: WorkerFault)
  {
    #expect(ChildEnd(status: status, lastWords: "", isUnknown: status == nil).fault == fault)
  }

  @Test func aPluginWhoseURIIsTooLongIsRefused() throws {
    let uri = "urn:aucat:bad.lv2:" + String(repeating: "u", count: 3_000)
    let scan = try scan { $0.bundleWithGoodPlugin("bad.lv2", more: plugin(uri)) }
    #expect(scan.names(in: "bad.lv2") == ["good"])
    #expect(Array(scan.rejections(in: "bad.lv2").values) == ["its URI has 3018 bytes; at most 2048 are read"])
  }

  @Test func aFileOfPluginDataThatIsNoRegularFileIsLeftOut() throws {
    let scan = try scan { folder in
      folder.bundleWithGoodPlugin("bad.lv2", more: plugin("urn:aucat:bad.lv2:poor", data: "poor.ttl"))
      mkfifo(folder("bad.lv2/poor.ttl"), 0o644)
    }
    #expect(scan.names(in: "bad.lv2") == ["good", "poor"])
    #expect(scan.plugin("urn:aucat:bad.lv2:poor")?.remarks == [.unusableFile("poor.ttl", .notRegular)])
    #expect(scan.reports["bad.lv2"]?.rejections == [])
  }

  @Test func aBinaryThatIsAFIFORefusesItsPlugin() throws {
    let scan = try scan { folder in
      folder.bundle("bad.lv2", "<urn:aucat:bad.lv2:pipe> a lv2:Plugin ; lv2:binary <pipe.so> ; doap:name \"Pipe\" .")
      mkfifo(folder("bad.lv2/pipe.so"), 0o644)
    }
    let reason = try #require(scan.rejections(in: "bad.lv2")["pipe"])
    #expect(reason.hasSuffix("/pipe.so: it is not a regular file"), "opening it would stop a host for ever")
  }

  @Test func messagesWithoutEndDoNotHideTheFaultsOfTheNextBundle() throws {
    let folder = TemporaryFolder()
    let long = String(repeating: "n", count: 200)
    let faulty = (0..<4_000).map { plugin("urn:aucat:a.lv2:\($0)", data: "\(long)\($0 % 100).ttl") }.joined()
    folder.bundle("a.lv2", faulty)
    for file in 0..<100 { folder.write("<urn:x> <urn:y> .", to: "a.lv2/\(long)\(file).ttl") }
    for name in ["b.lv2", "c.lv2"] { folder.write("<urn:x> <urn:y> .", to: "\(name)/manifest.ttl") }
    let scan = try Scan(folder.path, workers: 1)
    #expect(scan.reports["a.lv2"]?.rejections.count == 4_000)
    #expect(scan.reports["b.lv2"]?.verdict == .failed)
    #expect(scan.reports["c.lv2"]?.verdict == .failed)
  }
}

private func makeSocket(_ path: String) {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
  }
  precondition(result == 0, "no socket at \(path)")
}
