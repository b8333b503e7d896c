// SAFETY: The header gives each kind of object a type of its own, so a pointer that a caller passes is one that it was
// given for an object of that class, and has not released.

/// The pointer with which a caller refers to an object, which it keeps until ``release(_:_:)``.
func handle(_ object: some AnyObject) -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(object).toOpaque()) }

/// The pointer of an object that another one keeps.
func borrowedHandle(_ object: some AnyObject) -> OpaquePointer {
  OpaquePointer(Unmanaged.passUnretained(object).toOpaque())
}

/// The object that a pointer refers to; nil for NULL.
func object<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type = Object.self) -> Object? {
  handle.map { Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// Gives up the caller's reference to an object; does nothing for NULL.
func release<Object: AnyObject>(_ handle: OpaquePointer?, _: Object.Type) {
  guard let handle else { return }
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}
