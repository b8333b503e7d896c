import TestSupport
import Testing

/// `aucat bench --instructions`, with valgrind. Transcripts show the other measurements.
@Suite(.part(.checks)) struct BenchTests {
  /// The programs and plugins are stripped, as installed ones are: valgrind can't read this compiler's debugging data.
  @Test(
    "instructions are counted for each sound, and two runs hardly differ, as no times do",
    .enabled(if: Machine.has("valgrind") && Machine.has("strip"), "valgrind or strip is not installed"),
    .enabled(if: !Sanitizer.hasOwnHeap, "valgrind can't run programs with a sanitizer"))
  func instructions() {
    let studio = Studio()
    let run = studio.shell(
      #"""
      for program in aucat aucat-render; do strip -o $program "$products/$program"; done
      ln -s "$products/aucat-scan-worker" "$products/aucat_CICU.resources" .
      mkdir -p lv2/few.lv2; cp "$plugins"/*.ttl "$plugins"/*.txt lv2/few.lv2
      strip -o lv2/few.lv2/plugins.so "$products/libTestPlugins.so"
      count() { ./aucat bench --through 'Gain mono' --through Delay --seconds 0.1 --runs 1 --instructions "$@"; }
      count --json | grep -o '"instructions":{[^}]*}' | grep -o '[0-9]*'
      count | sed -nE 's/^1 Gain mono\t([0-9]+)\t([0-9]+)\t([0-9]+)$/\1 \2 \3/p'
      """#,
      [
        "products": Child.products, "plugins": Repository.path("Tests/TestPlugins/Bundle"),
        "LV2_PATH": studio.folder("lv2"), "AUCAT_CATALOG": studio.folder("catalog.sqlite"),
      ])
    let counts = run.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    // Three sounds of two components, and again those of the first; at least one for four samples that a vector holds.
    guard counts.count == 9, counts.allSatisfy({ $0 >= 64 }) else { return verify(false, "\(run)") }
    for (first, second) in zip(counts, counts[6...]) { verify(abs(first - second) <= first / 100, "\(run)") }
    verify(!studio.results.contains { $0.hasPrefix("callgrind") || $0.hasPrefix("count") })
  }
}
