internal import AucatProgram
internal import AudioComponents
internal import Linux

/// Runs the command line of this process.
///
/// - Parameters:
///   - host: hosts plugins; nil executes `aucat-render` for the verbs that need one.
///   - page: serves the page; nil executes `aucat-browse` for that.
/// - Returns: the exit status: see `ExitStatus`.
package func runAucat(host: (any PluginHost)? = nil, page: (any PageHost)? = nil) -> Int32 {
  guard let words = CommandLineWords.ofProcess else {
    return report(
      CommandFailure(
        .usage, "an argument is not UTF-8; rename the file it names, or convert the text, for example with iconv"))
  }
  PageHosts.current = page
  prepareProcess(for: words, host)
  do {
    let invocation = try Invocation(words)
    switch invocation {
    case .answer(let text): try Output.print(text)
    case .command(let command, _): try command.run()
    }
    if !invocation.isChange, !Shortfalls.isEmpty { throw CommandFailure(.partly) }
    return ExitStatus.done.rawValue
  } catch let failure as CommandFailure where failure.status == .nothing && !Shortfalls.isEmpty {
    // Something that seems to be missing may be in what can't be read.
    return report(CommandFailure(.partly, failure.message))
  } catch {
    return report(error, words)
  }
}

/// Prepares the process for a command line.
private func prepareProcess(for words: [String], _ host: (any PluginHost)?) {
  ComponentManager.ownsProcess()
  // A program that hosts plugins leaves its threads their own memory arenas, as any host does.
  if host == nil, PageHosts.current == nil { CurrentProcess.shareMemoryArena() }
  CommandLineWords.current = words
  CommandLineWords.arePassedOn = words.first == WithCommand.name
  PluginHosts.current = host
  // With SIGPIPE ignored, a write to a closed pipe fails, and the program ends quietly.
  CurrentProcess.ignore(.brokenPipe)
  // A file size limit is an error like a full disk, not a reason to be killed.
  CurrentProcess.ignore(.fileSize)
  // If the parent ignores it, children's statuses would be lost.
  CurrentProcess.restore(.childEnd)
}

/// The task of a command line.
private enum Invocation {
  /// To print a text.
  case answer(String)
  /// To run a command.
  case command(any Command, isChange: Bool)

  /// Whether it only makes changes.
  var isChange: Bool { if case .command(_, let isChange) = self { isChange } else { false } }

  /// Reads the words of a command line.
  ///
  /// - Throws: `UsageError`, or an error of the answer.
  init(_ arguments: [String]) throws {
    switch arguments.first {
    case "help": self = .answer(try help(for: arguments.dropFirst()))
    case CompleteVerb.name: self = .answer(CompleteVerb.answer(arguments.dropFirst()))
    default:
      let (declaration, path) = try CommandNames.command(namedBy: arguments[...])
      let words = CommandWords(arguments.dropFirst(path.count), of: declaration)
      switch words.request {
      case .version: self = .answer(Aucat.version + "\n")
      case .help: self = .answer(help(of: declaration, path))
      default:
        let values = try words.values()
        guard let command = declaration.command else {
          self = .answer(help(of: declaration, path))
          return
        }
        self = .command(try command(values), isChange: declaration.isChange)
      }
    }
  }
}

/// The text that `aucat help` prints.
private func help(for words: ArraySlice<String>) throws -> String {
  if Array(words) == ["query"] { return QueryHelp.text }
  let (declaration, path) = try CommandNames.command(namedBy: words, or: ["query"])
  return help(of: declaration, path)
}

private func help(of declaration: CommandDeclaration, _ path: [String]) -> String {
  let terminal = Terminal(environment: Configuration.processEnvironment, color: .auto)
  return HelpText(of: declaration, path: [Aucat.name] + path, width: terminal.width).text
}

/// Reports an error, and returns its exit status.
private func report(_ error: any Error, _ arguments: [String] = []) -> Int32 {
  switch error {
  case let failure as CommandFailure:
    failure.report()
    return failure.status.rawValue
  case is OutputClosed: return ExitStatus.done.rawValue
  case let failure as OutputFailure: return report(CommandFailure(.storeFailed, failure.description))
  case let usage as UsageError:
    let meant = usage.meant.map { [$0] } ?? []
    return report(CommandFailure(usage: usage.reason, meant: meant, remedy: usage.remedy ?? remedy(for: arguments)))
  default:
    return report(CommandFailure(library: error) ?? CommandFailure(.storeFailed, "\(error)"))
  }
}

/// The help that shows the options of the command named by the words.
private func remedy(for arguments: [String]) -> String {
  let path = CommandNames.command(named: arguments).path
  return path.isEmpty ? UnknownCommand.help : "`aucat help \(path.joined(separator: " "))` shows what it takes"
}
