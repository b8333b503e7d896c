import ComponentValidation
import Foundation
import TestSupport
import Testing

/// What is seen of a run that may wait.
@Suite(.endsIfItHangs) struct RealTimeTests {
  let plugins = TestedPlugins()

  private func report(_ name: String) throws -> ValidationReport {
    try plugins.validate(name, [.realTime], at: .normal)
  }

  private func found(_ name: String) throws -> [String] { try report(name).problem(.realTime)?.texts ?? [] }

  /// What another thread or the worker does is none of the run, nor what the host does for it.
  @Test func theFunctionsOfARunAreNamedAndThoseOfOthersAreNone() throws {
    try verify(found("locks"), equals: ["takes locks (pthread_mutex_lock)"])
    for name in ["busy-thread", "worker"] {
      let report = try report(name)
      verify(report.word(.realTime), equals: "passed", "\(name): \(report.results)")
    }
  }

  @Test(.part(.checks)) func allFunctionsAreNamedAndWhatCannotBeWatchedIsSkipped() throws {
    try verify(found("allocates"), equals: ["allocates memory (malloc)", "frees memory (free)"])
    try verify(
      found("asks"), equals: ["allocates memory (mremap)", "waits (ppoll, waitpid)", "uses files (pread64, remove)"])
    try verify(found("prints").contains { $0.hasPrefix("prints (") && $0.contains("write") })
    try verify(found("stderr-prints"), equals: ["prints (write)"])
    try verify(found("scribbles").contains { $0.hasPrefix("uses files (") && $0.contains("fopen") })
    for name in ["loading-thread", "worker-slow", "logger", "mapper", "gain-stereo"] {
      try verify(report(name).word(.realTime), equals: "passed", "\(name)")
    }
    let message = { name in try report(name).problem(.realTime)?.message }
    try verify(message("allocates-once")?.hasSuffix("frees memory (free), only in the first block"), equals: true)
    try verify(message("allocates")?.hasSuffix(" blocks"), equals: true)
    try verify(report("unwritable").word(.realTime), equals: "skipped")
  }

  private static let compiler = ["/usr/bin/c++", "/usr/bin/g++"].first(where: FileManager.default.isExecutableFile)

  private static let source = """
    #include <lv2/core/lv2.h>
    #include <mutex>
    #include <string>
    #include <vector>
    static std::mutex mutex;
    static void connect(LV2_Handle, uint32_t, void *) {}
    static LV2_Handle create(const LV2_Descriptor *, double, const char *, const LV2_Feature *const *) { return new int; }
    static void run(LV2_Handle, uint32_t frames) {
      std::lock_guard<std::mutex> lock(mutex);
      std::vector<std::string> texts(frames, std::string(100, 'a'));
      try { texts.at(frames); } catch (const std::exception &) {}
    }
    static void destroy(LV2_Handle handle) { delete static_cast<int *>(handle); }
    static const LV2_Descriptor plugin = {"urn:aucat:test:cpp", create, connect, nullptr, run, nullptr, destroy, nullptr};
    extern "C" __attribute__((visibility("default"))) const LV2_Descriptor *lv2_descriptor(uint32_t index) {
      return index ? nullptr : &plugin;
    }
    """

  @Test(
    .part(.hosts), .enabled(if: compiler != nil, "there is no compiler of C++"),
    .enabled(if: Sanitizer.allowsForeignHosts, "the plugin would lack the sanitizer's functions"),
    arguments: [[], ["-static-libstdc++", "-static-libgcc"], ["-fno-plt", "-Wl,-z,now", "-Wl,-z,relro"]])
  func theCallsOfCPlusPlusAreThePluginsWhereverItsLibraryIs(options: [String]) throws {
    let folder = plugins.folder
    let turtle = """
      <urn:aucat:test:cpp> a <http://lv2plug.in/ns/lv2core#Plugin> ; <http://usefulinc.com/ns/doap#name> "C++" ;
        <http://lv2plug.in/ns/lv2core#binary> <plugin.so> .
      """
    folder.write(turtle, to: "cpp.lv2/manifest.ttl")
    folder.write(Self.source, to: "plugin.cpp")
    let words = ["-O1", "-shared", "-fPIC", folder("plugin.cpp"), "-o", folder("cpp.lv2/plugin.so")] + options
    let built = Child.run(try demand(Self.compiler), words, environment: ["PATH": "/usr/bin:/bin"])
    try demand(built.status == 0, "\(built.errors)")
    let report = try plugins.validate("cpp", [.realTime], at: .normal, bundle: folder("cpp.lv2"))
    verify(
      report.problem(.realTime)?.texts ?? [],
      equals: ["allocates memory (malloc)", "frees memory (free)", "takes locks (pthread_mutex_lock)"],
      "\(report.results)")
  }
}
