// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat
internal import RenderChain

// SAFETY: `required`, `optional` and `object` check what these functions get from C for NULL, copy text, and retain
// objects. No pointer is kept.

/// `aucat_chain`; for one thread at a time.
final class ChainObject {
  var chain: RenderChain

  init(_ chain: RenderChain = RenderChain()) { self.chain = chain }

  /// Changes a stage, if there is one of this number.
  func change(_ number: Int, _ body: (inout RenderChain.Stage) throws -> Void) throws {
    guard chain.stages.indices.contains(number) else {
      throw CallFailure(
        AUCAT_ERROR_NOT_FOUND,
        "the chain has no stage \(UInt(bitPattern: number)); it has \(chain.stages.count), counted from 0")
    }
    try body(&chain.stages[number])
  }
}

@c @implementation
package func aucat_chain_new() -> OpaquePointer? { handle(ChainObject()) }

@c @implementation
package func aucat_chain_copy(_ chain: OpaquePointer?) -> OpaquePointer? {
  object(chain, ChainObject.self).map { handle(ChainObject($0.chain)) }
}

@c @implementation
package func aucat_chain_count(_ chain: OpaquePointer?) -> Int {
  object(chain, ChainObject.self)?.chain.stages.count ?? 0
}

/// Changes a chain, and reports errors to C.
private func change(_ chain: OpaquePointer?, _ error: ErrorSlot, _ body: (ChainObject) throws -> Void) -> Bool {
  attempt(error) { try body(try required(chain, "chain")) }
}

@c @implementation
package func aucat_chain_append(
  _ chain: OpaquePointer?, _ component: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(chain, error) { owner in
    owner.chain.append(try required(component, "component", as: ComponentObject.self).component)
  }
}

@c @implementation
package func aucat_chain_remove(
  _ chain: OpaquePointer?, _ stage: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(chain, error) { owner in
    try owner.change(stage) { _ in }
    owner.chain.stages.remove(at: stage)
  }
}

@c @implementation
package func aucat_chain_set(
  _ chain: OpaquePointer?, _ stage: Int, _ parameter: UnsafePointer<CChar>?, _ value: Float,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(chain, error) { owner in
    let parameter = try required(parameter, "parameter")
    guard !parameter.isEmpty else { throw CallFailure.argument("parameter is empty; give its symbol or name") }
    guard value.isFinite else { throw CallFailure(AUCAT_ERROR_PARAMETER, "`\(parameter)` can't be \(value)") }
    try owner.change(stage) { $0.parameters[parameter] = value }
  }
}

@c @implementation
package func aucat_chain_set_text(
  _ chain: OpaquePointer?, _ catalog: OpaquePointer?, _ stage: Int, _ parameter: UnsafePointer<CChar>?,
  _ text: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(chain, error) { owner in
    let installed = InstalledChain(try required(catalog, "catalog", as: CatalogObject.self).manager())
    let (parameter, text) = (try required(parameter, "parameter"), try required(text, "text"))
    var uri = ""
    try owner.change(stage) { uri = $0.component }
    let setting = try installed.setting(parameter, text, of: uri)
    try owner.change(stage) { $0.parameters[setting.symbol] = setting.value }
  }
}

@c @implementation
package func aucat_chain_set_preset(
  _ chain: OpaquePointer?, _ catalog: OpaquePointer?, _ stage: Int, _ preset: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(chain, error) { owner in
    let word = try optional(preset, "preset")
    let installed = InstalledChain(try required(catalog, "catalog", as: CatalogObject.self).manager())
    var uri = ""
    try owner.change(stage) { uri = $0.component }
    let preset = try word.map { try installed.preset($0, of: uri) }
    try owner.change(stage) { $0.preset = preset }
  }
}

@c @implementation
package func aucat_chain_set_bypassed(
  _ chain: OpaquePointer?, _ stage: Int, _ isBypassed: Bool, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(chain, error) { try $0.change(stage) { $0.isBypassed = isBypassed } }
}

@c @implementation
package func aucat_chain_set_side_chained(
  _ chain: OpaquePointer?, _ stage: Int, _ isSideChained: Bool, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  change(chain, error) { try $0.change(stage) { $0.sideChain = isSideChained ? .input : .silence } }
}

@c @implementation
package func aucat_chain_free(_ chain: OpaquePointer?) { release(chain, ChainObject.self) }
