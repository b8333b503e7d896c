import Foundation
import TestSupport
import Testing

/// A folder in which programs in C are built with the library, and run on an account of their own.
final class HostFolder {
  private let files = TemporaryFolder()
  var path: String { files.path }

  /// The path of a file in the folder.
  func callAsFunction(_ name: String) -> String { files(name) }

  /// A folder with two reverbs and a sound.
  init() {
    for name in ["gain-stereo", "in-place-broken"] {
      TestPlugins.installReverb(name, named: "Hall \(name)", in: files)
    }
    files.write(WAVFile(.format(channels: 2), .data([0, 0, 1_000, -1_000])).bytes, to: "in.wav")
  }

  /// Adds an instrument.
  func installOrgan() { TestPlugins.installOrgan(in: files) }

  /// Builds a program with a library.
  func build(_ source: String, to name: String, _ flags: [String]) throws -> String {
    files.write(source, to: "\(name).c")
    let result = Child.run(
      try Compiler.path("cc"),
      ["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", files("\(name).c"), "-o", files(name)]
        + flags, environment: Compiler.environment)
    try demand(result.status == 0, "\(result.errors)")
    return files(name)
  }

  /// Builds a program with the library of this build, and checks that it succeeds on the account and prints a text.
  ///
  /// - Parameter arguments: those of each run.
  func expectRuns(
    _ source: String, prints text: String = "", flags: [String] = [], _ arguments: [[String]] = [[]],
    setting: [String: String] = [:]
  ) throws {
    let host = try build(source, to: "host", buildFlags + flags)
    for words in arguments {
      let run = Child.run(host, words, environment: account.merging(setting) { $1 })
      verify(run.status == 0 && run.text == text, "\(words): \(run)")
    }
  }

  /// What links a program with the library of this build.
  var buildFlags: [String] {
    [
      "-I", Repository.path("Sources/Libraries/CAucat"), "-L", Child.products, "-laucat-c",
      "-Wl,-rpath,\(Child.products)",
      "-Wl,--allow-shlib-undefined",
    ]
  }

  /// An account that has never run aucat.
  var account: [String: String] {
    [
      "HOME": files("home"), "LV2_PATH": files("lv2"), "PATH": "/usr/bin:/bin", "AUCAT_SYSTEM_CATALOG": "",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
  }
}
