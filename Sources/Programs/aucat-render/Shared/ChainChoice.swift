internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import RenderChain

/// The chain that a command line describes, with bundles from the catalog.
struct ChainChoice {
  private(set) var document = ChainDocument()
  /// The components, in order.
  private(set) var components: [Component] = []
  /// The chain without snapshots.
  var chain: RenderChain {
    get { document.chain }
    set { document.chain = newValue }
  }
  /// Names of the components, by URI.
  var names: [String: String] { components.reduce(into: [:]) { $0[$1.uri] = $1.name } }

  /// - Parameters:
  ///   - file: the file of the chain; nil if it consists of `stages`.
  ///   - settings: `SYMBOL=VALUE`, of the file's components; with `NUMBER:` before it if several have the parameter.
  ///   - patience: how long reading the file may take, in milliseconds, and then it must be a regular one; nil for as long as
  ///     it takes, from a pipe as well.
  ///   - note: called with notes on the choice of components.
  init(
    file: String?, stages: [StageWords], settings: [String] = [], _ session: Session, patience: Int? = nil,
    note: (String) -> Void = { warn($0) }
  ) throws {
    if let file {
      try readChainFile(file, session, patience)
      for (stage, component) in zip(chain.stages, components) where stage.sideChain == .input && !component.hasSideChain
      {
        note("\(component.name) has no side chain, so that of \(file) reaches nothing")
      }
      for setting in settings { try set(setting, in: file, session) }
    } else {
      guard stages.count <= ChainFile.stageLimit else {
        throw CommandFailure(.usage, "a chain has at most \(ChainFile.stageLimit) components, not \(stages.count)")
      }
      for words in stages { try append(words, session, note) }
    }
  }

  /// Checks that the chain has components.
  ///
  /// - Parameter file: the file of the chain, for the error; nil if it has none.
  /// - Throws: `CommandFailure` if there is no component.
  func requireComponents(of file: String?) throws {
    guard components.isEmpty else { return }
    throw CommandFailure(
      .usage, "\(file ?? "the chain") has no components; `aucat render --save-chain` writes chains")
  }

  /// Checks that the chain plays notes.
  ///
  /// - Throws: `CommandFailure` if the first component takes no MIDI, or makes no sound.
  func requireMIDI() throws {
    guard let first = components.first else { return }
    let lack = !first.hasMIDIInput ? "takes no MIDI" : first.audioOutputs == 0 ? "makes no sound" : nil
    guard let lack else { return }
    throw CommandFailure(
      .usage, "\(first.name) \(lack); an instrument comes first (`aucat search instrument` lists some)")
  }

  private mutating func append(_ words: StageWords, _ session: Session, _ note: (String) -> Void) throws {
    let component = try session.componentSaid(chosenBy: words.component, note: note)
    let details = try session.manager.details(of: component)
    var stage = RenderChain.Stage(component: component.uri, bundle: component.bundle)
    stage.isBypassed = words.isBypassed
    if let preset = words.preset { stage.preset = try Self.preset(preset, of: component, details) }
    for setting in words.settings {
      let parameter = try ParameterText(setting, of: component, details)
      stage.parameters[parameter.symbol] = parameter.value
    }
    if words.sideChain == .input, !component.hasSideChain {
      throw CommandFailure(
        .usage, "\(component.name) has no side chain, so --side-chain input would reach nothing; leave it out")
    }
    switch words.sideChain {
    case .silence: stage.sideChain = .silence
    case .input: stage.sideChain = .input
    case nil: break
    }
    components.append(component)
    chain.stages.append(stage)
  }

  /// The preset of a component that a word names.
  static func preset(
    _ word: String, of component: Component, _ details: ComponentDetails
  ) throws -> RenderChain.Preset {
    let named = details.presets.presets(called: word)
    if let preset = named.first, named.count == 1 { return RenderChain.Preset(uri: preset.uri, bundle: preset.bundle) }
    if named.isEmpty {
      let near = details.presets.prefix(20).map { "`\($0.name)`" }.joined(separator: ", ")
      let known = near.isEmpty ? "it has none" : "it has \(near)\(details.presets.count > 20 ? " and others" : "")"
      throw CommandFailure(.usage, "\(component.name) has no preset `\(word)`; \(known)")
    }
    let list = named.map { "  \($0.uri)  \($0.name)" }.joined(separator: "\n")
    throw CommandFailure(
      .usage, "\(named.count) presets of \(component.name) are named `\(word)`; use one of these URIs:\n\(list)")
  }

  private mutating func readChainFile(_ path: String, _ session: Session, _ patience: Int?) throws {
    let text = try Self.text(path, patience)
    do throws(ChainFile.FormatError) {
      document = try ChainFile.document(text)
    } catch {
      throw CommandFailure(.usage, "\(path) is not a chain file: \(error)")
    }
    var (chain, found) = (chain, [Component]())
    try Self.locate(&chain, session) { found.append($0) }
    (self.chain, components) = (chain, found)
  }

  /// Replaces the chain with a snapshot of its file.
  mutating func begin(with snapshot: String, _ session: Session) throws {
    var (chain, found) = (try snapshotChain(snapshot), [Component]())
    try Self.locate(&chain, session) { found.append($0) }
    (self.chain, components) = (chain, found)
  }

  /// The chain of a snapshot, as the file has it.
  private func snapshotChain(_ name: String) throws -> RenderChain {
    if let snapshot = document.snapshot(name) { return snapshot.chain }
    throw CommandFailure(unknownSnapshot: name, among: document)
  }

