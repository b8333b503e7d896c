// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

internal import CAucat

@c @implementation
package func aucat_abi_version() -> UInt32 { UInt32(AUCAT_ABI_VERSION) }

@c @implementation
package func aucat_free(_ text: UnsafeMutablePointer<CChar>?) {
  // SAFETY: The caller was given the text by `CText.forCaller`, and releases it once.
  text?.deallocate()
}
