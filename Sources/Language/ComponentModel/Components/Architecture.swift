/// A processor architecture that a plugin's binary is for: corresponds to an entry of Apple's `availableArchitectures`,
/// but has ELF's numbers (`e_machine`) in place of Mach-O's.
public struct Architecture: Hashable, Sendable, CustomStringConvertible {
  /// ELF's number of the machine.
  public let machine: Int
  /// The word size: 32 or 64.
  public let bits: Int

  /// Creates an architecture from an ELF header's values.
  package init(machine: Int, bits: Int) {
    self.machine = machine
    self.bits = bits
  }

  /// The architecture in an ELF file's first 20 bytes; nil for any other file.
  package init?(elf header: [UInt8]) {
    guard header.count >= 20, header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return nil }
    // e_ident[EI_CLASS], e_ident[EI_DATA] and e_machine, as elf(5) has them.
    let (width, order, machine) = (header[4], header[5], header[18..<20].map(Int.init))
    guard let bits = [1: 32, 2: 64][width], let bytes = [1: machine.reversed(), 2: machine][order] else { return nil }
    self.init(machine: bytes.reduce(0) { $0 << 8 | $1 }, bits: bits)
  }

  /// The name as in `uname -m`; the number if there is none.
  public var description: String {
    switch (machine, bits) {
    case (3, _): "i686"
    case (8, _): "mips"
    case (20, _): "ppc"
    case (21, _): "ppc64"
    case (22, _): "s390x"
    case (40, _): "arm"
    case (62, 64): "x86_64"
    case (62, _): "x32"
    case (183, _): "aarch64"
    case (243, 64): "riscv64"
    case (243, _): "riscv32"
    case (258, _): "loongarch64"
    default: "machine \(machine)"
    }
  }

  /// The architecture of this process.
  public static var current: Architecture {
    #if arch(x86_64)
      Architecture(machine: 62, bits: 64)
    #elseif arch(arm64)
      Architecture(machine: 183, bits: 64)
    #elseif arch(arm)
      Architecture(machine: 40, bits: 32)
    #elseif arch(riscv64)
      Architecture(machine: 243, bits: 64)
    #elseif arch(powerpc64le)
      Architecture(machine: 21, bits: 64)
    #elseif arch(s390x)
      Architecture(machine: 22, bits: 64)
    #else
      Architecture(machine: 3, bits: 32)
    #endif
  }
}
