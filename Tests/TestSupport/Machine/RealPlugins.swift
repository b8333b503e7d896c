import Glibc
internal import Foundation

/// The plugins that `.dev/setup plugins` installs, so that everybody's results are the same whatever else is installed.
public enum RealPlugins {
  private static let root = "/usr/lib/lv2"
  private static let bundles: Set<String> = [
    "avldrums", "balance", "blop", "controlfilter", "convo", "darc", "dpl", "fat1", "fil4", "fomp", "invada",
    "lsp-plugins", "matrixmixer", "mda", "meters", "mididebug", "midifilter", "midigen", "midimap", "mixtri", "nodelay",
    "onsettrigger", "phaserotate", "sisco", "spectra", "stepseq_s8n8", "stereoroute", "testsignal", "tuna", "xfade",
    "zeroconvo",
  ]

  /// Whether each package is installed.
  public static let areThere = [
    "avldrums", "blop", "eg-amp", "fil4", "fomp", "gate-swh", "invada", "lsp-plugins", "mda",
  ]
  .allSatisfy { FileManager.default.fileExists(atPath: "\(root)/\($0).lv2/manifest.ttl") }

  /// A machine on which they are scanned, with the user's data of a new account. The catalog is shared.
  public static func machine() -> Machine {
    var machine = Machine([])
    machine.environment["LV2_PATH"] = scanned.folder("lv2")
    machine.environment["AUCAT_CATALOG"] = scanned.catalog
    return machine
  }

  private static let scanned: Machine = {
    let machine = Machine([])
    for bundle in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] where isMeant(bundle) {
      symlink("\(root)/\(bundle)", machine.folder("lv2/\(bundle)"))
    }
    _ = machine.aucat("scan")
    return machine
  }()

  private static func isMeant(_ bundle: String) -> Bool {
    bundle.hasPrefix("eg-") || bundle.hasSuffix("-swh.lv2") || bundles.contains(String(bundle.dropLast(4)))
  }
}
