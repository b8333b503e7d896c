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
    case .unknownWord: "it has an unknown word"
    case .unknownRequest: "it has an unknown kind of request"
    case .unknownAnswer: "it is of an unknown kind"
    case .unknownFileProblem: "it has an unknown kind of file problem"
    case .unknownWorkerFailure: "it has an unknown kind of worker failure"
    case .unknownPluginProblem: "it has an unknown kind of plugin problem"
    case .unknownBundleProblem: "it has an unknown kind of bundle problem"
    case .unknownInterruption: "it has an unknown kind of interruption"
    case .unknownMessageProblem: "it has an unknown kind of message problem"
    case .unknownRemark: "it has an unknown kind of remark"
    case .unknownTagRemark: "it has an unknown kind of remark about tags"
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