  /// The settings that recall snapshots at frames.
  ///
  /// - Throws: `CommandFailure` for a snapshot that is not in the file, or that requires loading something.
  func changes(
    _ recalls: [(frame: Int, snapshot: String)], _ session: Session, settings: HostSettings
  ) throws -> [RenderChange] {
    guard !recalls.isEmpty else { return [] }
    var present = try chain.completed(settings)
    return try recalls.map { frame, name in
      var wanted = try snapshotChain(name)
      try Self.locate(&wanted, session)
      wanted = try wanted.completed(settings)
      guard let change = present.settings(toBecome: wanted) else {
        throw CommandFailure(
          .usage,
          "--at \(frame) can't recall snapshot \(name): its components, their order or their states differ; render it by itself, "
            + "with --snapshot")
      }
      present = wanted
      return RenderChange(frame: frame, settings: change)
    }
  }

  /// Fills in the bundles of a chain's components and presets.
  static func locate(_ chain: inout RenderChain, _ session: Session, found: (Component) -> Void = { _ in }) throws {
    for number in chain.stages.indices {
      let component = try session.component(chain.stages[number].component)
      chain.stages[number].component = component.uri
      chain.stages[number].bundle = component.bundle
      found(component)
      guard let preset = chain.stages[number].preset else { continue }
      let details = try session.manager.details(of: component)
      chain.stages[number].preset = try Self.preset(preset.uri, of: component, details)
    }
  }

  /// Sets a parameter of a chain's file.
  private mutating func set(_ text: String, in file: String, _ session: Session) throws {
    let (number, setting) = Self.numbered(text)
    let stage = try number.map { try index($0, in: file) } ?? stage(with: setting, in: file, session)
    let component = components[stage]
    let parameter = try ParameterText(setting, of: component, try session.manager.details(of: component))
    chain.stages[stage].parameters[parameter.symbol] = parameter.value
  }

  /// `2:gain=1` is the gain of the second component.
  private static func numbered(_ text: String) -> (number: Int?, setting: String) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard let number = Int(digits), text.dropFirst(digits.count).first == ":" else { return (nil, text) }
    return (number, String(text.dropFirst(digits.count + 1)))
  }

  private func index(_ number: Int, in file: String) throws -> Int {
    guard components.indices.contains(number - 1) else {
      throw CommandFailure(
        .usage, "\(file) has \(Count.text(components.count, "component")), so there is no number \(number)")
    }
    return number - 1
  }

  /// The only component that has the parameter of a setting.
  private func stage(with setting: String, in file: String, _ session: Session) throws -> Int {
    if components.count == 1 { return 0 }
    let word = String(setting.prefix { $0 != "=" })
    let having = try components.indices.filter { index in
      let ports = try session.manager.details(of: components[index]).ports.filter(\.isParameter)
      return !ports.parameters(called: word).isEmpty
    }
    guard let first = having.first else {
      throw CommandFailure(
        .usage, "no component of \(file) has a parameter `\(word)`; `aucat info` lists those of each")
    }
    guard having.count == 1 else {
      let names = having.map { "\($0 + 1): \(components[$0].name)" }.joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "\(having.count) components of \(file) have a parameter `\(word)` (\(names)); number it, as in --set "
          + "\(first + 1):\(setting)")
    }
    return first
  }

  private static func text(_ path: String, _ patience: Int?) throws -> String {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes =
        if let patience {
          try WholeFile.bytes(ofRegularFile: path, limit: ChainFile.sizeLimit, within: patience)
        } else {
          try WholeFile.bytes(path, limit: ChainFile.sizeLimit)
        }
    } catch {
      throw CommandFailure(.storeFailed, "\(path) can't be read (\(error)); check its name")
    }
    guard let bytes else { throw CommandFailure(.usage, "\(path) is not a file; name the file of a chain") }
    guard bytes.count <= ChainFile.sizeLimit else {
      throw CommandFailure(.usage, "\(path) has more than \(ChainFile.sizeLimit >> 20) MiB and is not a chain file")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "\(path) is not a chain file: it is not UTF-8")
    }
    return text
  }

  /// Counts one use of each component. The command's work is done by then, so a failure to count isn't an error.
  func countUses(_ session: Session) {
    let uris = Set(chain.stages.map(\.component)).sorted()
    do throws(ComponentManagerError) {
      try session.manager.apply(uris.map { .use(of: $0) })
    } catch .noPlaceForUserStore, .userStoreDeclined {
      // Without a place for a user store, nothing is counted anywhere.
    } catch {
      warn("the use of these components was not counted: \(error)")
    }
  }

  /// Writes the chain to a file, atomically.
  func save(to path: String) throws { try Self.replace(path, by: ChainFile.text(of: chain)) }

  /// Writes a text to a file, atomically.
  static func replace(_ path: String, by text: String) throws { try replace(path, by: Array(text.utf8)) }

  /// Writes bytes to a file, atomically.
  static func replace(_ path: String, by bytes: [UInt8]) throws {
    do throws(SystemError) {
      let file = try FileReplacement(path)
      try file.write(bytes)
      try file.finish()
    } catch {
      let reason = error.isMissing ? "its folder does not exist" : "\(error)"
      throw CommandFailure(.storeFailed, "\(path) can't be written (\(reason)); name another file")
    }
  }
}

extension CommandFailure {
  /// The error for a snapshot that the chain lacks.
  init(unknownSnapshot name: String, among document: ChainDocument) {
    let names = document.snapshots.map(\.name)
    self.init(
      .nothing, "there is no snapshot `\(name)`", suggestion: nearest(to: name, in: names),
      remedy: names.isEmpty
        ? "`aucat live send snapshot save \(name)` saves one" : "the chain has \(names.joined(separator: ", "))")
  }
}
