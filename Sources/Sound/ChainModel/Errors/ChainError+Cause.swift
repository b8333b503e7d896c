extension ChainError {
  /// What went wrong, with its details.
  public enum Cause: Hashable, Sendable {
    /// The bundle at a path can't be read, or doesn't describe the plugin, for the reason that a scan would record.
    case bundle(path: String, reason: String)
    /// The bundle at a path can't be read at the moment: the machine lacks descriptors, memory or room, or a disk
    /// fails.
    case unavailableBundle(path: String, reason: String)
    /// The bundle at a path is not on the search path.
    case foreignBundle(path: String)
    /// The bundle at a path is reached by another user's link, which the administrator doesn't follow.
    case foreignLink(path: String, user: UInt32)
    /// The preset can't be read.
    case preset(ContentProblem)
    /// The plugin's default state can't be read.
    case defaultState(ContentProblem)

    /// The plugin requires `lv2:isLive`, and the chain is rendered offline.
    case needsLiveSource
    /// The plugin requires the features with these URIs, which this host does not support.
    case missingFeatures([String])
    /// A port that has to be connected is not an audio, control, CV or atom port.
    case portKind(symbol: String)
    /// The sample rate, in hertz, is not in ``HostSettings/sampleRates``.
    case sampleRate(Double)
    /// A tail can't have this length, in seconds.
    case tail(Double)

    /// The bundle names no binary.
    case noBinary
    /// The binary can't be loaded; the reason is the dynamic loader's.
    case unloadableBinary(reason: String)
    /// The file is not an LV2 library.
    case notALibrary(path: String)
    /// The library does not contain the plugin.
    case notInLibrary(path: String)
    /// `instantiate` returned null at this sample rate, in hertz, and with blocks of this many frames; `requirements` are
    /// those of the plugin's features that are about the lengths of blocks.
    case instantiationFailed(sampleRate: Double, blockLength: Int, requirements: [BlockRequirement])

    /// The plugin has no audio output.
    case noAudioOutput(inputs: Int)
    /// The plugin's main ports don't fit the channels before it.
    case channelMismatch(inputs: Int, outputs: Int, channels: Int)
    /// The number of channels is not in ``HostSettings/channelCounts``.
    case channelCount(Int)
    /// There is no output channel, or there are more than a child process can render.
    case outputCount(Int)
    /// More channels come out of the chain than the device has outputs.
    case tooFewOutputs(channels: Int, outputs: Int)

    /// No parameter has this name; `known` lists the symbols of all parameters.
    case noParameter(String, known: [String])
    /// Several parameters have this name; `symbols` lists theirs.
    case ambiguousParameter(String, symbols: [String])
    /// No control port has the symbol.
    case noControlPort(symbol: String)
    /// No parameter that is set by messages has the URI.
    case noPatchParameter(uri: String)
    /// The value is outside the parameter's range; a bound that the bundle does not give is nil.
    case outOfRange(symbol: String, value: Double, minimum: Double?, maximum: Double?, unit: String?)
    /// The value is within the range, but is not one of the parameter's values.
    case notAValue(objection: String)
    /// The value is infinite or not a number.
    case notANumber(symbol: String, value: Float)
    /// The chain, which has `count` components, has none with this number.
    case noComponent(number: Int, count: Int)
    /// No component of the live chain has this number: it was removed, or there never was one.
    case noUnit(number: UInt32)
    /// The live chain has been deactivated, so it takes no edits.
    case notLive
    /// Several names of the same parameter have values.
    case severalValues(symbol: String, names: [String])
    /// The value, which has this many bytes, is too long for a message to the plugin.
    case messageTooLong(Int)
    /// The plugin has not yet taken the messages before this one.
    case tooManyMessages

    /// The plugin has no state to restore.
    case noState
    /// The value of a property of the state does not match its type; `key` is the property's URI.
    case stateValue(key: String)
    /// The plugin's state can't be saved.
    case savingState(StateFailure)
    /// The plugin's state can't be restored.
    case restoringState(StateFailure)
    /// The plugin's state can't be restored, and these files, which it names, are not there; `preset` is the URI of the
    /// preset that the state is from, if it is from one.
    case missingFiles([String], preset: String?)

    /// The block length, in frames, is not in ``HostSettings/blockLengths``.
    case blockLength(Int)
    /// The plugin needs blocks whose length is a power of two.
    case notAPowerOfTwo(Int)

    /// The plugin produced infinite or NaN samples within the first `seconds`; `RenderOptions.allowsNonFinite` permits
    /// them.
    case nonFinite(seconds: Double)

    /// The input has infinite or NaN samples within the first `seconds`, and so has the output of a component;
    /// `RenderOptions.allowsNonFinite` lets them through.
    case nonFiniteInput(seconds: Double)
    /// The plugin reports a latency, in frames, that can't be compensated for: longer than the sound or than is
    /// plausible, negative, infinite or NaN. Without `RenderOptions.compensatesLatency` it is ignored.
    case latency(frames: Double)
    /// The plugin, or one of the other components with these URIs, wrote outside the memory of its ports.
    case wroteOutside(otherComponents: [String])

    /// A signal terminated the process: its number and name. `lastLine` is what it printed last, or empty.
    case crashed(signal: String, Incident, lastLine: String)
    /// The plugin ended the process. `lastLine` is what it printed last, or empty.
    case exited(status: Int, Incident, lastLine: String)
    /// The process ended, and the operating system does not say how, because this process ignores `SIGCHLD`.
    case vanished(Incident)
    /// `SIGKILL` ended the process: memory ran out, or a user or a service ended it. The plugin may not be to blame.
    case killed
    /// The plugin did not return within `IsolatedRender.timeout`, in seconds.
    case timedOut(seconds: Double, Incident)
    /// For two seconds, more than half of its blocks came too late.
    case late

    /// There is not enough memory.
    case outOfMemory
    /// There is no memory to share with the render's process; the reason is the operating system's.
    case noSharedMemory(reason: String)
    /// No process can be started for the render; the reason is the operating system's.
    case noProcess(reason: String)
    /// A thread can't be started.
    case noThread(reason: String)
    /// The program that renders can't be started.
    case programUnavailable(path: String, reason: String)
    /// The render's process gave no valid answer: a plugin may have overwritten its memory.
    case invalidAnswer
    /// The render's process ended before it had delivered all of the sound.
    case incompleteOutput
    /// The render's process can't read its job; the reason is in words.
    case invalidJob(reason: String)
  }

  /// Why a plugin's state could not be saved or restored: `LV2_State_Status`.
  public enum StateFailure: String, CaseIterable, Hashable, Sendable {
    /// `LV2_STATE_ERR_BAD_TYPE`
    case badType
    /// `LV2_STATE_ERR_BAD_FLAGS`
    case badFlags
    /// `LV2_STATE_ERR_NO_FEATURE`
    case noFeature
    /// `LV2_STATE_ERR_NO_PROPERTY`
    case noProperty
    /// It has more than 64 MiB, or more than 65,536 properties. No plugin gives this reason.
    case tooLarge
    /// `LV2_STATE_ERR_UNKNOWN`, and any other.
    case unknown
  }

  /// The state of plugins when their process failed.
  public struct Incident: Hashable, Sendable {
    /// URIs of other components that may have been the cause, because they were running at the same time.
    public var otherComponents: [String]
    /// The call that the plugin was executing.
    public var phase: RenderPhase

    /// An incident of a component, and perhaps of others.
    package init(otherComponents: [String], phase: RenderPhase) {
      self.otherComponents = otherComponents
      self.phase = phase
    }
  }
}

