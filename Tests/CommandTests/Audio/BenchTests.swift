import Foundation
import TestSupport
import Testing

/// `aucat bench` as a user types it.
@Suite struct BenchTests {
  let studio = Studio()

  private func bench(_ words: String...) -> Child {
    studio.shell(#"exec "$aucat" bench "$@""#, [:], words)
  }

  private func object(_ run: Child) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any], "\(run.errors)")
  }

  @Test("a chain for programs: see schema/output/README.md")
  func json() throws {
    let run = bench(
      "--through", "Burns", "--set", "microseconds=500", "--through", "Delay", "--seconds", "0.2", "--runs", "2",
      "--json")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let report = try object(run)
    #expect(
      Set(report.keys) == [
        "sampleRate", "block", "channels", "runs", "secondsPerSound", "spread", "floorMicroseconds", "blocks",
        "blocksWithDenormals",
        "instancesPerCore", "memory", "stages", "machine",
      ])
    #expect(report["channels"] as? Int == 2 && report["runs"] as? Int == 2 && report["block"] as? Int == 256)
    let stages = try #require(report["stages"] as? [[String: Any]])
    #expect(stages.map { $0["name"] as? String } == ["Burns", "Delay"])
    #expect(
      Set(stages[0].keys) == [
        "component", "name", "instances", "blocks", "blocksWithDenormals", "instructions", "loadSeconds",
        "instantiateSeconds",
        "activateSeconds",
        "firstBlockSeconds", "memory", "reportedLatency", "measuredLatency", "tailSeconds", "tailIsLonger",
      ])
    #expect(stages[1]["reportedLatency"] as? Double == 100 && stages[1]["measuredLatency"] as? Int == 100)
    #expect(stages[0]["reportedLatency"] is NSNull && stages[0]["measuredLatency"] as? Int == 0)
    let noise = try #require((stages[0]["blocks"] as? [String: Any])?["noise"] as? [String: Any])
    #expect(
      Set(noise.keys) == [
        "medianMicroseconds", "percentile95Microseconds", "percentile99Microseconds", "worstMicroseconds",
        "percentOfCore", "count",
      ])
    let median = try #require(noise["medianMicroseconds"] as? Double)
    #expect(median > 495 && median < 700)
    #expect(try abs(#require(noise["percentOfCore"] as? Double) - median / 5_333.333 * 100) < 0.01)
    // A block lasts 5,333 µs.
    let instances = try #require(report["instancesPerCore"] as? Int)
    #expect(instances >= 1 && instances <= 10, "\(instances)")
    #expect(
      Set(try #require(report["machine"] as? [String: Any]).keys) == ["processors", "clockGovernor", "waiting"])
  }

  @Test("for people, and in columns for scripts")
  func text() throws {
    let run = bench("--through", "Gain mono", "--channels", "2", "--seconds", "0.1", "--runs", "1")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let sounds = lines.prefix(3).map { $0.split(separator: "\t").prefix(2).joined(separator: "/") }
    #expect(
      sounds == [
        "1 Gain mono (2 instances)/noise", "1 Gain mono (2 instances)/music", "1 Gain mono (2 instances)/silence",
      ])
    #expect(lines[0].contains(" µs\t") && lines[0].hasSuffix(" %"))
    #expect(lines[6].hasSuffix("\t0\tnone\t0.000 s"), "\(lines[6])")
    // What is no data goes elsewhere.
    #expect(run.errors.contains("one run shows no spread") && run.errors.contains("processor"))
    #expect(run.errors.contains("blocks of 256 frames at 48000 Hz last 5333.3 µs") && !run.text.contains("256"))
  }

  @Test func denormalsAreMeasuredToo() throws {
    let run = bench("--through", "Gain mono", "--seconds", "0.1", "--runs", "1", "--denormals")
    let sounds = run.lines.prefix(6).map { $0.split(separator: "\t").dropFirst().first.map(String.init) ?? "" }
    #expect(
      sounds == [
        "noise", "music", "silence", "noise, denormals", "music, denormals", "silence, denormals",
      ], "\(run.errors)")
    let report = try object(
      bench("--through", "Gain mono", "--seconds", "0.1", "--runs", "1", "--denormals", "--json"))
    #expect((report["blocksWithDenormals"] as? [String: Any])?.keys.sorted() == ["music", "noise", "silence"])
  }

  /// An installation's programs, and such plugins: valgrind can't read this compiler's debugging information.
  private static let stripped = """
    for program in aucat aucat-render; do strip -o "$program" "$(dirname "$aucat")/$program" || exit 99; done
    ln -s "$(dirname "$aucat")/aucat-scan-worker" "$(dirname "$aucat")/aucat_CICU.resources" .
    for library in lv2/*/*.so; do
      # It may be a link to what other tests have loaded.
      strip -o stripped "$library" && mv -f stripped "$library" || exit 99
    done

    """

  /// Two runs agree in them to the hundredth, which no time does.
  @Test(
    .enabled(if: Machine.has("valgrind") && Machine.has("strip"), "valgrind or strip is not installed"),
    .enabled(if: !Sanitizer.hasOwnHeap, "valgrind can't run programs with a sanitizer"))
  func instructionsAreCounted() throws {
    let words = ["--through", "Gain mono", "--through", "Delay", "--seconds", "0.1", "--runs", "1", "--instructions"]
    TestPlugins.install(in: studio.folder, "lv2")
    let places = ["LV2_PATH": studio.folder("lv2"), "AUCAT_CATALOG": studio.folder("catalog.sqlite")]
    _ = studio.shell(Self.stripped)
    func run(_ more: String...) -> Child { studio.shell(#"exec ./aucat bench "$@""#, places, words + more) }
    func counts() throws -> [[String: Double]] {
      let counted = run("--json")
      try #require(counted.status == 0, "\(counted)")
      return try #require(try object(counted)["stages"] as? [[String: Any]]).map {
        try #require($0["instructions"] as? [String: Double])
      }
    }
    let counted = try counts()
    #expect(counted.map { $0.keys.sorted() } == Array(repeating: ["music", "noise", "silence"], count: 2))
    // At least one for each of four samples that a vector holds.
    #expect(counted.allSatisfy { $0.values.allSatisfy { $0 >= 64 } }, "\(counted)")
    // Two runs hardly differ.
    let text = run().text
    let again = text.firstMatch(of: /\n1 Gain mono\t(\d+)\t\d+\t\d+\n/).flatMap { Double($0.1) }
    let noise = counted[0]["noise"] ?? 0
    #expect(abs((again ?? 0) - noise) <= noise / 100, "\(text)")
    #expect(!studio.results.contains { $0.hasPrefix("callgrind") || $0.hasPrefix("count") })
  }

  @Test("valgrind that can't run the program is named")
  func uselessValgrind() {
    studio.folder.write("#!/bin/sh\nexit 1\n", to: "valgrind")
    let run = studio.shell(
      #"chmod +x valgrind; PATH=$PWD:$PATH exec "$aucat" bench --through 'Gain mono' --seconds 0.1 --runs 1 --instructions"#
    )
    #expect(run.status == 3 && run.errors.contains("valgrind can't run the chain: "), "\(run)")
  }

  @Test func instructionsNeedValgrind() {
    studio.shell(#"PATH=/nonexistent exec "$aucat" bench --through 'Gain mono' --instructions"#).expectRefusal(
      2, saying: "--instructions needs valgrind")
  }

  @Test func aFileOfAChainIsMeasuredAsItIs() throws {
    let saved = studio.render(
      Studio.through("burns"), "--set", "microseconds=700", Studio.through("slow"), "--set", "microseconds=0",
      "--save-chain", studio.folder("chain.json"))
    #expect(saved.status == 0, "\(saved.errors)")
    let report = try object(bench(studio.folder("chain.json"), "--seconds", "0.1", "--runs", "1", "--json"))
    let blocks = try #require(report["blocks"] as? [String: [String: Any]])
    #expect(try #require(blocks["music"]?["medianMicroseconds"] as? Double) > 695)
    #expect((report["stages"] as? [Any])?.count == 2)
  }

  @Test("a measurement is no use of a component")
  func uses() {
    let run = studio.shell(
      #""$aucat" bench --through 'Gain stereo' --seconds 0.05 --runs 1 > /dev/null; "$aucat" export"#,
      ["AUCAT_USER_STORE": studio.folder("user.sqlite")])
    #expect(run.lines.count == 1 && run.text.contains("user data"), "\(run.text) \(run.errors)")
  }

  @Test(
    "what can't be measured",
    arguments: [
      ([], 2, "--through or the file of a chain is missing"), ([" "], 2, "a component is missing"),
      (["--all", "Gain stereo"], 2, "--all takes no components"),
      (["--all", "--through", "Gain stereo"], 2, "can't be combined"),
      (["Gain stereo", "--block", "64"], 2, "all components are measured in the same way"),
      (["Gain stereo", "--instructions"], 2, "all components are measured in the same way"),
      (["Gain stereo", "--denormals"], 2, "all components are measured in the same way"),
      (["Gain stereo", "--bypass"], 2, "--bypass belongs to a --through before it"),
      (["--through", "Gain stereo", "--stale"], 2, "--stale and --jobs are for components"),
      (["Gain stereo", "--jobs", "0"], 2, "--jobs takes"), (["Gaim stereo"], 1, "did you mean `Gain stereo`?"),
      (["channels =="], 2, "channels"),
      (["x.json", "--through", "Gain stereo"], 2, "can't be combined"),
      (["nosuch.json"], 3, "nosuch.json can't be read"), (["--through", "urn:nosuch"], 1, "urn:nosuch"),
      (["--through", "Gain stereo", "--runs", "0"], 2, "--runs takes a number from 1 to 100"),
      (["--through", "Gain stereo", "--seconds", "nan"], 2, "--seconds takes a number from 0.05"),
      (["--through", "Gain stereo", "--block", "0"], 2, "--block takes"),
      (["--through", "Gain stereo", "--rate", "0"], 2, "--rate takes"),
      (["--through", "Gain stereo", "--channels", "65"], 2, "--channels takes"),
      (["--through", "Gain stereo", "--channels", "3"], 2, "2 audio inputs"),
      (["--through", "Gain stereo", "--through", "Crash run"], 5, "Crash run"),
      (["--through", "Hang run", "--timeout", "1"], 5, "did not return within 1.0 s"),
      (["--through", "Live"], 2, "it needs a live source"),
    ] as [([String], Int32, String)])
  func refused(words: [String], status: Int32, saying: String) {
    let run = studio.shell(#"exec "$aucat" bench "$@""#, [:], words)
    #expect(run.status == status && run.output.isEmpty && run.errors.contains(saying), "\(run.status) \(run.errors)")
  }

  @Test(arguments: [
    ["--through", "Hang in instantiate"], ["--timeout", "60", "Gain mono", "Hang in instantiate"],
  ])
  func anInterruptEndsIt(words: [String]) {
    let run = studio.shell(
      #"""
      env --default-signal=INT "$aucat" bench "$@" > out 2> errors &
      \#(Studio.untilItCatchesInterrupts)
      sleep 0.1; kill -INT $!; wait $!; echo $?; cat errors
      """#, [:], words)
    #expect(run.lines == ["130", "aucat: the measurement was interrupted"], "\(run.lines)")
  }
}
