/// What a live chain has become, for another one that takes its place.
struct ChainState {
  let chain: RenderChain
  /// Of the components.
  let numbers: [UnitNumber]
  /// The last number that a component has had.
  let lastNumber: UInt32
  /// The number of the edit that has led to it.
  let serial: UInt32

  init(_ chain: RenderChain, numbers: [UnitNumber], lastNumber: UInt32, serial: UInt32) {
    self.chain = chain
    self.numbers = numbers
    self.lastNumber = lastNumber
    self.serial = serial
  }

  /// Of a chain that has not played yet.
  init(_ chain: RenderChain) {
    let count = UInt32(chain.stages.count)
    self.init(chain, numbers: (0..<count).map { UnitNumber(value: $0 + 1) }, lastNumber: count, serial: 0)
  }
}