extension ChainError.Cause {
  /// The kind of the error.
  public var code: ChainError.Code {
    switch self {
    case .bundle, .foreignBundle, .foreignLink, .preset, .defaultState: .description
    case .needsLiveSource, .missingFeatures, .portKind, .sampleRate, .tail: .unsupported
    case .noBinary, .unloadableBinary, .notALibrary, .notInLibrary: .library
    case .instantiationFailed: .instantiation
    case .noAudioOutput, .channelMismatch, .channelCount, .outputCount, .tooFewOutputs: .channels
    case .noParameter, .ambiguousParameter, .noControlPort, .noPatchParameter, .outOfRange, .notAValue, .notANumber,
      .noComponent, .noUnit, .notLive, .severalValues, .messageTooLong, .tooManyMessages:
      .parameter
    case .noState, .stateValue, .savingState, .restoringState, .missingFiles: .state
    case .blockLength, .notAPowerOfTwo: .blockLength
    case .nonFinite: .nonFinite
    case .nonFiniteInput: .input
    case .latency, .wroteOutside, .crashed, .exited, .vanished, .timedOut, .late: .failed
    case .unavailableBundle, .killed, .outOfMemory, .noSharedMemory, .noProcess, .noThread, .programUnavailable,
      .invalidAnswer,
      .incompleteOutput, .invalidJob:
      .system
    }
  }
}
