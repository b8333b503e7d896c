import ArdourMetadata

extension FuzzTarget {
  /// Ardour's files, as each kind that they may be.
  static let xml = FuzzTarget(name: "xml", seeds: xmlSeeds) { input in
    let bytes = Array(input)
    _ = try? ArdourMetadata.file(bytes)
    for file in ArdourMetadata.File.allCases {
      var metadata = ArdourMetadata()
      guard (try? metadata.add(file, bytes)) != nil else { continue }
      var again = metadata
      try again.add(file, bytes)
      require(again.data == metadata.data, "reading twice adds nothing")
    }
  }

  private static let xmlSeeds = [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <PluginTags>
      <Plugin type="lv2" id="urn:a" name="A &amp; B" tags="warm &#x2603; räume" user-set="1"/>
      <Plugin type="LADSPA" id="7" name="C" tags="x" user-set="0"/>
    </PluginTags>
    """,
    """
    <?xml version='1.0'?>
    <!-- comment --><PluginStats>
      <Plugin type="lv2" id="urn:a" lru="1700000000" use-count="3"></Plugin>
    </PluginStats>
    """,
    "LV2 Favorite urn:a\nLV2 Hidden urn:b\nLV2 Concealed urn:c\nVST Normal x y\n",
    "<a b=\"&lt;&gt;&quot;&apos;&#65;\"><![CDATA[x]]><?pi?></a>",
  ].map { Array($0.utf8) }
}
