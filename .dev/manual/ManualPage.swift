/// A page of the manual, in the macros of man(7).
struct ManualPage {
  let name: String
  let section: Int
  private var lines: [String]

  /// The name of the page's file.
  var file: String { "\(name).\(section)" }

  /// The page as groff reads it.
  var text: String { lines.map { $0 + "\n" }.joined() }

  init(_ name: String, section: Int, abstract: String, release: Release) {
    self.name = name
    self.section = section
    let volume = section == 1 ? "User Commands" : "Miscellaneous"
    lines = [
      ".\\\" Made by aucat-manual from the program's declarations and documentation.",
      ".TH \(name.uppercased()) \(section) \"\(release.date)\" \"aucat \(release.version)\" \"\(volume)\"",
    ]
    heading("NAME")
    lines += Roff.filled("\(Roff.escaped(name, isVerbatim: true)) \\- \(Roff.marked(Self.sentence(abstract)))")
  }

  /// An abstract as a list of pages has it: small, without a full stop.
  private static func sentence(_ text: String) -> String {
    let rest = text.hasSuffix(".") ? text.dropLast() : text[...]
    let isWord = rest.dropFirst().first?.isLowercase == true
    return (isWord ? rest.prefix(1).lowercased() : String(rest.prefix(1))) + rest.dropFirst()
  }

  mutating func heading(_ title: String) { lines.append(".SH \(Self.argument(title.uppercased()))") }

  mutating func subheading(_ title: String) { lines.append(".SS \(Self.argument(title))") }

  /// A paragraph of marked text.
  mutating func paragraph(_ text: String) {
    if !isAfterHeading { lines.append(".PP") }
    lines += Roff.filled(Roff.marked(text))
  }

  /// A line of a synopsis, whose words have their roff already.
  mutating func synopsis(_ words: String) {
    if !isAfterHeading { lines.append(".br") }
    lines.append(words)
  }

  /// What a word means; both are marked text.
  mutating func entry(_ word: String, _ text: String) { entry(roff: Roff.marked(word), text) }

  /// As ``entry(_:_:)``, with a word that has its roff already.
  mutating func entry(roff word: String, _ text: String) {
    lines += [".TP", Roff.line(word)] + Roff.filled(text.isEmpty ? "\\&" : Roff.marked(text))
  }

  /// An element of a list.
  mutating func item(_ text: String) { lines += [".IP \\(bu 2"] + Roff.filled(Roff.marked(text)) }

  /// Lines as they are.
  mutating func verbatim(_ text: [some StringProtocol]) {
    if !isAfterHeading { lines.append(".PP") }
    lines += [".RS 4", ".nf"] + text.map { $0.isEmpty ? "\\&" : Roff.line(Roff.escaped($0, isVerbatim: true)) }
    lines += [".fi", ".RE"]
  }

  /// The pages that belong to this one.
  mutating func seeAlso(_ pages: [String]) {
    heading("SEE ALSO")
    let references = pages.map { page in
      let name = page.prefix { $0 != "(" }
      return ".BR \(Roff.escaped(name, isVerbatim: true)) \(page.dropFirst(name.count))"
    }
    lines += references.dropLast().map { $0 + " ," }.map { $0.replacing(" ,", with: ",") } + references.suffix(1)
  }

  private var isAfterHeading: Bool { lines.last?.hasPrefix(".S") == true }

  private static func argument(_ text: String) -> String { "\"\(Roff.marked(text))\"" }
}

/// What the head of a page says of the release.
struct Release {
  let version: String
  /// `2026-11-21`
  let date: String
}
