import TestSupport
import Testing

/// What a new user types, and what has to come, on real plugins.
@Suite(.enabled(if: RealPlugins.areThere, "the real plugins are not installed: .dev/setup plugins"))
struct UsabilityTests {
  private let machine = RealPlugins.machine()

  /// What is typed after `aucat` in a shell, and what comes.
  struct Row: CustomTestStringConvertible, Sendable {
    var typed: String
    /// The name in the first line; nil if it doesn't matter.
    var first: String?
    /// Names that are in the list.
    var has: [String] = []
    /// Names that are not.
    var lacks: [String] = []
    /// All of standard error, without `aucat: ` at the beginning of each line.
    var says: String = ""
    var status: Int32 = 0

    var testDescription: String { typed }

    init(
      _ typed: String, first: String? = nil, has: [String] = [], lacks: [String] = [], says: String = "",
      status: Int32 = 0
    ) {
      (self.typed, self.first, self.has, self.lacks, self.says, self.status) = (typed, first, has, lacks, says, status)
    }
  }

  private static func arpeggiator(_ words: String) -> Row {
    Row("search \(words)", first: "MIDI Strum", says: "only 3 components match; others tagged `MIDI` follow")
  }

  private static func nothing(_ word: String) -> Row {
    Row("search \(word)", says: "nothing matches `\(word)`; `aucat tags` lists the kinds that are installed", status: 1)
  }

