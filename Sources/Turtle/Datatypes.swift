internal import ComponentModel

/// The datatypes of the literals that a graph doesn't treat as plain text, as its terms.
struct Datatypes {
  private var integer: UInt32 = 0
  private var decimal: UInt32 = 0
  private var double: UInt32 = 0
  private var boolean: UInt32 = 0
  private var binary: UInt32 = 0

  init(addedTo terms: inout TermTable) {
    func add(_ name: String) -> UInt32 {
      var uri = Namespace.xsd + name
      return uri.withUTF8 { terms.intern(.uri, $0) }
    }
    integer = add("integer")
    decimal = add("decimal")
    double = add("double")
    boolean = add("boolean")
    binary = add("base64Binary")
  }

  /// The kind of literals of a datatype; lilv knows no other types, and treats all other literals as text.
  func kind(of datatype: UInt32) -> Term.Kind {
    switch datatype {
    case integer: .integer
    case decimal, double: .decimal
    case boolean: .boolean
    case binary: .binary
    default: .string
    }
  }
}
