import AucatCommands
import AucatProgram
import AudioComponents
import Linux

/// All pages: the commands by their declarations, the language, tags and hosts by their documentation.
struct Manual {
  /// Path of the checkout.
  let sources: String
  let release: Release

  func pages() throws -> [ManualPage] {
    let aucat = Aucat.declaration
    let verbs = aucat.subcommands.map { "aucat-\($0.name)(1)" }
    let language = ["aucat-query(7)", "aucat-tags(7)", "aucat-hosts(7)"]
    let own = CommandPage(command: aucat, path: [aucat.name]).page(release, seeAlso: verbs + language + ["lv2ls(1)"])
    let pages = aucat.subcommands.map { verb in
      CommandPage(command: verb, path: [aucat.name, verb.name]).page(release, seeAlso: ["aucat(1)"] + language)
    }
    return [own] + pages + [try queryPage(), try tagsPage(), try hostsPage()]
  }

  private func queryPage() throws -> ManualPage {
    var page = ManualPage("aucat-query", section: 7, abstract: "The language of aucat's searches", release: release)
    page.heading("SYNOPSIS")
    page.verbatim(["aucat search 'tag == Reverb and audioInputs == 2'", "aucat search stereo reverb -lsp"])
    page.heading("OVERVIEW")
    page.verbatim(QueryHelp.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    page = MarkdownPage.append(try text("Sources/Language/ComponentQuery/README.md"), to: page)
    page.seeAlso(["aucat(1)", "aucat-search(1)", "aucat-why(1)", "aucat-keys(1)", "aucat-tags(7)"])
    return page
  }

  private func tagsPage() throws -> ManualPage {
    var page = ManualPage(
      "aucat-tags", section: 7, abstract: "The standard tags, and how a bundle declares tags", release: release)
    page = MarkdownPage.append(try text("schema/tags.md"), to: page)
    page.heading("VOCABULARY")
    let names = ComponentManager(try Configuration(environment: [:])).standardTags
    for row in try text("Sources/Language/ComponentTags/Data/vocabulary.tsv").split(separator: "\n")
    where !row.hasPrefix("#") {
      let fields = row.split(separator: "\t").map { $0 == "-" ? "" : String($0) }
      let (identifier, group, classes, aliases) = (fields[0], fields[1], fields[2], fields[3])
      let name = names.first { $0.identifier == identifier }?.englishName ?? identifier
      var text = "`\(identifier)`"
      if !group.isEmpty { text += ", in the group `\(group)`" }
      if !aliases.isEmpty { text += "; also " + Self.list(aliases) }
      if !classes.isEmpty { text += "; the class " + Self.list(classes) + " gives it" }
      page.entry("`\(name)`", text)
    }
    page.seeAlso(["aucat(1)", "aucat-tag(1)", "aucat-tags(1)", "aucat-lint(1)", "aucat-query(7)"])
    return page
  }

  private func hostsPage() throws -> ManualPage {
    var page = ManualPage(
      "aucat-hosts", section: 7, abstract: "The hosts that aucat knows, and how to add one", release: release)
    page = MarkdownPage.append(try text("schema/hosts.md"), to: page)
    page.seeAlso(["aucat(1)", "aucat-search(1)", "aucat-why(1)", "aucat-info(1)", "aucat-query(7)"])
    return page
  }

  private static func list(_ words: String) -> String { words.split(separator: ",").joined(separator: ", ") }

  private func text(_ path: String) throws -> String {
    String(decoding: try WholeFile.bytes("\(sources)/\(path)", limit: 1 << 22), as: UTF8.self)
  }
}
