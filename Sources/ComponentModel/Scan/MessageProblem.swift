/// Why a message of a scan can't have come from the other side, or an answer from a worker.
package enum MessageProblem: UInt8, Error, Hashable, Sendable, CustomStringConvertible {
  case cutOff, tooLarge, trailingBytes, longNumber, notABoolean, longText, notUTF8, longList
  case unknownWord, unknownRequest, unknownAnswer, unknownFileProblem, unknownWorkerFailure, unknownPluginProblem
  case unknownBundleProblem, unknownInterruption, unknownMessageProblem, unknownRemark, unknownTagRemark
  case otherVersion, unannouncedPlugin, unrequestedPresets, tooManyPresets, unrequestedUnchanged, unrequestedPlugins
  case tooManyPlugins, unrequestedOutline, repeatedPlugin

  /// What is wrong, in one clause.
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
    default: answerDescription ?? "\(unknown) is unknown"
    }
  }

  private var unknown: String {
    switch self {
    case .unknownRequest: "a request"
    case .unknownAnswer: "an answer"
    case .unknownFileProblem: "a file's problem"
    case .unknownWorkerFailure: "a worker's failure"
    case .unknownPluginProblem: "a plugin's problem"
    case .unknownBundleProblem: "a bundle's problem"
    case .unknownInterruption: "an interruption"
    case .unknownMessageProblem: "a message's problem"
    case .unknownRemark: "a remark"
    case .unknownTagRemark: "a remark about tags"
    default: "a word"
    }
  }

  /// What is wrong with a valid message as a worker's answer.
  private var answerDescription: String? {
    switch self {
    case .otherVersion: "its version differs"
    case .unannouncedPlugin: "it reports a plugin it never announced"
    case .unrequestedPresets: "it reports presets that were not requested"
    case .tooManyPresets: "it has too many presets"
    case .unrequestedUnchanged: "it reports unchanged content without knowing the old"
    case .unrequestedPlugins: "it reports plugins instead of an outline"
    case .tooManyPlugins: "it has too many plugins"
    case .unrequestedOutline: "it sends an outline that was not requested"
    case .repeatedPlugin: "its outline names a plugin twice"
    default: nil
    }
  }
}
