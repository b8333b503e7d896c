// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioComponents
internal import CAucat
internal import RenderChain

/// Finds the installed components and presets that a chain names.
struct InstalledChain {
  private let manager: ComponentManager

  init(_ manager: ComponentManager) { self.manager = manager }

  /// A preset of a component, by URI or, regardless of case, by name.
  func preset(_ word: String, of uri: String) throws -> RenderChain.Preset {
    let component = try component(uri)
    let found = try manager.details(of: component).presets.presets(called: word)
    guard let preset = found.first else {
      throw CallFailure(AUCAT_ERROR_NOT_FOUND, "\(component.name) has no preset `\(word)`")
    }
    guard found.count == 1 else {
      throw CallFailure(
        AUCAT_ERROR_NOT_FOUND, "\(found.count) presets of \(component.name) are named `\(word)`; use a URI")
    }
    return RenderChain.Preset(uri: preset.uri, bundle: preset.bundle)
  }

  /// The symbol and the value of a parameter, by symbol or name, as a person writes them.
  func setting(_ parameter: String, _ text: String, of uri: String) throws -> (symbol: String, value: Float) {
    let component = try component(uri)
    let found = try manager.details(of: component).ports.parameters(called: parameter)
    guard let port = found.first, found.count == 1 else {
      let count = found.isEmpty ? "no parameter" : "\(found.count) parameters"
      throw failure("\(component.name) has \(count) `\(parameter)`; use a symbol", uri)
    }
    guard let value = port.value(written: text) else {
      throw failure("`\(port.symbol)` of \(component.name) has no value `\(text)`; \(port.takes)", uri)
    }
    return (port.symbol, value)
  }

  private func failure(_ message: String, _ uri: String) -> CallFailure {
    var failure = CallFailure(AUCAT_ERROR_PARAMETER, message)
    failure.component = uri
    return failure
  }

  /// A chain from its text, with the paths of bundles from the catalog.
  func chain(_ text: String) throws -> RenderChain {
    var chain = try ChainFile.chain(text)
    for number in chain.stages.indices {
      let component = try component(chain.stages[number].component)
      chain.stages[number].bundle = component.bundle
      if let preset = chain.stages[number].preset {
        chain.stages[number].preset = try self.preset(preset.uri, of: component.uri)
      }
    }
    return chain
  }

  private func component(_ uri: String) throws -> Component {
    guard let component = try manager.component(uri: uri) else {
      var failure = CallFailure(AUCAT_ERROR_NOT_FOUND, "\(uri) is not installed; install it, or scan")
      failure.component = uri
      throw failure
    }
    return component
  }
}

@c @implementation
package func aucat_chain_read(
  _ catalog: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  withCatalog(catalog, error, otherwise: nil) { manager in
    // SAFETY: `required` copies the text, so nothing refers to the caller's memory after the call.
    handle(ChainObject(try InstalledChain(manager).chain(required(text, "text"))))
  }
}

@c @implementation
package func aucat_chain_text(
  _ chain: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> UnsafeMutablePointer<CChar>? {
  attempt(error, otherwise: nil) {
    // SAFETY: The result is a copy of its own, which only the caller knows and frees.
    CText.forCaller(ChainFile.text(of: try required(chain, "chain", as: ChainObject.self).chain))
  }
}
