internal import CLV2Host
internal import Glibc

/// A binary that stays loaded for good: threads and exit handlers of plugins outlive their instances.
package struct PluginLibrary {
  let handle: UnsafeMutableRawPointer

  /// Why a binary can't be loaded, according to `dlerror(3)`.
  package struct LoadingError: Error, Hashable, Sendable {
    package var reason: String
  }

  /// `dlopen(3)`
  package init(_ path: String) throws(LoadingError) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      // SAFETY: The text is this thread's until its next call of the dynamic linker, and is copied.
      throw LoadingError(reason: dlerror().map { String(cString: $0) } ?? "no reason was given")
    }
    self.handle = handle
  }

  /// The library's plugins by number: `lv2_descriptor`, or else `lv2_lib_descriptor`; nil if it has neither.
  ///
  /// - Parameters:
  ///   - bundle: path of the bundle, with a final slash.
  ///   - willOpen: called before `lv2_lib_descriptor`, whose code may end the process.
  package func plugins(in bundle: String, willOpen: () -> Void) -> ((UInt32) -> Plugin?)? {
    if let symbol = dlsym(handle, "lv2_descriptor") {
      // SAFETY: LV2 defines the type of the function with this name, and the library stays loaded.
      let list = unsafeBitCast(symbol, to: LV2_Descriptor_Function.self)
      return { list($0).flatMap(Plugin.init) }
    }
    guard let symbol = dlsym(handle, "lv2_lib_descriptor") else { return nil }
    willOpen()
    var none: UnsafePointer<LV2_Feature>?
    // SAFETY: as above; the list of features has only its terminator.
    let open = unsafeBitCast(symbol, to: LV2_Lib_Descriptor_Function.self)
    guard let library = open(bundle, &none) else { return { _ in nil } }
    return { library.pointee.get_plugin?(library.pointee.handle, $0).flatMap(Plugin.init) }
  }

  /// A library's description of one of its plugins: `LV2_Descriptor`.
  package struct Plugin {
    /// `LV2_Descriptor.URI`
    package let uri: String
    // SAFETY: the descriptor lies in a library that is never unloaded.
    private let descriptor: UnsafePointer<LV2_Descriptor>

    /// Reads a descriptor; nil if it has no URI.
    init?(_ descriptor: UnsafePointer<LV2_Descriptor>) {
      guard let name = descriptor.pointee.URI else { return nil }
      uri = String(cString: name)
      self.descriptor = descriptor
    }

    /// Whether `LV2_Descriptor.extension_data` supports an extension.
    package func hasExtension(_ uri: String) -> Bool { descriptor.pointee.extension_data?(uri) != nil }
  }
}
