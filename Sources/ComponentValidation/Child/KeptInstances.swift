internal import RenderChain
internal import Synchronization

/// Instances that live as long as this process.
enum KeptInstances {
  /// What controls a chain keeps its components, and nothing destroys a constant.
  private static let controls = Mutex<[ChainControl]>([])

  static func keep(_ control: ChainControl) { controls.withLock { $0.append(control) } }
}
