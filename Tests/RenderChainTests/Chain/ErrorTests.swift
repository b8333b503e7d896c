import ComponentModel
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// What a child says of an error reaches the parent as it was.
struct ErrorTests {
  private static let incident = ChainError.Incident(otherComponents: ["urn:b"], phase: .run)

  private static let fromChild: [ChainError.Cause] = [
    .bundle(path: "/b", reason: "it is gone"), .preset(.bundle(reason: "x")),
    .preset(.undeclared(uri: "urn:p", bundle: "/b")),
    .preset(.invalidFile("p.ttl", reason: "x")), .defaultState(.outsidePath("/x", bundle: "/b")),
    .defaultState(.invalidValue(key: "urn:k", reason: "x")), .needsLiveSource,
    .missingFeatures(["urn:a", "urn:b"]), .portKind(symbol: "p"), .sampleRate(.infinity), .tail(-1), .noBinary,
    .unloadableBinary(reason: "x"), .notALibrary(path: "/x"), .notInLibrary(path: "/x"),
    .instantiationFailed(sampleRate: 44_100, blockLength: 32, requirements: [.powerOfTwo, .fixed]),
    .instantiationFailed(sampleRate: 44_100, blockLength: 1, requirements: []), .noAudioOutput(inputs: 2),
    .missingFiles(["/a b", "/c"], preset: "urn:p"), .missingFiles(["/a"], preset: nil),
    .channelMismatch(inputs: 3, outputs: 1, channels: 2), .channelCount(2_000), .outputCount(65),
    .noParameter("x", known: []), .noParameter("x", known: ["a", "b"]), .ambiguousParameter("x", symbols: ["a", "b"]),
    .outOfRange(symbol: "s", value: 7, minimum: nil, maximum: 1, unit: nil),
    .outOfRange(symbol: "s", value: .infinity, minimum: 0.25, maximum: nil, unit: "dB"), .noState,
    .tooFewOutputs(channels: 6, outputs: 2), .savingState(.badType), .restoringState(.unknown), .blockLength(0),
    .notAPowerOfTwo(333),
    .nonFinite(seconds: 0.17), .nonFiniteInput(seconds: 1.5), .latency(frames: 1e9), .latency(frames: -.infinity),
    .wroteOutside(otherComponents: []), .wroteOutside(otherComponents: ["urn:b", "urn:c"]), .foreignBundle(path: "/x"),
    .unavailableBundle(path: "/b", reason: "x"), .foreignLink(path: "/x", user: 1_000),
    .severalValues(symbol: "s", names: ["s", "S"]), .stateValue(key: "urn:k"),
    .outOfMemory, .noThread(reason: "x"), .invalidJob(reason: "anything\nat all"),
  ]

  private static let ofParent: [ChainError.Cause] = [
    .noControlPort(symbol: "x"), .noPatchParameter(uri: "urn:x"), .notAValue(objection: "x"),
    .notANumber(symbol: "x", value: .nan), .noComponent(number: 3, count: 2), .noUnit(number: 9), .notLive,
    .messageTooLong(70_000),
    .tooManyMessages, .crashed(signal: "signal 11", incident, lastLine: "bye"),
    .exited(status: 3, incident, lastLine: ""), .vanished(incident), .killed, .timedOut(seconds: 10, incident),
    .noSharedMemory(reason: "x"), .noProcess(reason: "x"), .programUnavailable(path: "/x", reason: "x"), .invalidAnswer,
    .incompleteOutput,
  ]

  @Test func anErrorHasWordsAndThatOfAChildComesBack() throws {
    for cause in Self.fromChild {
      for component in ["urn:a", nil] {
        let error = ChainError(cause, component: component)
        guard case .object(let members)? = JSON(JSON.object(error.members).encoded) else {
          Issue.record("no object: \(cause)")
          return
        }
        try verify(ChainError(Members(members, "")), equals: error)
      }
    }
    for cause in Self.fromChild + Self.ofParent {
      verify(!cause.description.isEmpty)
      verify(!cause.description.contains("--"), "options are the command's")
      verify(ChainError(cause, component: "urn:a").description, equals: "urn:a: \(cause)")
    }
    verify(Set((Self.fromChild + Self.ofParent).map(\.code)), equals: Set(ChainError.Code.allCases))
    for name in ["", "nosuch", "bundle", "preset", "defaultState"] {
      try verify(ChainError(Members([("cause", .string(name))], "")).cause, equals: .invalidAnswer, "\(name)")
    }
  }
}
