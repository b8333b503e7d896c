package import ComponentModel
internal import SQLite

extension Catalog {
  /// Verifies records and marks the bundles that don't match, so that the next scan reads them again. A damaged index
  /// of words becomes invalid, so that the next scan rebuilds it.
  ///
  /// - Parameter now: the current time, which determines the share to verify.
  /// - Throws: ``StoreError``; a damaged structure is not an error but a finding.
  package func verify(
    _ extent: CatalogVerification.Extent, at now: UTCTime
  ) throws -> CatalogVerification.Findings {
    let result = try read { try CatalogVerification($0).verified(extent, at: now) }
    guard result.findings.problem == nil, !result.rows.isEmpty || result.mark != nil else { return result.findings }
    try write { connection in
      for row in result.rows {
        try connection.run(ScanWriter.forgetting + " WHERE id = ?", [Value(row)])
        // No scan of the bundle itself writes what depends on others.
        try BundlePrecedence(connection: connection).update(bundle: row)
      }
      // The index may have different words than the damaged rows suggest.
      if !result.rows.isEmpty { try WordWriter.requireRebuild(connection) }
      if result.findings.wordProblem != nil { try WordIndexCheck.discard(connection) }
      if let mark = result.mark {
        try connection.run(
          "UPDATE catalog SET verified_at = ?, verified_to = ?", [Value("\(mark.time)"), Value(mark.row)])
      }
    }
    return result.findings
  }

  /// Whether the catalog's tags were made by another version of the tag rules.
  package func hasOtherTags(than rules: String) throws -> Bool {
    try read { try $0.texts("SELECT tag_rules FROM catalog").first != rules }
  }
}
