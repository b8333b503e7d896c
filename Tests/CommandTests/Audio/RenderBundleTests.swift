import TestSupport
import Testing

/// Renders whose plugin's bundle can't be read completely.
@Suite struct RenderBundleTests {
  private let machine = Machine([])
  private let studio = Studio()

  /// A plugin of which a second file and a preset's file are FIFOs.
  init() {
    TestPlugins.install(in: machine.folder, "lv2")
    let (bundle, uri) = ("lv2/\(TestPlugins.bundle)", TestPlugins.uri("gain-stereo"))
    let manifest = String(decoding: Child.contents(machine.folder("\(bundle)/manifest.ttl")), as: UTF8.self)
    let more = """
      <\(uri)> <http://www.w3.org/2000/01/rdf-schema#seeAlso> <more.ttl> .
      <urn:aucat:test:partial> a <http://lv2plug.in/ns/ext/presets#Preset> ;
        <http://lv2plug.in/ns/lv2core#appliesTo> <\(uri)> ; <http://www.w3.org/2000/01/rdf-schema#label> "Partial" ;
        <http://www.w3.org/2000/01/rdf-schema#seeAlso> <values.ttl> .

      """
    machine.folder.write(manifest + more, to: "\(bundle)/manifest.ttl")
    let made = machine.shell(#"cd "$folder/lv2/\#(TestPlugins.bundle)" && mkfifo more.ttl values.ttl && "$aucat" scan"#)
    #expect(made.status == 0, "\(made)")
  }

  private func render(_ words: String...) -> Child {
    machine.shell(
      #"cd "$place" && timeout 20 "$aucat" render in.wav out.wav --force --through 'Gain stereo' "#
        + words.joined(separator: " "), setting: ["place": studio.folder.path])
  }

  @Test(arguments: ["", "--in-process"]) func filesThatAreLeftOutAreNamed(mode: String) {
    let uri = TestPlugins.uri("gain-stereo")
    let plain = render(mode)
    let first = "aucat: \(uri): more.ttl of its bundle is left out: it is not a regular file\n"
    #expect(plain.status == 0 && plain.errors == first && studio.results == ["out.wav"], "\(plain)")
    let preset = render(mode, "--preset", "Partial")
    let second = "aucat: \(uri): values.ttl of its bundle is left out: it is not a regular file\n"
    #expect(preset.status == 0 && preset.errors == first + second, "\(preset)")
  }

  /// What a plugin lacks that could not be read is no fault of the plugin's.
  @Test(
    .enabled(if: Machine.has("strace"), "strace is not installed"),
    arguments: zip(["manifest.ttl", "plugins.ttl", "presets.ttl"], ["", "--in-process", ""]))
  func aBundleThatCannotBeReadAtTheMomentIsNotBlamed(file: String, mode: String) {
    let bundle = machine.folder("lv2/\(TestPlugins.bundle)")
    let run = machine.shell(
      #"""
      cd "$place" && timeout 20 strace -f -o /dev/null -P "$file" -e trace=openat -e inject=openat:error=EMFILE \
        "$aucat" render in.wav out.wav --force --through 'Gain stereo' --preset Half \#(mode)
      """#, setting: ["place": studio.folder.path, "file": "\(bundle)/\(file)"])
    let problem = "its bundle \(bundle) can't be read at the moment: too many open files"
    #expect(run.status == 3 && run.output.isEmpty && studio.results == [], "\(run)")
    let last = run.errors.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("aucat: Gain stereo (\(TestPlugins.uri("gain-stereo"))): \(problem)"), "\(run)")
  }
}
