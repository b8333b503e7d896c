internal import AudioComponents

/// Changes what the user has entered, in one transaction.
func change(_ catalog: OpaquePointer?, _ error: ErrorSlot, _ changes: () throws -> [UserChange]) -> Bool {
  withCatalog(catalog, error) { manager in try manager.apply(try changes()) }
}

/// The label with the name that a caller passes.
func label(_ kind: UserLabel.Kind, _ name: UnsafePointer<CChar>?) throws -> UserLabel {
  // SAFETY: `required` copies the name that the caller passes.
  try UserLabel(kind, try required(name, "the name of a \(kind.rawValue)"))
}
