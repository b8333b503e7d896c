extension Array {
  /// The element at an index, which is changed in place; a default where there is none.
  subscript<Wrapped>(index: Int, default none: Wrapped) -> Wrapped where Element == Wrapped? {
    get { self[index] ?? none }
    _modify {
      var element = self[index] ?? none
      // Taken out, so that it is not copied when it changes.
      self[index] = nil
      defer { self[index] = element }
      yield &element
    }
  }
}
