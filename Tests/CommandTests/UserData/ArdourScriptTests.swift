import TestSupport
import Testing

/// The script for Ardour, in Ardour's own interpreter: real sessions, tracks and plugins, without a screen. The dialogs and
/// the editor's selection are stand-ins, as they come with the editor.
@Suite(.enabled(if: Machine.has("ardour7-lua"), "ardour is not installed"))
struct ArdourScriptTests {
  private let machine: Machine

  init() {
    var hostile = Plugin.hall
    (hostile.uri, hostile.name, hostile.maker) = ("urn:test:quotes", #"a "quoted", 'name' $(x)"#, "\"")
    machine = Machine([Bundle(name: "quotes", plugins: [hostile]), Bundle(name: "twins", plugins: Plugin.twins)])
    TestPlugins.install(in: machine.folder, "lv2")
  }

  /// Runs the script as Ardour does, from its bytecode, once for each list of answers.
  private static let driver = #"""
    function ardour (declared) descriptor = declared end
    dofile (os.getenv ("script"))
    assert (descriptor["type"] == "EditorAction")
    AudioEngine:set_backend ("None (Dummy)", "", "")
    Session = create_session (os.getenv ("folder") .. "/session", "test", 48000)
    local tracks = Session:new_audio_track (
      2, 2, nil, 1, "Strings", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
    local selection, answers = tracks, {}
    Editor = { get_selection = function () return { tracks = { routelist = function () return selection end } } end }
    LuaDialog = {
      MessageType = { Info = 0 }, ButtonType = { Close = 0 },
      Message = function (_, text) return { run = function () print ("SAID " .. text) end } end,
      Dialog = function (_, controls)
        return { run = function () local answer = table.remove (answers, 1); return answer and answer (controls) end }
      end,
    }
    local action = load (string.dump (factory, true), nil, nil, _ENV) ()
    local function asked (query) return function () return { query = query } end end
    local function chosen (controls)
      print ("NOTE " .. controls[1].title)
      local labels = {}
      for label in pairs (controls[2].values) do labels[#labels + 1] = label end
      table.sort (labels)
      for _, label in ipairs (labels) do print ("LABEL " .. label) end
      if os.getenv ("choose") == "no" then return nil end
      return { uri = controls[2].values[labels[1]] }
    end
    local function try (...)
      answers = { ... }
      action ()
      local names, number = {}, 0
      while not tracks:front ():nth_plugin (number):isnil () do
        names[#names + 1] = tracks:front ():nth_plugin (number):to_insert ():plugin (0):unique_id ()
        number = number + 1
      end
      print ("PLUGINS " .. table.concat (names, " "))
    end
    if os.getenv ("query") then
      try (asked (os.getenv ("query")), chosen)
    else
      try ()
      try (asked ("tag == NoSuchTag"))
      try (asked ("Gain stereo"), function () return nil end)
      selection = { iter = function () return function () end end }
      try (asked ("Gain stereo"), chosen)
    end
    close_session ()
    """#

  /// What the script has shown, and the plugins on the track after each run.
  private func run(query: String?, path: String? = nil, chooses: Bool = true) throws -> [String] {
    machine.folder.write(Self.driver, to: "driver.lua")
    let setting = [
      "script": Repository.path("Sources/Libraries/ardour/add_with_aucat.lua"), "query": query, "LANG": "C.UTF-8",
      "choose": chooses ? "yes" : "no",
      "PATH": path ?? (Child.products + ":" + (machine.environment["PATH"] ?? "")),
    ]
    let run = machine.shell(
      #"cd "$folder" && rm -rf session && exec timeout 120 ardour7-lua driver.lua 2>errors"#, setting: setting)
    try #require(run.status == 0, "\(run.text) \(run.errors)")
    return run.lines.filter { line in ["SAID ", "NOTE ", "LABEL ", "PLUGINS "].contains { line.hasPrefix($0) } }
  }

  @Test(
    "a predicate lists plugins, and the chosen one is on the selected track",
    .enabled(if: Sanitizer.allowsForeignHosts, "Ardour can't load plugins that are built with a sanitizer"))
  func adds() throws {
    let shown = try run(query: "name beginswith 'Gain'")
    #expect(
      shown == [
        "NOTE 2 plugins:", "LABEL Gain mono,  (1 in, 1 out)", "LABEL Gain stereo,  (2 in, 2 out)",
        "PLUGINS urn:aucat:test:gain-mono",
      ])
  }

  @Test("no text reaches a shell as more than a word, and names are read whatever they contain")
  func hostileTexts() throws {
    let injection =
      "'; touch '\(machine.folder("evil"))'; '$(touch \(machine.folder("evil")))`touch \(machine.folder("evil"))`"
    let refused = try run(query: injection)
    #expect(refused.first?.hasPrefix("SAID aucat: ") == true && refused.last == "PLUGINS ", "\(refused)")
    #expect(!machine.folder.names(in: "").contains("evil"))
    let option = try run(query: "--help", chooses: false)
    #expect(option.contains { $0.hasPrefix("SAID aucat: nothing matches") || $0.hasPrefix("LABEL ") }, "\(option)")
    // Ardour ends if it is to load a binary that is empty.
    let named = try run(query: #"name == 'a "quoted", \'name\' $(x)'"#, chooses: false)
    #expect(named.contains(#"LABEL a "quoted", 'name' $(x), " (2 in, 2 out)"#), "\(named)")
  }

  @Test("a cancelled dialog, nothing found and nothing selected add nothing, and say why")
  func nothing() throws {
    let shown = try run(query: nil)
    try #require(shown.count == 6, "\(shown)")
    #expect(shown.filter { $0 == "PLUGINS " }.count == 4)
    #expect(shown[1].contains("NoSuchTag") && shown[4] == "SAID Select a track or bus first.", "\(shown)")
  }

  @Test("without aucat it says so")
  func missing() throws {
    let shown = try run(query: "Gain", path: "/usr/bin:/bin")
    #expect(shown == ["SAID aucat is not installed, or not in Ardour's PATH.", "PLUGINS "])
  }
}
