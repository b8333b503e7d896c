internal import ArgumentParser
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

/// Runs the command. `search` and `info` parse plain options themselves, because ArgumentParser starts too slowly.
///
/// - Returns: whether the command only makes changes.
private func command(_ arguments: [String]) throws -> Bool {
  let words = arguments.dropFirst()
  switch arguments.first {
  case "search":
    if let options = try SearchOptions.read(words) { return try answering { try SearchRun(options).run() } }
    return try answering { try parseByArgumentParser(words) }
  case "info": if let options = try InfoOptions.read(words) { return try answering { try options.run() } }
  case "help" where Array(words) == ["query"]: return try answering { try write(QueryHelp.text) }
  case CompleteVerb.name: return try answering { try write(CompleteVerb.answer(words)) }
  default: break
  }
  var command = try parse(arguments)
  try command.run()
  return command is any ChangingCommand
}

/// Lets ArgumentParser report what is wrong with a search, or show its help.
private func parseByArgumentParser(_ words: ArraySlice<String>) throws {
  if let word = SearchOptions.exclusionWithTwoDashes(in: words) {
    throw ValidationError("unknown option '\(word)'; to exclude a word, write \(word.dropFirst())")
  }
  var command = try parse(["search"] + words)
  try command.run()
}

private func answering(_ body: () throws -> Void) rethrows -> Bool {
  try body()
  return false
}

/// Writes a text to standard output.
private func write(_ text: String) throws {
  var output = Output()
  output.write(text)
  try output.finish()
}

/// The command that a command line stands for.
private func parse(_ arguments: [String]) throws -> any ParsableCommand {
  let asksForHelp = arguments.first == "help"
  try CommandNames.check(asksForHelp ? arguments.dropFirst() : arguments[...], or: asksForHelp ? ["query"] : [])
  let (type, count) = CommandNames.command(named: arguments)
  guard let type = type as? any WordsCommand.Type else { return try Aucat.parseAsRoot(arguments) }
  let readable = type.readable(arguments.dropFirst(count))
  let command = try Aucat.parseAsRoot(Array(arguments.prefix(count)) + readable.words)
  guard readable.isWhole || !(command is any WordsCommand) else {
    throw ValidationError("these options can't be read beside words that begin with a dash")
  }
  return command
}

/// Reports an error, and returns its exit status.
private func report(_ error: any Error, _ arguments: [String] = []) -> Int32 {
  switch error {
  case let failure as CommandFailure:
    failure.report()
    return failure.status.rawValue
  case is OutputClosed: return ExitStatus.done.rawValue
  case let failure as OutputFailure: return report(CommandFailure(.storeFailed, failure.description))
  default:
    if let failure = CommandFailure(library: error) { return report(failure) }
    return reportUsage(error, arguments)
  }
}

/// Handles what ArgumentParser throws: requested help, or a usage error.
private func reportUsage(_ error: any Error, _ arguments: [String]) -> Int32 {
  let message = Aucat.fullMessage(for: error)
  if Aucat.exitCode(for: error) == .success {
    do {
      try write(message + "\n")
      return ExitStatus.done.rawValue
    } catch {
      return report(error)
    }
  }
  let line = Aucat.message(for: error).split(separator: "\n").first.map(String.init) ?? "bad usage"
  let reason = beginningSmall(line.hasSuffix(".") ? String(line.dropLast()) : line)
  if let word = dashedWord(arguments) {
    return report(
      CommandFailure(usage: reason, remedy: "put `--` before words that begin with a dash, such as `\(word)`"))
  }
  return report(CommandFailure(usage: reason, remedy: help(for: arguments)))
}

/// Where the options of the command are shown that the words begin with.
private func help(for arguments: [String]) -> String {
  let count = CommandNames.command(named: arguments).count
  let command = arguments.prefix(count).joined(separator: " ")
  return count == 0 ? UnknownCommand.help : "`aucat help \(command)` shows what it takes"
}

/// A message of ArgumentParser as all others begin: with a small letter.
private func beginningSmall(_ message: String) -> String {
  let isWord = message.dropFirst().first?.isLowercase == true
  return isWord ? message.prefix(1).lowercased() + message.dropFirst() : message
}

/// A word that looks like a one-letter option, which no command has, unless it excludes something.
private func dashedWord(_ arguments: [String]) -> String? {
  let (type, count) = CommandNames.command(named: arguments)
  if type is SearchCommand.Type { return nil }
  let words = (type as? any WordsCommand.Type)?.readable(arguments.dropFirst(count)).words ?? arguments
  return words.prefix { $0 != "--" }.first {
    $0.hasPrefix("-") && !$0.hasPrefix("--") && $0 != "-" && $0 != "-h"
  }
}
