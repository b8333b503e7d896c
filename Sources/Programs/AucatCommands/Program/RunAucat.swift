internal import AucatProgram
internal import AudioComponents
internal import Linux

/// Runs the command line of this process.
///
/// - Returns: the exit status: see `ExitStatus`.
public func runAucat() -> Int32 { runAucat(host: nil) }

/// Runs the command line of this process with a plugin host; nil executes `aucat-render` for the verbs that need one.
package func runAucat(host: (any PluginHost)?) -> Int32 {
  guard let words = CommandLineWords.ofProcess else {
    return report(
      CommandFailure(
        .usage, "an argument is not UTF-8; rename the file it names, or convert the text, for example with iconv"))
  }
  ComponentManager.ownsProcess()
  // A program that hosts plugins leaves their threads what any host does.
  if host == nil { CurrentProcess.shareMemoryArena() }
  return runAucat(words, host: host)
}

/// Runs a command line, without the program's name.
package func runAucat(_ arguments: [String], host: (any PluginHost)? = nil) -> Int32 {
  CommandLineWords.current = arguments
  CommandLineWords.arePassedOn = arguments.first == WithCommand.name
  PluginHosts.current = host
  // With SIGPIPE ignored, a write to a closed pipe fails, and the program ends quietly.
  CurrentProcess.ignore(.brokenPipe)
  // A file size limit is an error like a full disk, not a reason to be killed.
  CurrentProcess.ignore(.fileSize)
  // Where the parent ignores it, no child's status would come here.
  CurrentProcess.restore(.childEnd)
  do {
    try run(arguments)
    return ExitStatus.done.rawValue
  } catch {
    return report(error, arguments)
  }
}

/// Runs the command; it is done in part where its answer lacks something.
private func run(_ arguments: [String]) throws {
  do {
    let changes = try command(arguments)
    if !changes, !Shortfalls.isEmpty { throw CommandFailure(.partly) }
  } catch let failure as CommandFailure where failure.status == .nothing && !Shortfalls.isEmpty {
    // What is missing may be in what can't be read.
    throw CommandFailure(.partly, failure.message)
  }
}

/// Runs the command.
///
/// - Returns: whether the command only makes changes.
private func command(_ arguments: [String]) throws -> Bool {
  switch arguments.first {
  case "help": return try answer(try help(for: arguments.dropFirst()))
  case CompleteVerb.name: return try answer(CompleteVerb.answer(arguments.dropFirst()))
  default: break
  }
  let (declaration, path) = try CommandNames.command(namedBy: arguments[...])
  let words = CommandWords(arguments.dropFirst(path.count), of: declaration)
  if words.request == .version { return try answer(Aucat.version + "\n") }
  if words.request == .help { return try answer(help(of: declaration, path)) }
  let values = try words.values()
  guard let command = declaration.command else { return try answer(help(of: declaration, path)) }
  try command(values).run()
  return declaration.isChange
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

/// Writes an answer to standard output.
private func answer(_ text: String) throws -> Bool {
  try Output.print(text)
  return false
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

/// Where the options of the command are shown that the words begin with.
private func remedy(for arguments: [String]) -> String {
  let path = CommandNames.command(named: arguments).path
  return path.isEmpty ? UnknownCommand.help : "`aucat help \(path.joined(separator: " "))` shows what it takes"
}
