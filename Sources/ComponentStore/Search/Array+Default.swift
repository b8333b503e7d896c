extension Array {
  /// The element at an index, for changes in place; a default if there is none.
  subscript<Wrapped>(index: Int, default none: Wrapped) -> Wrapped where Element == Wrapped? {
    get { self[index] ?? none }
    _modify {
      var element = self[index] ?? none
      // Taken out, so that changing it does not copy it.
      self[index] = nil
      defer { self[index] = element }
      yield &element
    }
  }
}
