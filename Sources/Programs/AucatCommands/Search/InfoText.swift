internal import AucatProgram
internal import AudioComponents
internal import Linux

/// A component's description for people: first the facts to choose by, then its signals and controls, and last the
/// facts for programs and authors.
struct InfoText {
  let component: Component
  let details: ComponentDetails
  let collections: [String]
  let session: Session
  let showsAll: Bool
  private static let indent = 16

  var text: String {
    let controls = ControlTables(session: session, isGrouping: !showsAll).texts(of: details)
    let sections = [heading + choice, signal] + controls + [presets, remarks, identity, features, files]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var terminal: Terminal { session.terminal }

  private func line(_ label: String, _ value: String?) -> String {
    guard let value, !value.isEmpty else { return "" }
    let padding = String(repeating: " ", count: max(1, Self.indent - label.count))
    let lines = wrapped(Escaping.escaped(value))
    let margin = "\n" + String(repeating: " ", count: Self.indent)
    return terminal.dim(label) + padding + lines.joined(separator: margin) + "\n"
  }

  /// The lines of a value on a terminal; in a pipe it has one. An address that is too wide stays whole, so that it can
  /// be copied.
  private func wrapped(_ value: String) -> [String] {
    let room = terminal.width - Self.indent
    guard terminal.isInteractive, room >= Self.indent else { return [value] }
    var lines: [String] = []
    for word in value.split(separator: " ") {
      if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= room {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private var heading: String { terminal.bold(Escaping.escaped(component.name)) + "\n" }

  /// The facts that people choose a component by, and their own data about it.
  private var choice: String {
    let variants = (try? session.manager.variants(of: component).map(\.name).joined(separator: ", ")) ?? ""
    return line("manufacturer", component.manufacturer)
      + line("tags", component.displayTags.map(\.name).joined(separator: ", ")) + line("type", component.localizedType)
      + line("comment", firstLines(details.comment)) + line("channels", component.channels)
      + line("presets", details.presets.isEmpty ? nil : "\(details.presets.count)")
      + line("cost", cost) + line("validation", validation) + line("gone", replacements)
      + line("favorite", component.isFavorite ? "yes" : nil) + line("hidden", component.isHidden ? "yes" : nil)
      + line("collections", collections.joined(separator: ", ")) + line("used", usage) + line("variants", variants)
  }

  private var identity: String {
    line("URI", component.uri) + line("code", "\(component.componentDescription.type)")
      + line(
        "class", details.classes.filter { $0 != LV2.plugin && !$0.hasPrefix(Namespace.doap) }.joined(separator: " "))
      + line("tags from", tagSources) + line("version", component.version.description)
      + line("license", component.license.map(License.name)) + line("homepage", details.homepage)
      + line("project", details.project) + line("short name", details.shortName) + line("names", translatedNames)
  }

  private var tagSources: String {
    component.displayTags.map { tag in
      "\(tag.name) (\(tag.sources.map(\.rawValue).sorted().joined(separator: ", ")))"
    }.joined(separator: ", ")
  }

  private var translatedNames: String {
    details.names.compactMap { name in name.language.map { "\(name.text) (\($0))" } }.joined(separator: ", ")
  }

  private static let longestComment = 300

  private func firstLines(_ comment: String?) -> String? {
    guard let comment else { return nil }
    // Some bundles have a placeholder, such as three dots.
    guard comment.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
    let words = comment.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > Self.longestComment ? words.prefix(Self.longestComment - 1) + "…" : words
  }

  private var signal: String {
    var parts = ["\(component.audioInputs) in, \(component.audioOutputs) out"]
    if component.hasSideChain { parts.append("side chain") }
    let midi = [component.hasMIDIInput ? "in" : nil, component.hasMIDIOutput ? "out" : nil].compactMap(\.self)
    return line("audio", parts.joined(separator: ", "))
      + line("MIDI", midi.joined(separator: " and "))
      + line(
        "CV",
        component.cvInputs + component.cvOutputs > 0 ? "\(component.cvInputs) in, \(component.cvOutputs) out" : nil)
      + line("latency", latency)
      + flags
      + line("real time", realtime) + line("repeatable", determinism)
      + line("live", details.isLive ? "needs a live source (lv2:isLive)" : nil) + hosts
  }

  /// The author's claim of real-time safety, and whether a validation has confirmed it.
  private var realtime: String? {
    guard component.isHardRealtime else { return nil }
    switch component.realtime.flatMap(RealtimeSafety.init) {
    case .proven: return "safe, as its author claims; `aucat validate` found nothing against it"
    case .broken: return "claimed safe by its author, but `aucat validate` found calls that may block"
    case .claimed, nil: return "safe, as its author claims"
    }
  }

  private var determinism: String? {
    component.isDeterministic.map { $0 ? "the same input gives the same output" : "each run gives different output" }
  }

  /// The latency, and the reported one if it differs from the measured one.
  private var latency: String {
    let stored = try? session.manager.measurement(of: component)
    let frames = stored?.reportedLatency.flatMap { Int(exactly: $0.rounded()) }
    let reports = details.ports.contains { $0.direction == .output && $0.has(.reportsLatency) }
    switch (component.latency, frames) {
    case (let known?, let frames?) where known != frames: return "\(known) frames, but it reports \(frames)"
    case (let known?, _): return "\(known) frames\(known > 0 && !reports ? ", but it reports none" : "")"
    case (nil, let frames?): return "\(frames) frames, as it reports; not confirmed by an impulse"
    case (nil, nil) where reports: return "reported only while it runs, and not measured"
    case (nil, nil):
      return
        "unknown: it reports none, and \(stored?.isMeasured == true ? "no impulse showed it" : "was not measured")"
    }
  }

  /// The last measurement, with its age.
  private var cost: String? {
    guard let stored = try? session.manager.measurement(of: component) else { return nil }
    guard stored.isMeasured else {
      return "not measured: \(stored.reason ?? stored.outcome) (\(Self.age(stored.days)))"
    }
    let parts = [
      stored.cost.map { "\(AudioText.decimals($0, 2)) % of a core" },
      stored.loadTime.map { "loads in \(AudioText.decimals($0, 1)) ms" },
      stored.memory.map { "\(AudioText.decimals($0, 1)) MB" }, Self.age(stored.days),
    ].compactMap(\.self).joined(separator: ", ")
    return component.cost == nil ? "unknown, because its files have changed; last measured: \(parts)" : parts
  }

  private static func age(_ days: Int) -> String { days == 0 ? "today" : "\(Count.text(days, "day")) ago" }

  /// The verdict of the last validation, with its age.
  private var validation: String? {
    guard let stored = try? session.manager.validation(of: component) else { return component.validation }
    let words = "\(stored.verdict), level \(stored.level), \(Self.age(stored.days))"
    return component.validation == nil ? "none since its files changed; last verdict: \(words)" : words
  }

  /// The Booleans that have a line of their own.
  private var flags: String {
    Key.storedFlags.map { _, flag in
      guard case .line(let label, let text) = flag.info, component[keyPath: flag.property()] else { return "" }
      return line(label, text)
    }.joined()
  }

  private var features: String {
    line("requires", component.requiredFeatures.joined(separator: " "))
      + line("optional", details.optionalFeatures.joined(separator: " "))
      + line("extensions", details.extensionData.joined(separator: " "))
      + line("view", details.interfaces.map(\.type).joined(separator: " "))
      + line("replaces", details.replaces.joined(separator: " "))
  }

  /// The hosts that can run it, with what they leave out; and for the others, what is missing.
  private var hosts: String {
    let usable = details.hosts.filter(\.isUsable).map { support in
      let omissions = support.omissions.map(\.rawValue).joined(separator: " and ")
      return "\(support.host)" + (omissions.isEmpty ? "" : " (without its \(omissions))")
    }
    let others = details.hosts.filter { !$0.isUsable }.map { support in
      (host: "\(support.host)", reason: support.obstacles.map(\.text).joined(separator: "; "))
    }
    // A verdict keeps it from all hosts.
    if let reason = others.first?.reason, others.count > 1, usable.isEmpty, others.allSatisfy({ $0.reason == reason }) {
      return line("not usable in", "any of the \(others.count) known hosts (\(reason))")
    }
    return line("usable in", usable.joined(separator: ", "))
      + line("not usable in", others.map { "\($0.host) (\($0.reason))" }.joined(separator: ", "))
  }

  private var files: String {
    line("bundle", component.bundle) + line("binary", details.binary) + line("icon", details.icon)
  }

  /// A note about a component whose bundle has been deleted since the last scan.
  private var replacements: String? {
    guard !Path.exists(component.bundle) else { return nil }
    let others = (try? session.manager.similar(to: component, limit: 3).map(\.component.name)) ?? []
    return "the bundle has been deleted" + (others.isEmpty ? "" : "; most similar: \(others.joined(separator: ", "))")
  }

  private var usage: String? {
    guard details.uses > 0 else { return nil }
    let last = details.lastUsed.map { ", last \($0.day)" } ?? ""
    return Count.text(details.uses, "time") + last
  }

  private var presets: String {
    guard !details.presets.isEmpty else { return "" }
    let title = terminal.bold(Count.text(details.presets.count, "preset"))
    if terminal.isInteractive && !showsAll && details.presets.count > Self.mostPresets {
      return title + terminal.dim(" (--all lists each)") + "\n" + banks.map { $0 + "\n" }.joined()
    }
    let lines = details.presets.map { preset in
      "  " + Escaping.escaped(preset.name + (preset.bank.map { " (\($0))" } ?? "")) + "\n"
    }
    return title + "\n" + lines.joined()
  }

  /// More presets than this are shown by bank on a terminal.
  private static let mostPresets = 40

  /// The presets without a bank, and then a line for each bank: its name, how many presets it has, and the first ones.
  private var banks: [String] {
    let banks = Dictionary(grouping: details.presets) { $0.bank ?? "" }
    let names = Set(banks.keys).sorted {
      session.manager.sortKey($0).lexicographicallyPrecedes(session.manager.sortKey($1))
    }
    return names.flatMap { name -> [String] in
      let presets = (banks[name] ?? []).map { Escaping.escaped($0.name) }.filter { !$0.allSatisfy(\.isWhitespace) }
      if name.isEmpty { return DisplayWidth.list(presets, indent: 2, width: terminal.width) }
      let line = "  \(Escaping.escaped(name)) (\(presets.count)): \(presets.joined(separator: ", "))"
      return [DisplayWidth.cut(line, to: terminal.width)]
    }
  }

  private var remarks: String {
    details.remarks.map { terminal.red("remark") + "          " + Escaping.escaped($0) + "\n" }.joined()
  }
}
