internal import Glibc

extension CurrentProcess {
  /// The memory that no other process shares and no file backs, in bytes: `RssAnon` of `proc_pid_status(5)`; 0 if it
  /// can't be read.
  package static var ownMemory: Int {
    let text = String(decoding: (try? WholeFile.bytes("/proc/self/status", limit: 1 << 16)) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let words = line?.split { $0 == " " || $0 == "\t" } ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) << 10 : 0
  }

  /// The kernel's name for its choice of the processors' clock rate, such as `performance`; nil if it isn't known.
  package static var clockGovernor: String? {
    let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
    guard let bytes = try? WholeFile.bytes(path, limit: 100) else { return nil }
    let word = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    return word.isEmpty ? nil : word
  }

  /// The processor time of children that have ended, and of their children, in seconds: `getrusage(2)`.
  package static var timeOfChildren: Double {
    var usage = rusage()
    guard getrusage(RUSAGE_CHILDREN.rawValue, &usage) == 0 else { return 0 }
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
  }

  /// The machine in general terms: its processors' model, if the kernel gives it, and how many this process may use.
  package static var machine: String {
    let text = String(decoding: (try? WholeFile.bytes("/proc/cpuinfo", limit: 1 << 16)) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let model = line?.split(separator: ":", maxSplits: 1).last.map { $0.split(separator: " ").joined(separator: " ") }
    return "\(model ?? "unknown processor"), \(processorCount == 1 ? "1 processor" : "\(processorCount) processors")"
  }

  /// The machine's memory, in bytes: `sysconf(3)`.
  package static var machineMemory: Int {
    max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Makes Linux end this process before others if memory runs out: `proc_pid_oom_score_adj(5)`. Without `/proc`,
  /// nothing changes.
  package static func endFirst() {
    guard let file = try? FileDescriptor("/proc/self/oom_score_adj", for: .writing) else { return }
    try? file.writeAll(Array("1000".utf8))
  }
}
