package import AudioComponents
internal import Linux

/// A predicate on a command line: one argument, plain words, or `-` for standard input.
package struct PredicateText {
  package let text: String

  package init(_ words: [String]) throws {
    if words == ["-"] {
      text = try StandardInput.text(limit: ComponentPredicate.sizeLimit + 1)
    } else {
      text = words.count == 1 ? words[0] : Self.joined(words)
    }
  }

  /// Several arguments as one text: `"tape delay" or echo` is three of them, whose quotes the shell has removed.
  package static func joined(_ arguments: [String]) -> String {
    var texts: [String] = []
    for argument in arguments {
      texts.append(texts.last.map(isOperator) == true ? quoted(argument) : grouped(argument))
    }
    return texts.joined(separator: " ")
  }

  /// An argument of several words: a phrase in quotes, anything else in parentheses, so that neighbours don't change
  /// its meaning. An argument that means nothing by itself is unchanged.
  private static func grouped(_ argument: String) -> String {
    guard argument.contains(where: \.isWhitespace) else { return argument }
    let words = argument.beginsWithDash ? String(argument.unicodeScalars.dropFirst()) : argument
    guard let predicate = try? ComponentPredicate(parsing: words) else { return argument }
    if case .text = predicate, TextReading(of: words) == .words { return quoted(argument) }
    if isKeyed(words) { return quoted(argument) }
    return argument.beginsWithDash ? argument : "(\(argument))"
  }

  /// An argument in quotes. The minus and the key of `-"tape delay"` and `name:"large hall"` stay before them.
  private static func quoted(_ argument: String) -> String {
    guard argument.contains(where: \.isWhitespace), !argument.contains("\"") else { return argument }
    let sign = argument.beginsWithDash ? String(argument.unicodeScalars.prefix(1)) : ""
    let rest = Substring(argument.unicodeScalars.dropFirst(sign.unicodeScalars.count))
    let prefix = isKeyed(String(rest)) ? rest.prefix { $0 != ":" } + ":" : ""
    let phrase = rest.dropFirst(prefix.count).split(separator: "\\", omittingEmptySubsequences: false)
    return sign + prefix + "\"" + phrase.joined(separator: "\\\\") + "\""
  }

  /// Whether an argument begins with a key and a colon, with the value directly after it.
  private static func isKeyed(_ argument: String) -> Bool {
    let key = argument.prefix { $0 != ":" && !$0.isWhitespace }
    let rest = argument.dropFirst(key.count)
    return rest.first == ":" && rest.dropFirst().first?.isWhitespace == false && Key.isNamed(String(key))
  }

  /// Whether an argument is an operator, so that a value follows.
  private static func isOperator(_ argument: String) -> Bool {
    let name = argument.prefix { $0 != "[" }.lowercased()
    return [
      "==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>", "contains", "beginswith", "endswith", "like", "matches",
    ].contains(name)
  }

  /// Parses the predicate.
  ///
  /// - Parameter values: the value for each `%@`, as typed.
  /// - Throws: a ``CommandFailure`` that shows the mistake.
  package func parsed(_ session: Session, values: [String] = []) throws -> ComponentPredicate {
    do throws(ComponentManagerError) {
      return try predicate(session.manager, values)
    } catch {
      guard case .invalidPredicate(var invalid) = error else { throw error }
      if values.isEmpty, let column = invalid.column, text.dropFirst(column - 1).hasPrefix("%@") {
        invalid.message += ", or pass it with --arg"
      }
      throw CommandFailure(invalid, in: text)
    }
  }

  private func predicate(
    _ manager: ComponentManager, _ values: [String]
  ) throws(ComponentManagerError) -> ComponentPredicate {
    try manager.typedPredicate(text, arguments: values.map(ComponentPredicate.Argument.typed))
  }
}

/// Standard input as text.
package enum StandardInput {
  /// Reads standard input to its end.
  package static func text(limit: Int) throws -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try BorrowedDescriptor.standardInput.readAll(limit: limit)
    } catch {
      throw CommandFailure(.storeFailed, "standard input can't be read (\(error))")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "standard input is not UTF-8; convert it, for example with iconv")
    }
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}
