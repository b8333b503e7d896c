internal import AudioComponents
internal import Linux

/// A path in place of a component, which has a name and a URI; only hosts use paths.
struct PathArgument {
  let path: String

  /// nil if an argument doesn't look like a path.
  init?(_ argument: String) {
    guard ChoosingText.isPath(argument) else { return nil }
    path = argument
  }

  /// The components among `all` that are in the bundle that the path leads to.
  func components(among all: [Component]) -> [Component] {
    guard let bundle = bundle?.identity else { return [] }
    var isMeant: [String: Bool] = [:]
    return all.filter { component in
      if let known = isMeant[component.bundle] { return known }
      let isSame = (try? FileStatus(component.bundle))?.identity == bundle
      isMeant[component.bundle] = isSame
      return isSame
    }
  }

  /// The remedy if no component is in such a bundle.
  var remedy: String {
    bundle == nil
      ? "there is no such bundle, and a component is chosen by its name, its URI or a predicate"
      : "put the bundle where hosts look, such as ~/.lv2, and use the component's name"
  }

  /// The bundle's directory, from a path to it or to a file in it; nil if there is none.
  private var bundle: FileStatus? {
    guard let status = try? FileStatus(path) else { return nil }
    if status.isDirectory { return status }
    return try? FileStatus(LexicalPath.folder(of: path))
  }
}
