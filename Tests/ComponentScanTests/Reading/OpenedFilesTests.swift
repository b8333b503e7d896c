import ComponentModel
import ComponentScan
import Glibc
import TestSupport
import Testing

/// Which files of a bundle are opened, as the kernel tells (`inotify(7)`).
final class OpenedFiles {
  private let queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))

  /// Watches the files of folders, not those of their subfolders.
  init(_ folders: [String]) {
    for folder in folders { inotify_add_watch(queue, folder, UInt32(IN_OPEN)) }
  }

  deinit { close(queue) }

  /// The names of the files that have been opened.
  func names() -> Set<String> { Set(counts().keys) }

  /// How often each file has been opened. The kernel counts what follows upon itself as one.
  func counts() -> [String: Int] {
    var names: [String: Int] = [:]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(queue, &buffer, buffer.count)
      guard count > 0 else { return names }
      var offset = 0
      while offset + 16 <= count {
        let fields = buffer[offset..<offset + 16].withUnsafeBytes { bytes in
          (0..<4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        let name = buffer[offset + 16..<offset + 16 + Int(fields[3])].prefix { $0 != 0 }
        if fields[1] & UInt32(IN_ISDIR) == 0, !name.isEmpty {
          names[String(decoding: name, as: UTF8.self), default: 0] += 1
        }
        offset += 16 + Int(fields[3])
      }
    }
  }
}

struct OpenedFilesTests {
  private func bundles() -> TemporaryFolder {
    let folder = TemporaryFolder()
    folder.bundleWithGoodPlugin("a.lv2", more: plugin("urn:aucat:a.lv2:more", data: "more.ttl"))
    folder.write(turtlePrefixes, to: "a.lv2/more.ttl")
    folder.write("sample", to: "a.lv2/sample.wav")
    mkfifo(folder("a.lv2/fifo.ttl"), 0o644)
    folder.write(turtlePrefixes, to: "outside.ttl")
    let manifest = String(decoding: Child.contents(folder("a.lv2/manifest.ttl")), as: UTF8.self)
    let greedy = "<urn:aucat:a.lv2:more> rdfs:seeAlso <../outside.ttl> , <sample.wav> , <fifo.ttl> .\n"
    folder.write(manifest + greedy, to: "a.lv2/manifest.ttl")
    return folder
  }

  @Test func onlyWhatABundleRefersToInsideItselfIsOpenedAndWithNothingNewNoFile() throws {
    let folder = bundles()
    let opened = OpenedFiles([folder.path, folder("a.lv2")])
    let scan = try Scan(folder.path)
    verify(scan.names(in: "a.lv2"), equals: ["good", "more"])
    let names = opened.names()
    verify(names.isSuperset(of: ["manifest.ttl", "more.ttl"]))
    verify(!names.contains("plugin.so"), "no code is touched")
    verify(!names.contains("outside.ttl"))
    let known = Scan.survey(folder.path).bundles.map {
      KnownBundle(
        path: $0.path, fingerprint: $0.fingerprint, content: 7, scanner: ScanPlan.scannerVersion, roots: [folder.path])
    }
    let plan = ScanPlan(survey: Scan.survey(folder.path), known: known, full: false)
    verify(plan.jobs.isEmpty && plan.unchanged == [folder("a.lv2")])
    verify(opened.names().isEmpty)
  }

  @Test(.part(.oracle)) func ofRealBundlesOnlyTurtleIsOpenedAndEveryPluginArrives() throws {
    let folder = TemporaryFolder()
    for bundle in realBundles { symlink(bundle, folder(lastPart(bundle))) }
    let opened = OpenedFiles(realBundles)
    let scan = try Scan(folder.path)
    let names = opened.names()
    verify(names.filter { !$0.hasSuffix(".ttl") }.isEmpty, "another program may have opened it: run the test again")
    for bundle in realBundles {
      let report = scan.reports[lastPart(bundle)]
      verify(report?.verdict == .scanned && report?.rejections == [], "\(bundle)")
      let manifest = String(decoding: Child.contents(bundle + "/manifest.ttl"), as: UTF8.self)
      let declared = manifest.split(separator: "\n").count { $0.hasSuffix("a lv2:Plugin ;") }
      let arrived = scan.plugins.filter { $0.binary?.hasPrefix(bundle + "/") == true }
      verify(arrived.count == declared && Set(arrived.map(\.uri)).count == declared, "\(bundle)")
      for plugin in arrived {
        verify(!plugin.names.isEmpty && !plugin.ports.isEmpty && plugin.remarks.isEmpty, "\(plugin.uri)")
        verify(plugin.classes.contains(LV2.plugin), "\(plugin.uri)")
        verify(plugin.ports.map(\.index), equals: Array(0..<plugin.ports.count), "\(plugin.uri)")
      }
    }
  }
}
