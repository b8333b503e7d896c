/// Why a message of a scan, or a worker's answer, is not valid.
package enum MessageProblem: UInt8, Error, Hashable, Sendable, CustomStringConvertible {
  case cutOff, tooLarge, trailingBytes, longNumber, notABoolean, longText, notUTF8, longList
  case unknownWord, unknownRequest, unknownAnswer, unknownFileProblem, unknownWorkerFailure, unknownPluginProblem
  case unknownBundleProblem, unknownInterruption, unknownMessageProblem, unknownRemark, unknownTagRemark
  case otherVersion, unannouncedPlugin, unrequestedPresets, tooManyPresets, unrequestedUnchanged, unrequestedPlugins
  case tooManyPlugins, unrequestedOutline, repeatedPlugin

  /// The problem in one clause.
  package var description: String {
    switch self {
    case .cutOff: "it ends too early"
    case .tooLarge: "it is larger than allowed"
    case .trailingBytes: "it has trailing bytes"
    case .longNumber: "a number is too long"
    case .notABoolean: "a Boolean is neither 0 nor 1"
    case .longText: "a text is longer than the message"
    case .notUTF8: "a text is not UTF-8"
    case .longList: "a list is longer than the message"
    case .unknownWord: "a word is unknown"
    case .unknownRequest: "a request is unknown"
    case .unknownAnswer: "an answer is unknown"
    case .unknownFileProblem: "a file's problem is unknown"
    case .unknownWorkerFailure: "a worker's failure is unknown"
    case .unknownPluginProblem: "a plugin's problem is unknown"
    case .unknownBundleProblem: "a bundle's problem is unknown"
    case .unknownInterruption: "an interruption is unknown"
    case .unknownMessageProblem: "a message's problem is unknown"
    case .unknownRemark: "a remark is unknown"
    case .unknownTagRemark: "a remark about tags is unknown"
    case .otherVersion: "its version differs"
    case .unannouncedPlugin: "it reports a plugin it never announced"
    case .unrequestedPresets: "it reports presets that were not requested"
    case .tooManyPresets: "it has too many presets"
    case .unrequestedUnchanged: "it reports unchanged content without knowing the old"
    case .unrequestedPlugins: "it reports plugins instead of an outline"
    case .tooManyPlugins: "it has too many plugins"
    case .unrequestedOutline: "it sends an outline that was not requested"
    case .repeatedPlugin: "its outline names a plugin twice"
    }
  }
}
