extension ComponentManager {
  /// The other variants of a component, such as the mono version of a stereo compressor, by name; hidden ones are left out.
  ///
  /// - Throws: an error about a store.
  public func variants(of component: Component) throws(ComponentManagerError) -> [Component] {
    let group = ComponentPredicate.comparison(
      Comparison(key: .variant, operator: .equal, value: .text(component.variant)))
    return try components(matching: group).filter { $0.uri != component.uri }
  }
}
