import Glibc
import TestSupport
import Testing

/// A directory of the search path that gives no answer, as that of a dead network server: a file system whose server says nothing.
@Suite(.enabled(if: SilentFolder.canMount, "no file system that gives no answer can be mounted here"))
struct SilentFolderTests {
  private let scene = InstallationScene(.added)

  private func silently(_ commands: String) -> Child {
    Child.run(
      "/bin/sh", ["-c", "exec unshare -m \(SilentFolder.script(commands, scene.folder.path))"],
      environment: [
        "HOME": scene.folder("home"), "LV2_PATH": "\(scene.folder("aucat-silent")):\(scene.path)",
        "AUCAT_SYSTEM_CATALOG": "", "PATH": "\(Child.products):/usr/bin:/bin",
      ])
  }

  private static let words = "does not answer in time; the catalog keeps what it has of its bundles"

  @Test func itCostsTwoSecondsOnceAMinute() {
    mkdir(scene.folder("aucat-silent"), 0o755)
    scene.write("aucat-silent/far.lv2", "urn:far", "Far")
    let setting = ["HOME": scene.folder("home"), "LV2_PATH": "\(scene.folder("aucat-silent")):\(scene.path)"]
    let first = Child.run(Child.products + "/aucat", ["search", "--count"], environment: setting)
    verify(first.text, equals: "3\n", "\(first.errors)")
    scene.happen()
    let run = silently(
      """
      s() { date +%s%N; }
      a=$(s); aucat search --count; echo "status $?"; b=$(s); aucat search --count; c=$(s)
      echo $(((b - a) / 1000000)) $(((c - b) / 1000000))
      """)
    // The bundles beside it count, and what was known of it stays.
    verify(run.lines.prefix(3), equals: ["4", "status 4", "4"], "\(run)")
    let said = run.errors.split(separator: "\n")
    verify(
      said.count == 2 && run.errors.contains(Self.words) && run.errors.contains("1 new bundle: Beta"), "\(run.errors)")
    let times = run.lines.last?.split(separator: " ").compactMap { Int($0) } ?? []
    verify(times.count == 2 && times[0] < 8_000 && times[1] < 1_000, "\(times): another waits for the kernel's timeout")
  }

  @Test func whatIsNewElsewhereCountsAndWatchEnds() {
    let setting = [
      "HOME": scene.folder("home"), "LV2_PATH": "\(scene.path):\(scene.folder("aucat-silent"))",
    ]
    mkdir(scene.folder("aucat-silent"), 0o755)
    verify(Child.run(Child.products + "/aucat", ["search", "--count"], environment: setting).text, equals: "2\n")
    usleep(2_100_000)
    verify(Child.run(Child.products + "/aucat", ["search", "--count"], environment: setting).text, equals: "2\n")
    scene.happen()
    let run = silently(
      """
      LV2_PATH="\(scene.path):\(scene.folder("aucat-silent"))"; export LV2_PATH
      aucat search --count; echo "status $?"; aucat search --count; echo "status $?"
      aucat watch & watch=$!; sleep 1; kill -TERM $watch; wait $watch; echo "watch $?"
      """)
    verify(run.lines, equals: ["3", "status 4", "3", "status 0", "watch 130"], "\(run.errors)")
    verify(run.errors.contains(Self.words) && run.errors.contains("1 new bundle: Beta"), "\(run.errors)")
  }

  @Test func aFirstSearchAndAScanGoOnWithoutIt() {
    let run = silently("aucat search --count; aucat scan; echo \"status $?\"; aucat doctor | grep -c answer")
    verify(run.lines.first, equals: "2", "\(run)")
    verify(run.lines.contains { $0.hasPrefix("2 components in 2 bundles: nothing changed") }, "\(run)")
    verify(run.lines.contains("status 4") && run.errors.contains("does not answer"), "\(run)")
  }
}

/// A folder whose file system has a server that says nothing.
private enum SilentFolder {
  static let canMount =
    geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 && Machine.has("python3") && Machine.has("unshare")
    && Child.run("/bin/sh", ["-c", "unshare -m \(script("exit 7", "/tmp"))"], environment: ["PATH": "/usr/bin:/bin"])
      .status == 7

  /// Runs a script while a folder gives no answer.
  static func script(_ script: String, _ folder: String) -> String {
    """
    sh -c 'cd "\(folder)"; mkdir -p aucat-silent; python3 -c "
    import ctypes, os, time
    server = os.open(\\"/dev/fuse\\", os.O_RDWR)
    options = b\\"fd=%d,rootmode=40000,user_id=0,group_id=0\\" % server
    if ctypes.CDLL(None).mount(b\\"silent\\", b\\"aucat-silent\\", b\\"fuse\\", 0, options) == 0:
        open(\\"aucat-mounted\\", \\"w\\").close()
        time.sleep(60)
    " & server=$!
    n=0; until [ -e aucat-mounted ]; do n=$((n + 1)); [ $n -lt 100 ] || exit 9; sleep 0.05; done; rm aucat-mounted
    \(script); status=$?; kill $server; exit $status'
    """
  }
}
