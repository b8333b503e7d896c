import Glibc

/// The plugins of `Tests/TestPlugins`, as a bundle that a test installs.
public enum TestPlugins {
  /// The bundle's name.
  public static let bundle = "test-plugins.lv2"

  /// Installs the bundle.
  ///
  /// - Parameter root: the folder of bundles, below `folder`; empty for `folder` itself.
  /// - Returns: the bundle's path.
  @discardableResult
  public static func install(in folder: TemporaryFolder, _ root: String = "") -> String {
    let place = root.isEmpty ? bundle : "\(root)/\(bundle)"
    let sources = Repository.path("Tests/TestPlugins/Bundle")
    for name in ["manifest.ttl", "plugins.ttl", "presets.ttl", "preset.txt"] {
      folder.write(Child.contents("\(sources)/\(name)"), to: "\(place)/\(name)")
    }
    symlink(Child.products + "/libTestPlugins.so", folder("\(place)/plugins.so"))
    return folder(place)
  }

  /// Installs a bundle below `lv2` with one test plugin, as a stereo reverb of another name.
  public static func installReverb(
    _ plugin: String, named name: String, maker: String? = nil, in folder: TemporaryFolder
  ) {
    let maker = maker.map { " doap:maintainer [ foaf:name \"\($0)\" ] ;" } ?? ""
    let manifest = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      @prefix foaf: <http://xmlns.com/foaf/0.1/> .
      <\(uri(plugin))> a lv2:Plugin, lv2:ReverbPlugin ; lv2:binary <plugin.so> ; doap:name "\(name)" ;\(maker)
        lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "l" ; lv2:name "L" ] ,
          [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "r" ; lv2:name "R" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol "ol" ; lv2:name "OL" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 3 ; lv2:symbol "or" ; lv2:name "OR" ] ,
          [ a lv2:InputPort, lv2:ControlPort ; lv2:index 4 ; lv2:symbol "gain" ; lv2:name "Gain" ; lv2:default 1.0 ;
            lv2:minimum 0.0 ; lv2:maximum 4.0 ] .
      """
    folder.write(manifest, to: "lv2/\(plugin).lv2/manifest.ttl")
    symlink(Child.products + "/libTestPlugins.so", folder("lv2/\(plugin).lv2/plugin.so"))
  }

  /// Installs a bundle below `lv2` with the instrument among the test plugins.
  public static func installOrgan(named name: String = "Organ", in folder: TemporaryFolder) {
    let manifest = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <\(uri("organ"))> a lv2:Plugin, lv2:InstrumentPlugin ; lv2:binary <plugin.so> ; doap:name "\(name)" ;
        lv2:requiredFeature <http://lv2plug.in/ns/ext/urid#map> ;
        lv2:port [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "l" ; lv2:name "L" ] ,
          [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "r" ; lv2:name "R" ] ,
          [ a lv2:InputPort, atom:AtomPort ; lv2:index 2 ; lv2:symbol "in" ; lv2:name "In" ;
            atom:bufferType atom:Sequence ; lv2:designation lv2:control ;
            atom:supports <http://lv2plug.in/ns/ext/midi#MidiEvent> , <http://lv2plug.in/ns/ext/time#Position> ] ,
          [ a lv2:OutputPort, atom:AtomPort ; lv2:index 3 ; lv2:symbol "echo" ; lv2:name "Echo" ;
            atom:bufferType atom:Sequence ; atom:supports <http://lv2plug.in/ns/ext/midi#MidiEvent> ] .
      """
    folder.write(manifest, to: "lv2/organ.lv2/manifest.ttl")
    symlink(Child.products + "/libTestPlugins.so", folder("lv2/organ.lv2/plugin.so"))
  }

  /// A plugin's URI.
  public static func uri(_ name: String) -> String { "urn:aucat:test:\(name)" }
}
