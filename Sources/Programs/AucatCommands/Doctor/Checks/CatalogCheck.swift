internal import AudioComponents

/// Whether the catalog exists, is sound and is complete.
enum CatalogCheck: Check {
  static let name = "catalog"

  static func findings(_ checkup: Checkup) -> [Finding] {
    let health = checkup.catalog
    let unseen = health.state == .sound && checkup.components == nil ? unscanned(health) : nil
    let pending = health.state == .sound && unseen == nil && health.unfinished.isEmpty ? pending(checkup) : nil
    return [state(health), unseen, rights(health), unfinished(health), pending].compactMap(\.self)
      + health.leftovers.map(setAside)
  }

  private static func pending(_ checkup: Checkup) -> Finding? {
    guard let pending = checkup.manager.pendingBundles(), let first = pending.paths.first else { return nil }
    let more = pending.paths.count > 1 ? ", as was \(pending.paths.count - 1) more" : ""
    if pending.areNoticed {
      return .note(
        first, "it was installed, replaced or removed since the last scan\(more)",
        remedy: "nothing: the next search reads it")
    }
    return .problem(
      first, "it was edited in place since the last scan\(more)",
      remedy: "`aucat scan` reads it; so does --fix. Searches notice only files that come, go or are replaced",
      fix: .scan)
  }

  private static func state(_ health: CatalogHealth) -> Finding? {
    switch health.state {
    case .sound: nil
    case .missing where !health.isWritable:
      .problem(
        health.path, "there is no catalog, and you can't create one there, so each command reads all bundles",
        remedy: "make its folder writable, or set XDG_CACHE_HOME or AUCAT_CATALOG to a place of your own")
    case .missing:
      .note(health.path, "there is no catalog yet", remedy: "the first search creates it, or `aucat scan`")
    case .damaged where health.isOfMachine: nil
    case .damaged(let detail):
      .problem(
        health.path, "it is damaged (\(detail))",
        remedy: (health.isWritable ? "" : "make its folder and disk writable; ")
          + "`aucat scan --full` rebuilds it from the bundles; so does --fix", fix: .scan)
    case .older:
      .problem(
        health.path, "it was made by an older aucat", remedy: "`aucat scan` updates it; so does --fix", fix: .scan)
    case .newer: .problem(health.path, "it was made by a newer aucat", remedy: "update aucat, or set AUCAT_CATALOG")
    case .foreign(let detail):
      .problem(health.path, "it is not an aucat catalog (\(detail))", remedy: "set AUCAT_CATALOG to another path")
    case .unreachable(let detail):
      .problem(
        health.path, "it can't be reached (\(detail)), so each command reads all bundles",
        remedy: "mount its disk, create what is missing, or remove that link")
    case .unreadable(let detail):
      .problem(health.path, "it can't be read (\(detail))", remedy: "check its permissions and its disk")
    case .nowhere:
      .problem(
        nil, "there is no place for a catalog, so each command reads all bundles",
        remedy: "set HOME, XDG_CACHE_HOME or AUCAT_CATALOG")
    }
  }

  private static func unscanned(_ health: CatalogHealth) -> Finding {
    .note(
      health.path, "it has no bundle of the search path, so no plugin was checked",
      remedy: "scan first, or correct LV2_PATH")
  }

  private static func rights(_ health: CatalogHealth) -> Finding? {
    guard !health.isWritable, !health.isOfMachine, health.state == .sound || health.state == .older else { return nil }
    return .note(
      health.path, "you have no write permission, so your scans can't update it",
      remedy: "nothing, if somebody else scans; otherwise set AUCAT_CATALOG to a file of your own")
  }

  private static func unfinished(_ health: CatalogHealth) -> Finding? {
    guard let first = health.unfinished.first else { return nil }
    let more = health.unfinished.count > 1 ? " and \(health.unfinished.count - 1) more" : ""
    return .problem(
      first, "a scan was interrupted before this bundle\(more)", remedy: "`aucat scan` continues there; so does --fix",
      fix: .scan)
  }

  private static func setAside(_ path: String) -> Finding {
    .note(
      path, "this catalog was set aside or belongs to another version", remedy: "delete it: a scan can recreate it")
  }
}

/// The catalog that all users of the machine share.
enum SystemCatalogCheck: Check {
  static let name = "machine's catalog"

  static func findings(_ checkup: Checkup) -> [Finding] {
    let renewal = "`sudo aucat scan --system` rebuilds it"
    return switch checkup.manager.systemCatalogProblem() {
    case nil: []
    case .refused(let path, let reason)?:
      [
        .problem(
          path, "\(reason), so it is not used",
          remedy: "make it writable by root alone: `sudo chown root` and `sudo chmod go-w`, or delete it; \(renewal)"
        )
      ]
    case .unusable(let path, let reason)?: [.problem(path, "it can't be used (\(reason))", remedy: renewal)]
    case .newer(let path)?:
      [.note(path, "it was made by a newer aucat, so this one does not use it", remedy: "update this aucat")]
    case .outdated(let path)?:
      [
        .note(
          path, "bundles or aucat have changed since it was made, so users' catalogs only start from it",
          remedy: renewal)
      ]
    }
  }
}

/// The file of results: what can't be read again from the bundles.
enum ResultCheck: Check {
  static let name = "results"

  static func findings(_ checkup: Checkup) -> [Finding] {
    guard let path = checkup.manager.resultsPath else {
      return [
        .note(
          nil, "there is no place for results, so validations and measurements are lost with the catalog",
          remedy: "set HOME, XDG_STATE_HOME or AUCAT_RESULTS")
      ]
    }
    return [checkup.manager.problemWithResults().map { state(path, $0) }].compactMap(\.self)
      + checkup.manager.resultsAside.map(setAside)
  }

  private static func state(_ path: String, _ problem: (detail: String, isDamage: Bool)) -> Finding {
    if problem.isDamage {
      return .problem(
        path, "it is damaged (\(problem.detail))",
        remedy: "`aucat scan --full` recreates it from the catalog; so does --fix", fix: .scan)
    }
    return .problem(
      path, "it can't be used (\(problem.detail)), so validations and measurements are lost with the catalog",
      remedy: "make it and its folder writable, or set XDG_STATE_HOME or AUCAT_RESULTS to a place of your own")
  }

  private static func setAside(_ path: String) -> Finding {
    .note(path, "this file of results was set aside", remedy: "delete it: the new one has the catalog's copy")
  }
}
