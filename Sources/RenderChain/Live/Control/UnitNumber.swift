/// A component of a live chain. The number is never used again; it stays as the component is moved, gets a preset or is restarted.
public struct UnitNumber: Hashable, Sendable {
  /// From 1.
  public let value: UInt32

  /// The component with this number, if there is one.
  public init(value: UInt32) { self.value = value }
}
