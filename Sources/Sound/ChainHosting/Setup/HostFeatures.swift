internal import ComponentModel
internal import CLV2Host

/// The features that one instance gets, in memory that lives as long as the instance.
final class HostFeatures {
  // SAFETY: Features point into `memory` and to this object; the instance keeps both until its plugin is cleaned up.

  /// The size of a sequence in bytes that `opts:options` promises; every port has at least this size.
  static let sequenceSize = 65_536

  private let memory = MemoryPool()
  private let paths: StatePaths
  let log: PluginLog
  let worker = PluginWorker()
  /// Called by `rsz:resize`, while ports may still be resized.
  var resize: ((_ port: UInt32, _ size: Int) -> Bool)?
  private var entries: [UnsafePointer<LV2_Feature>?] = []
  private var stateEntries: [UnsafePointer<LV2_Feature>?] = []
  private var savingEntries: [UnsafePointer<LV2_Feature>?] = []

  /// - Parameter isFixed: whether every block has the settings' length.
  init(_ settings: HostSettings, component: String, isFixed: Bool) {
    paths = StatePaths(folder: settings.stateFolder)
    log = PluginLog(component: component, sink: settings.log)
    add(Namespace.urid + "map", URIDMap.shared.mapFeature)
    add(Namespace.urid + "unmap", URIDMap.shared.unmapFeature)
    let schedule = entry(Namespace.worker + "schedule", worker.feature)
    entries.append(schedule)
    entries.append(entry(Namespace.log + "log", data: log.feature))
    addStateFeatures(with: schedule)
    addResize()
    addBlocks(settings, isFixed)
    if settings.mode == .live { addFlag(HostFeature.isLive) }
    for flag in ["hardRTCapable", "inPlaceBroken"] { addFlag(Namespace.lv2 + flag) }
  }

  /// The features as `instantiate` takes them.
  private(set) lazy var list = memory.array(copying: entries + [nil])

  /// The features for `save` and `restore`.
  private(set) lazy var stateList = memory.array(copying: stateEntries + [nil])

  /// The features for `save` while another thread runs the plugin: without work, whose queue has one writer.
  private(set) lazy var savingList = memory.array(copying: savingEntries + [nil])

  private func entry(_ uri: String, data: UnsafeMutableRawPointer?) -> UnsafePointer<LV2_Feature> {
    UnsafePointer(memory.array(copying: [LV2_Feature(URI: URIDMap.shared.cString(uri), data: data)]))
  }

  private func addFlag(_ uri: String) { entries.append(entry(uri, data: nil)) }

  private func entry(_ uri: String, _ value: some Any) -> UnsafePointer<LV2_Feature> {
    entry(uri, data: UnsafeMutableRawPointer(memory.array(copying: [value])))
  }

  private func add(_ uri: String, _ value: some Any) { entries.append(entry(uri, value)) }

  private func addStateFeatures(with schedule: UnsafePointer<LV2_Feature>) {
    var features = [entry(Namespace.state + "mapPath", paths.map)]
    // Without a folder the feature is left out: plugins don't check what it returns.
    if paths.hasFolder { features.append(entry(Namespace.state + "makePath", paths.make)) }
    features.append(entry(Namespace.state + "freePath", paths.free))
    entries += features
    // While a state is saved or restored, plugins may also ask for work.
    stateEntries = features + [schedule]
    savingEntries = features
    addFlag(Namespace.state + "loadDefaultState")
    addFlag(Namespace.state + "threadSafeRestore")
  }

  private func addResize() {
    let feature = LV2_Resize_Port_Resize(data: Unmanaged.passUnretained(self).toOpaque()) { handle, port, size in
      guard let handle else { return LV2_RESIZE_PORT_ERR_UNKNOWN }
      let features = Unmanaged<HostFeatures>.fromOpaque(handle).takeUnretainedValue()
      return features.resize?(port, size) == true ? LV2_RESIZE_PORT_SUCCESS : LV2_RESIZE_PORT_ERR_NO_SPACE
    }
    add(Namespace.resizePort + "resize", feature)
  }

  private func addBlocks(_ settings: HostSettings, _ isFixed: Bool) {
    addFlag(Namespace.bufferSize + "boundedBlockLength")
    addFlag(Namespace.bufferSize + "coarseBlockLength")
    if isFixed {
      addFlag(Namespace.bufferSize + "fixedBlockLength")
      let length = settings.blockLength
      if length & (length - 1) == 0 { addFlag(Namespace.bufferSize + "powerOf2BlockLength") }
    }
    let integer = URIDMap.shared.map(Namespace.atom + "Int")
    func option(_ uri: String, _ value: Int) -> LV2_Options_Option {
      option(uri, type: integer, Int32(value))
    }
    func option<Value: BitwiseCopyable>(_ uri: String, type: UInt32, _ value: Value) -> LV2_Options_Option {
      LV2_Options_Option(
        context: LV2_OPTIONS_INSTANCE, subject: 0, key: URIDMap.shared.map(uri),
        size: UInt32(MemoryLayout<Value>.size), type: type, value: memory.array(copying: [value]))
    }
    let options = [
      option(Namespace.bufferSize + "minBlockLength", isFixed ? settings.blockLength : 1),
      option(Namespace.bufferSize + "maxBlockLength", settings.blockLength),
      option(Namespace.bufferSize + "nominalBlockLength", settings.blockLength),
      option(Namespace.bufferSize + "sequenceSize", Self.sequenceSize),
      option(
        Namespace.parameters + "sampleRate", type: URIDMap.shared.map(Namespace.atom + "Float"),
        Float(settings.sampleRate)),
      LV2_Options_Option(),
    ]
    entries.append(entry(Namespace.options + "options", data: UnsafeMutableRawPointer(memory.array(copying: options))))
  }
}
