import Glibc

// libFuzzer has the main function, and calls these two.

private nonisolated(unsafe) var target = FuzzTarget.all[0]

/// Chooses the target by `AUCAT_FUZZ_TARGET`; with `AUCAT_FUZZ_SEEDS`, writes its seeds into that folder and exits.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzerInitialize(
  _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> Int32 {
  let name = getenv("AUCAT_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let found = FuzzTarget.all.first(where: { $0.name == name }) else {
    print("AUCAT_FUZZ_TARGET is one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    exit(2)
  }
  target = found
  if let folder = getenv("AUCAT_FUZZ_SEEDS").map({ String(cString: $0) }) {
    for (number, seed) in found.seeds.enumerated() { write(seed, to: "\(folder)/seed-\(number)") }
    exit(0)
  }
  return 0
}

/// Reads one input; what the reader throws is as good as a value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  try? target.run(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

private func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "w") else { return }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
}
