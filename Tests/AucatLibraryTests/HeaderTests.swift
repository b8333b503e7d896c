import CAucat
import Foundation
import TestSupport
import Testing

/// The header as compilers of C and C++ read it, and the library's symbols.
struct HeaderTests {
  private static let header = Repository.path("Sources/Libraries/CAucat/aucat.h")

  /// The functions that the header declares.
  private static func declared() throws -> Set<String> {
    let text = try String(contentsOfFile: header, encoding: .utf8)
    let code = text.replacing(/\/\*(?s:.*?)\*\//, with: "").replacing(/static inline[^{]*\{(?s:.*?)\n\}/, with: "")
    let functions = code.matches(of: /\b(aucat_\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*;/).map { String($0.1) }
    return Set(functions)
  }

  @Test("each function has a comment, or shares that of its group")
  func comments() throws {
    let lines = try String(contentsOfFile: Self.header, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let declarations = lines.enumerated().filter { $0.element.contains(/^[a-z][\w *]*\baucat_\w+\(/) }
    verify(declarations.count > 160)
    for (index, line) in declarations where !line.hasPrefix("static inline") {
      // Above it in its group stands a comment; a group is what has no blank line inside.
      let above = lines[..<index].reversed().prefix { !$0.isEmpty }
      let functions = above.prefix { !$0.hasSuffix("*/") }
      verify(functions.count < above.count && functions.count < 5, "\(line)")
      verify(!line.contains("_free(") || functions.isEmpty, "\(line)")
    }
  }

  @Test(
    "the header is clean in C and C++", .part(.hosts),
    arguments: [
      ["gcc", "-std=c99"], ["clang", "-std=c99"], ["gcc", "-std=c17"], ["g++", "-std=c++11"], ["g++", "-std=c++20"],
      ["clang++", "-std=c++17"],
    ])
  func clean(_ compiler: [String]) throws {
    let path = try Compiler.path(compiler[0])
    let folder = TemporaryFolder()
    let name = compiler[0].hasSuffix("++") ? "host.cpp" : "host.c"
    let source = folder.write(
      """
      #include "aucat.h"
      int main(void) {
        if (aucat_text("").kind != AUCAT_VALUE_TEXT || aucat_flag(true).kind != AUCAT_VALUE_FLAG) return 1;
        if (aucat_policy_of(AUCAT_POLICY_DUCK).hold < 0) return 1;
        return aucat_number(1).number < 0 || aucat_render_defaults().tail > 0;
      }
      """, to: name)
    let result = Child.run(
      path,
      [
        compiler[1], "-Wall", "-Wextra", "-pedantic", "-Werror", "-Wconversion", "-fsyntax-only", "-I",
        Repository.path("Sources/Libraries/CAucat"), source,
      ], environment: Compiler.environment)
    verify(result.status, equals: 0, "\(result.errors)")
  }

  @Test("the library exports the header's functions; that of an installation exports nothing else")
  func exports() throws {
    let declared = try Self.declared()
    verify(declared.count > 100)
    let exported = try Self.symbols(of: Child.products + "/libaucat-c.so")
    verify(declared.subtracting(exported).isEmpty)
    verify(exported.filter { $0.hasPrefix("aucat_") }.subtracting(declared).isEmpty)
    guard let installed = Compiler.installedLibrary else { return }
    try verify(Self.symbols(of: installed), equals: declared)
  }

  @Test("codes and kinds have the numbers that hosts were compiled with")
  func numbers() {
    verify(AUCAT_ABI_VERSION == 1 && aucat_abi_version() == 1)
    verify(AUCAT_ERROR_ARGUMENT.rawValue == 1 && AUCAT_ERROR_STORE_DAMAGED.rawValue == 20)
    verify(AUCAT_ERROR_HELPER.rawValue == 40 && AUCAT_ERROR_BUNDLE.rawValue == 60)
    verify(AUCAT_ERROR_CHAIN_TEXT.rawValue == 72 && AUCAT_ERROR_DEVICE.rawValue == 80)
    verify(AUCAT_CHANGE_RESET.rawValue == 9 && AUCAT_EVENT_RATE.rawValue == 15 && AUCAT_POLICY_MIX.rawValue == 3)
    verify(MemoryLayout<aucat_value>.stride == 24 && MemoryLayout<aucat_render_options>.stride == 48)
    verify(MemoryLayout<aucat_policy>.stride, equals: 56)
    verify(MemoryLayout<aucat_report>.stride == 104 && MemoryLayout<aucat_progress>.stride == 32)
  }

  /// The dynamic symbols that a library defines.
  private static func symbols(of library: String) throws -> Set<String> {
    let result = Child.run(
      "/usr/bin/env", ["nm", "--dynamic", "--defined-only", "--format=just-symbols", library],
      environment: Compiler.environment)
    try demand(result.status == 0, "\(result.errors)")
    return Set(result.lines.map { String($0.prefix { $0 != "@" }) })
  }
}

/// Compilers of C that tests use.
enum Compiler {
  static let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  /// The library of the installation that `AUCAT_INSTALLED` names (`.dev/check --full` does); nil without one.
  static let installedLibrary = ProcessInfo.processInfo.environment["AUCAT_INSTALLED"].map { $0 + "/lib/libaucat.so.0" }

  /// A compiler's path; cancels the test if there is none.
  static func path(_ name: String) throws -> String {
    let found = Child.run("/bin/sh", ["-c", "command -v \(name)"], environment: environment)
    guard let path = found.lines.first else {
      try Test.cancel("\(name) is not installed")
    }
    return path
  }
}
