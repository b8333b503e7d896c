internal import AudioComponents
internal import AudioFiles
internal import AudioSources
internal import CAucat
internal import RenderChain

/// Why a function of the interface failed.
struct CallFailure: Error {
  var code: aucat_error_code
  var message: String
  var path: String?
  /// URI of the component to blame.
  var component: String?
  /// Where the predicate is wrong, in bytes from its beginning.
  var offset: Int?
  var suggestion: String?

  init(_ code: aucat_error_code, _ message: String, path: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// An argument that can't be used.
  static func argument(_ message: String) -> CallFailure { CallFailure(AUCAT_ERROR_ARGUMENT, message) }

  /// Any error of the library.
  init(_ error: any Error) {
    switch error {
    case let error as CallFailure: self = error
    case let error as ComponentManagerError: self.init(manager: error)
    case let error as UserLabelError: self.init(manager: .invalidLabel(error))
    case let error as ChainError: self.init(chain: error)
    case let error as AudioFileError: self.init(AUCAT_ERROR_AUDIO_FILE, error.description, path: error.path)
    case let error as SourceError: self.init(AUCAT_ERROR_ARGUMENT, error.description)
    case let error as MIDIPhraseError: self.init(AUCAT_ERROR_ARGUMENT, error.description)
    case let error as MIDIFileError: self.init(AUCAT_ERROR_AUDIO_FILE, error.description)
    case let error as ChainFile.FormatError: self.init(AUCAT_ERROR_CHAIN_TEXT, "the text is not a chain: \(error)")
    default: self.init(AUCAT_ERROR_SYSTEM, "\(error)")
    }
  }

  /// - Parameters:
  ///   - text: the predicate's text, in which the error's columns count characters.
  ///   - values: what was passed for each `%@`.
  init(predicate error: InvalidPredicate, in text: String, arguments values: [ComponentPredicate.Argument]) {
    self.init(AUCAT_ERROR_PREDICATE, error.description)
    offset = error.offset(in: text, arguments: values)
    suggestion = error.suggestion
  }

  private init(manager error: ComponentManagerError) {
    let code =
      switch error {
      case .damagedStore: AUCAT_ERROR_STORE_DAMAGED
      case .newerStore: AUCAT_ERROR_STORE_NEWER
      case .foreignStore: AUCAT_ERROR_STORE_FOREIGN
      case .unreadableStore, .unreachableStore: AUCAT_ERROR_STORE_UNREADABLE
      case .unwritableStore, .unmappableStore: AUCAT_ERROR_STORE_UNWRITABLE
      case .failedDisk: AUCAT_ERROR_DISK
      case .fullDisk: AUCAT_ERROR_DISK_FULL
      case .busyStore: AUCAT_ERROR_STORE_BUSY
      case .noPlaceForCatalog, .noPlaceForUserStore, .userStoreDeclined, .undecodablePath: AUCAT_ERROR_STORE_PLACE
      case .workerMissing, .workerUnusable: AUCAT_ERROR_HELPER
      case .systemFailure, .exhaustedStore, .unreadBundle, .testFailed: AUCAT_ERROR_SYSTEM
      case .componentMissing: AUCAT_ERROR_NOT_FOUND
      case .interrupted: AUCAT_ERROR_INTERRUPTED
      case .invalidPredicate: AUCAT_ERROR_PREDICATE
      case .savedSearchInUse: AUCAT_ERROR_IN_USE
      case .cannotUndo: AUCAT_ERROR_UNDO
      case .invalidLabel(let error): error.problem == .uri ? AUCAT_ERROR_ARGUMENT : AUCAT_ERROR_LABEL
      case .invalidUserData: AUCAT_ERROR_USER_DATA
      }
    self.init(code, Self.message(error), path: error.path)
    if case .invalidPredicate(let invalid) = error { suggestion = invalid.suggestion }
    if case .componentMissing(let uri, _) = error { component = uri }
  }

  /// The error's text, with the remedy for a host in C.
  private static func message(_ error: ComponentManagerError) -> String {
    switch error {
    case .noPlaceForCatalog: "\(error.event), or call aucat_config_set_catalog"
    case .noPlaceForUserStore: "\(error.event), or call aucat_config_set_user_store"
    case .userStoreDeclined: "\(error.event); name one with aucat_config_set_user_store"
    case .workerMissing: "\(error.event); install it with the library, or name it with aucat_config_set_worker"
    case .workerUnusable: "\(error.event); install it again, or name another with aucat_config_set_worker"
    default: error.description
    }
  }

  private init(chain error: ChainError) {
    let code =
      switch error.code {
      case .unsupported where error.isOfRequest: AUCAT_ERROR_ARGUMENT
      case .system where error.isOfProgram: AUCAT_ERROR_HELPER
      case .description: AUCAT_ERROR_BUNDLE
      case .unsupported: AUCAT_ERROR_UNSUPPORTED
      case .library: AUCAT_ERROR_BINARY
      case .instantiation: AUCAT_ERROR_INSTANTIATION
      case .channels: AUCAT_ERROR_CHANNELS
      case .parameter: AUCAT_ERROR_PARAMETER
      case .state: AUCAT_ERROR_STATE
      case .blockLength: AUCAT_ERROR_BLOCK_LENGTH
      case .nonFinite: AUCAT_ERROR_NOT_FINITE
      case .input: AUCAT_ERROR_INPUT
      case .failed: AUCAT_ERROR_PLUGIN
      case .system: AUCAT_ERROR_SYSTEM
      }
    self.init(code, error.description)
    component = error.component
    if case .programUnavailable(let program, _) = error.cause {
      message += "; install it again, or name another with aucat_config_set_renderer"
      path = program
    }
  }
}

extension ChainError {
  /// Whether the host has asked for something that no chain can do.
  fileprivate var isOfRequest: Bool {
    switch cause {
    case .sampleRate, .tail: true
    default: false
    }
  }

  /// Whether the program that renders can't be started.
  fileprivate var isOfProgram: Bool { if case .programUnavailable = cause { true } else { false } }
}