  private static let kinds = [
    // Names and aliases of several words count as words do.
    Row(
      "search noise gate", first: "Gate", has: ["LSP Gate Mono", "Example MIDI Gate"], lacks: ["LSP Compressor Mono"]),
    Row(#"search '"noise gate"'"#, first: "Gate", has: ["LSP Gate Mono"], lacks: ["LSP Compressor Mono"]),
    Row("search stereo widener", has: ["MDA Image", "MDA Stereo", "Matrix Spatialiser"], lacks: ["LSP Gate Stereo"]),
    Row("search transient shaper", has: ["Transient mangler", "MDA Transient"], lacks: ["Wave shaper"]),
    Row(
      "search drum sampler", has: ["Black Pearl Drumkit", "LSP Multi-Sampler x12 Stereo"], lacks: ["LSP Sampler Mono"]),
    // An effect is no instrument, and nothing is said of a word that only names its own tag.
    Row(
      "search effect without reverb", has: ["LSP Gate Mono"],
      lacks: ["Black Pearl Drumkit", "LSP Multi-Sampler x12 Stereo"]),
    Row("search kein Gate", has: ["Retro Flanger"], lacks: ["LSP Gate Mono"]), Row("search octaver"),
    Row(
      "search wide", first: "MDA Image",
      says:
        "searching for what fits `wide`: Imaging, Spatial, width, Chorus, Mid-Side and Delay; --exact searches for the word"
    ),
    // A word of other kinds does not leave out what is meant.
    Row(
      "search analog flanger", has: ["Retro Flanger", "DJ flanger"],
      says: "only 2 components match; others that mention the words follow"),
    Row("search passive eq", first: "DJ EQ"),
    Row(
      "search electric piano", first: "MDA ePiano", has: ["MDA Piano"],
      says:
        "searching for what suits `electric piano`: "
        + "Electric Piano, rhodes, Piano, Synthesizer and Sampler; --exact searches for the words"
    ),
    Row(
      "search lsp robin gate mono", first: "LSP Gate Mono",
      says: "nothing matches all of `mono`, `lsp`, `robin` and `gate`; listing what matches without `robin`"),
    Row(
      "search lsp mda gate", has: ["LSP Gate Mono", "MDA Dynamics"],
      says: "nothing matches all of `lsp`, `mda` and `gate`; listing what matches any 2 of them"),
    Row(
      "search drum machine", has: ["Black Pearl Drumkit", "MDA BeatBox", "LSP Multi-Sampler x12 Stereo"],
      lacks: ["LSP Gate Mono"]),
    // Names of keys are words where no operator follows.
    Row("search sidechain compressor", first: "LSP Sidechain Compressor Mono", lacks: ["LSP Compressor Mono"]),
    Row(
      "search class a amp", has: ["Amplifier"],
      says: "`class` only affects the order: plugins of other kinds have it; --exact requires it"),
    Row("search latency compensation", has: ["LSP Delay Compensator Mono", "No Delay Line"]),
    Row(
      "search all pass", first: "4 x 4 pole allpass", has: ["Allpass delay line, noninterpolating"],
      says: "only 4 components match; others tagged `Filter` follow"),
    Row("search class:amplifier", first: "Amplifier", has: ["Simple Amplifier"]),
  ]

  private static let connectives = [
    Row(#"search "reverb -lsp""#, first: "reverb", has: ["GVerb"], lacks: ["LSP Impulse Reverb Mono"]),
    Row("search reverb -lsp", first: "reverb", has: ["GVerb"], lacks: ["LSP Impulse Reverb Mono"]),
    Row("search reverb not lsp", first: "reverb", lacks: ["LSP Impulse Reverb Mono"]),
    Row(#"search "reverb or delay""#, first: "reverb", has: ["MDA DubDelay", "GVerb"], lacks: ["Gate"]),
    Row("search reverb or delay", first: "reverb", has: ["MDA DubDelay", "GVerb"], lacks: ["Gate"]),
    Row("search '~reverb or ~delay'", first: "reverb", has: ["MDA DubDelay"]),
    Row("search tag:reverb", has: ["GVerb", "reverb"], lacks: ["Gate"]),
    Row("search tag: reverb", has: ["GVerb", "reverb"], lacks: ["Gate"]),
    Row("search by:harris gate", first: "Gate", lacks: ["LSP Gate Mono"]),
    Row("search name:gate", has: ["Gate", "LSP Gate Mono"], lacks: ["MDA Dynamics"]),
    Row("search 'name : gate'", has: ["Gate", "LSP Gate Mono"], lacks: ["MDA Dynamics"]),
    Row("search 'tag contains “drum”'", has: ["Black Pearl Drumkit"], lacks: ["Gate"]),
    Row(
      "search '()'", says: "not a predicate:\n()\n^\nthere is nothing to search for besides parentheses", status: 2),
  ]

  private static let spelling = [
    Row("search distorsion", first: "Chebyshev distortion", has: ["MDA Overdrive"], lacks: ["MDA DX10"]),
    Row(
      "search LSP Compresor Stero", first: "LSP Compressor Stereo", lacks: ["LSP Compressor Mono"],
      says: "searching for `Stereo` instead of `Stero`; --exact searches for `Stero`"),
    Row("search multisampler", first: "LSP Multi-Sampler x12 DirectOut", lacks: ["Gate"]),
    Row("search multi-sampler", first: "LSP Multi-Sampler x12 DirectOut", lacks: ["Gate"]),
    Row("search multi sampler", first: "LSP Multi-Sampler x12 DirectOut", lacks: ["Gate"]),
    Row(
      "search x 42 eq", first: "x42-eq - Parametric Equalizer Mono",
      says: "only 2 components match; others tagged `Equalizer` follow"),
    Row(
      "search flangr", has: ["Retro Flanger", "Giant flange"], lacks: ["Gate"],
      says: "searching for `Flanger` instead of `flangr`; --exact searches for `flangr`"),
    nothing("fabfilter"),
    Row(
      "search noize gate", first: "Gate", has: ["LSP Gate Mono"],
      says: "searching for `noise` instead of `noize`; --exact searches for `noize`"),
    Row(
      "search remove humm", has: ["LSP Parametric Equalizer x16 Mono"],
      says: """
        searching for `hum` instead of `humm`; --exact searches for `humm`
        searching for what suits `remove hum`: hum, Parametric EQ, notch, Graphic EQ, Highpass, Equalizer, Filter and Gate; --exact searches for the words
        """),
    Row(
      "search make vocals lowder", has: ["LSP Compressor Mono"], lacks: ["MDA RePsycho!"],
      says:
        "searching for `louder` instead of `lowder`; --exact searches for `lowder`\nsearching for what suits `vocals louder`: Compressor, Equalizer, Exciter, Amplifier and Limiter; --exact searches for the words"
    ),
    Row(
      "search stero widner", has: ["MDA Image", "MDA Stereo"], lacks: ["LSP Gate Stereo"],
      says: """
        searching for `Stereo` instead of `stero`; --exact searches for `stero`
        searching for `widener` instead of `widner`; --exact searches for `widner`
        """),
    Row(
      "search lo fy", has: ["Decimator"], lacks: ["LSP Gate Mono"],
      says: """
        searching for `fi` instead of `fy`; --exact searches for `fy`
        searching for what suits `lo fi`: Bitcrusher, Vinyl, Tape and Lowpass; --exact searches for the words
        """),
    Row(
      "search --exact remove humm",
      says: "nothing matches `humm`; 3 match the rest; `aucat tags` lists the kinds that are installed", status: 1),
  ]

  private static let places = [
    Row("search --locale de Simple Amplifier", first: "Einfacher Verstärker"),
    Row("search Einfacher Verstärker", first: "Simple Amplifier"),
    Row("search gareus.org", has: ["BBC M-6", "x42-eq - Parametric Equalizer Mono"], lacks: ["Gate"]),
    Row("search http://plugin.org.uk/swh-plugins/gate", first: "Gate"),
    Row("search gate-swh.lv2", first: "Gate"),
    Row("search surround", first: "Surround matrix encoder", has: ["Surround Level 3", "Crossfade (4 outs)"]),
    // An optional MIDI port makes no MusicEffect.
    Row("search 'type == Effect'", has: ["x42-Autotune", "Gate", "LSP Compressor Mono"], lacks: ["Example MIDI Gate"]),
  ]

  private static let nothing = [
    nothing("xyzzyplugh"),
    // The note names the word that nothing has, not the fillers beside it.
    Row(
      "search something like valhalla",
      says: "nothing matches `valhalla`; `aucat tags` lists the kinds that are installed", status: 1),
    Row(
      "search 'name contains \"drumkit\"'",
      says: "nothing matches `name CONTAINS \"drumkit\"`; 4 match without regard to case (`contains[c]`)", status: 1),
    Row(
      "search 'tag == Revreb'",
      says: "nothing matches `tag == \"Revreb\"`; did you mean `tag == \"Reverb\"`? (22 components)", status: 1),
  ]

  private static let suggestions =
    [
      ("inputs", "audioInputs"), ("vendor", "manufacturer"), ("author", "manufacturer"), ("maker", "manufacturer"),
      ("category", "tag"), ("stereo", "audioOutputs"),
    ].map { word, key in
      Row(
        "search '\(word) == x'",
        says: "not a predicate:\n\(word) == x\n^\nunknown key `\(word)`; did you mean `\(key)`? `aucat keys` lists all",
        status: 2)
    }
    + [("list", "search"), ("tag ad Gate warm", "tag add"), ("collection create Live", "collection add")].map {
      typed, meant in
      let name = typed.split(separator: " ").prefix(meant.split(separator: " ").count).joined(separator: " ")
      return Row(
        typed,
        says:
          "there is no command `\(name)`; did you mean `\(meant)`? `aucat help` lists the commands",
        status: 2)
    }

  /// Each list is of ways to type one search, which find the same.
  private static let spellings = [
    ["ping pong", "ping-pong", "pingpong"], ["high pass", "high-pass", "highpass"],
    ["low pass", "low-pass", "lowpass"], ["band pass", "band-pass", "bandpass"], ["ring mod", "ring-mod", "ringmod"],
    ["tape delay", "tape-delay"], ["x 42", "x-42", "x42"], ["de noise", "de-noise", "denoise"],
    ["de hum", "de-hum", "dehum"], ["de click", "de-click", "declick"], ["de verb", "de-verb", "deverb"],
    ["de esser", "de-esser", "deesser"], ["multi sampler", "multi-sampler", "multisampler"],
    ["noise gate", "noise-gate", "noisegate"], ["lo fi", "lo-fi", "lofi"], ["hi hat", "hi-hat", "hihat"],
    ["bit crusher", "bit-crusher", "bitcrusher"], ["drum kit", "drum-kit", "drumkit"],
    ["two inputs", "2 inputs", "2-inputs"], ["four channels", "4 channels"], ["type:instrument", "type:MusicDevice"],
  ]

  @Test("however words are divided and numbers are written, the same is found", arguments: spellings)
  func divisions(texts: [String]) {
    let found = texts.map { text in
      machine.aucat(["search", "--format", "uri"] + text.split(separator: " ").map(String.init)).lines.sorted()
    }
    #expect(found[0] != [])
    for (text, other) in zip(texts, found).dropFirst() { #expect(other == found[0], "\(text)") }
  }

  private static let several = [
    // Beside a kind, a word that names another one stays, in any order.
    arpeggiator("midi arpeggiator"), arpeggiator("arpeggiator midi"),
    // What the other words describe comes first where nothing has all of them.
    Row(
      "search brus gate", first: "Gate",
      says: "nothing matches both `brus` and `gate`; listing what matches `brus` or `gate`"),
    Row(
      "search eq with spectrum", first: "LSP Graphic Equalizer x16 Mono", lacks: ["LSP Gate Mono"]),
    Row("search chitarra amplificatore", has: ["MDA Combo"], lacks: ["GxBooster"]),
    Row("search amplificatore chitarra", has: ["MDA Combo"], lacks: ["GxBooster"]),
    Row("search multiband compressor", has: ["LSP Multiband Compressor Mono x8"], lacks: ["MDA Overdrive"]),
    Row("search mehrband kompressor", has: ["LSP Multiband Compressor Mono x8"], lacks: ["MDA Bandisto"]),
    Row(
      "search Mehrbandkompressor", has: ["LSP Multiband Compressor Mono x8"], lacks: ["MDA Bandisto"],
      says: "searching for `Mehrband kompressor` instead of `Mehrbandkompressor`; "
        + "--exact searches for `Mehrbandkompressor`"),
    Row(
      #"search 'reverb "big hall"'"#, has: ["GVerb"],
      says: """
        searching for `big hall` instead of `"big hall"`; --exact searches for `"big hall"`
        nothing has `big`; searching without it (--exact requires it)
        """),
    Row(
      "search ladder filter", first: "Moog Low-Pass Filter 1",
      says: "searching for what suits `ladder filter`: moog, Lowpass and Filter; --exact searches for the words"),
  ]

  private static let numbers = [
    Row("search eq with more than 10 bands", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["EQ10Q Mono"]),
    Row(
      "search eq 10+ bands", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["4-Band Parametric Filter"]),
    Row(
      "search at least 10 bands eq", has: ["LSP Graphic Equalizer x16 Mono"],
      lacks: ["4-Band Parametric Filter", "x42-eq - Parametric Equalizer Mono"]),
    Row("search fewer than 10 bands eq", lacks: ["LSP Graphic Equalizer x16 Mono", "EQ10Q Mono"]),
    Row("search eq mehr als 10 Bänder", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["EQ10Q Mono"]),
    Row("search eq plus de 10 bandes", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["EQ10Q Mono"]),
    Row("search eq más de 10 bandas", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["EQ10Q Mono"]),
    Row("search eq more than 10 band", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["EQ10Q Mono"]),
    Row("search eq 10+ Bänder", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["4-Band Parametric Filter"]),
    Row("search eq 10+ bandes", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["4-Band Parametric Filter"]),
    Row("search eq 10+bands", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["4-Band Parametric Filter"]),
    Row("search 6+ channels", has: ["Matrix Mixer 8x8"], lacks: ["GVerb"]),
    Row("search low latency reverb", has: ["GVerb"], lacks: ["LSP Impulse Reverb Mono"]),
    Row("search latency 0", has: ["GVerb"], lacks: ["LSP Impulse Reverb Mono"]),
    Row("search everything", has: ["GVerb", "LSP Gate Mono", "MDA Piano"]),
  ]

  private static let shortNames = [
    Row(
      "search lps compressor", first: "LSP Compressor Mono",
      says: "searching for `LSP` instead of `lps`; --exact searches for `lps`"),
    Row("search lpsp", says: "nothing matches `lpsp`\ndid you mean `LSP`? (134 components)", status: 1),
    Row(
      "search cuttoff filter",
      says: "searching for `cutoff` instead of `cuttoff`; --exact searches for `cuttoff`"),
    Row(
      "search urn:gate", first: "Gate",
      says: """
        searching for `gate` instead of `urn:gate`; --exact searches for `urn:gate`
        did you mean `uri:gate`? (18 components)
        """),
    Row("search C++", says: "searching for `C` instead of `C++`; --exact searches for `C++`"),
    Row(
      "search tag:noise gate",
      says:
        "nothing matches both `tag:noise` and `gate`; 20 match without `tag:noise`, 5 without `gate`\ndid you mean `tag:\"noise gate\"`? (20 components)",
      status: 1),
    Row(
      "search reverb stereo == yes",
      says: "not a predicate:\nreverb stereo == yes\n       ^\n"
        + "`stereo` is a plain word and takes no operator: write only `stereo`", status: 2),
    Row(
      "search in nosuch",
      says: "there is no saved search or collection `nosuch`; `aucat saved add` or `aucat collection add` creates one",
      status: 2),
    Row(
      "unhide x", says: "there is no command `unhide`; did you mean `hide --undo`? `aucat help` lists the commands",
      status: 2),
  ]

  private static let meanings = [
    Row(
      "search de-noise", first: "Gate", lacks: ["LSP Noise Generator x1"],
      says:
        "searching for what fits `de-noise`: "
        + "noise reduction, Gate, Restoration, Expander and Lowpass; --exact searches for the word"
    ),
    Row(
      "search צמצום רעש", has: ["Gate"], lacks: ["LSP Noise Generator x1"],
      says:
        "searching for what suits `צמצום רעש`: "
        + "noise reduction, Gate, Restoration, Expander and Lowpass; --exact searches for the words"
    ),
    Row("search 4 band", first: "4-Band Parametric Filter", lacks: ["4 x 4 pole allpass", "Surround Level 4"]),
    Row("search 16 bands", has: ["LSP Graphic Equalizer x16 Mono"], lacks: ["LSP Spectrum Analyzer x16"]),
    Row("search 8 channels", has: ["Matrix Mixer 8x8"], lacks: ["LSP Crossover Mono x8"]),
    Row("search 16 channels", lacks: ["LSP Graphic Equalizer x16 Mono"]),
    Row("search two inputs", has: ["MDA Stereo", "Ringmod with two inputs"], lacks: ["MDA Piano"]),
    Row("search more than 10 presets", has: ["MDA DX10"], lacks: ["MDA Piano"]),
    Row("search quad", has: ["Surround Level 4"], lacks: ["Rubber Band Mono Pitch Shifter", "Calf X-Over 2 Band"]),
    Row("search type:synth", has: ["MDA DX10"], lacks: ["Gate"]),
    Row(
      "search type == instrument",
      says: "not a predicate:\ntype == instrument\n        ^\nunknown type `instrument`; did you mean `MusicDevice`?",
      status: 2),
    Row("search guitar '&' bass", lacks: ["MaPitchshift", "MDA SubSynth"]),
    Row(
      "search make it sound old", has: ["MDA Degrade"], lacks: ["Foldover distortion"],
      says: "searching for what suits `sound old`: "
        + "Vinyl, Tape, Bitcrusher, lofi and Saturation; --exact searches for the words"),
    Row("search wha wha", first: "Auto-wah"),
    Row("search gitarförstärkare", has: ["MDA Combo"], lacks: ["GxBooster"]),
    Row("search versterker gitaar", has: ["MDA Combo"], lacks: ["GxBooster"]),
    Row(
      "search rhodes", first: "MDA ePiano",
      says: "searching for what fits `rhodes`: Electric Piano, Piano, Synthesizer and Sampler"
        + "; --exact searches for the word"),
    Row(
      "search remove 50 hz hum", has: ["LSP Parametric Equalizer x16 Mono"],
      says:
        "searching for what suits `remove 50 hz hum`: "
        + "hum, Parametric EQ, notch, Graphic EQ, Highpass, Equalizer, Filter and Gate; --exact searches for the words"
    ),
    Row(
      "search 'remove noise?'", has: ["Gate"],
      says:
        "searching for what suits `remove noise`: "
        + "noise reduction, Gate, Restoration, Expander and Lowpass; --exact searches for the words"
    ),
    Row("search made by robin gareus", has: ["BBC M-6"]),
    Row(
      "search reverbb", first: "reverb",
      says: "searching for `Reverb` instead of `reverbb`; --exact searches for `reverbb`"),
    // Names and other words are no misspellings.
    nothing("flavour"),
    nothing("rumour"),
    Row(
      "tag add nosuch x", says: "no component has the URI or name `nosuch`; `aucat search` lists all",
      status: 1),
  ]

  @Test(
    "what is typed finds what is meant",
    arguments: kinds + connectives + spelling + places + nothing + suggestions + meanings + several + numbers
      + shortNames)
  func rows(row: Row) {
    let run = machine.shell("\"$aucat\" \(row.typed)")
    let names = run.lines.map { String($0.prefix { $0 != "\t" }) }
    #expect(run.status == row.status)
    if let first = row.first { #expect(names.first == first) }
    #expect(row.has.filter { !names.contains($0) } == [], "\(names.prefix(20))")
    #expect(row.lacks.filter(names.contains) == [])
    let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let said = lines.map { $0.hasPrefix("aucat: ") ? String($0.dropFirst(7)) : String($0) }.joined(separator: "\n")
    #expect(said == row.says)
  }

  @Test("what --explain prints finds the same", arguments: kinds + connectives + spelling + places + several + numbers)
  func explanations(row: Row) {
    guard row.status == 0 else { return }
    func list(_ command: String) -> [String] { machine.shell("\"$aucat\" \(command) --format uri").lines }
    let lines = machine.shell("\"$aucat\" \(row.typed) --explain").lines
    let predicate = lines.first { $0.hasPrefix("predicate  ") }.map { String($0.dropFirst(11)) } ?? ""
    let meaning = lines.first { $0.hasPrefix("means      ") }.map { String($0.dropFirst(11)) } ?? predicate
    let found = list(row.typed)
    let isGerman = row.typed.contains("--locale de")
    let options = ["--format", "uri"] + (isGerman ? ["--locale", "de"] : [])
    #expect(machine.aucat(["search"] + options + [predicate]).lines == found, "\(predicate)")
    let exactly = machine.aucat(["search", "--exact"] + options + [meaning])
    #expect(Set(exactly.lines) == Set(found), "\(meaning)")
  }

  @Test("the points of the kind that the other words describe add up")
  func leadingKind() {
    let run = machine.aucat("why", "--rank", "http://plugin.org.uk/swh-plugins/gate", "brus gate")
    #expect(run.text.contains(" 40.0  `Gate`\n 40.0    tag Gate"), "\(run)")
  }
}
