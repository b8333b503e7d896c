internal import CLinux

extension CurrentProcess {
  /// The memory that no other process shares and no file backs, in bytes: `RssAnon` of `proc_pid_status(5)`; 0 where it
  /// can't be read.
  package static var ownMemory: Int {
    let text = String(decoding: (try? WholeFile.bytes("/proc/self/status", limit: 1 << 16)) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let words = line?.split { $0 == " " || $0 == "\t" } ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) << 10 : 0
  }

  /// How fast the processors may run, in the kernel's word, such as `performance`; nil where it doesn't tell.
  package static var clockGovernor: String? {
    let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    guard let bytes = try? WholeFile.bytes(path, limit: 100) else { return nil }
    let word = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    return word.isEmpty ? nil : word
  }
}
