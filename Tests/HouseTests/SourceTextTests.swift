import Foundation
import TestSupport
import Testing

/// What the text of sources shows of threads, of paths, and of what hosts are told; each rule finds what breaks it.
struct SourceTextTests {
  // MARK: What runs on the render thread is proven by the compiler to take no lock.

  @Test("every function in a folder of the render thread is @_noLocks")
  func realtime() throws {
    for (folder, fileCount, count) in [("ChainHosting/Live/Render", 8, 20), ("AudioTracks/Mixing/Render", 3, 15)] {
      let files = Repository.files(in: "Sources/Sound/\(folder)", withSuffix: ".swift")
      let declarations = try files.flatMap { Self.declarations(in: try String(contentsOfFile: $0, encoding: .utf8)) }
      verify(files.count >= fileCount && declarations.count >= count, "\(folder)")
      for line in declarations { verify(line.contains("@_noLocks "), "\(folder): \(line)") }
    }
    let text = """
      struct One {
        @_noLocks func good() {}
        func bad() {}
        init(_ x: Int) {}
        var value: Int {
          1
        }
        static var limit: Int { 1 }
      }
      """
    verify(Self.declarations(in: text).filter { !$0.contains("@_noLocks ") }.count, equals: 3)
  }

  /// The lines that declare functions, initializers and computed values which aren't static.
  private static func declarations(in text: String) -> [Substring] {
    text.split(separator: "\n").filter { line in
      let code = line.drop { $0 == " " }
      guard !code.hasPrefix("//") else { return false }
      let isComputed = code.contains("var ") && code.hasSuffix("{") && !code.contains("static ")
      return code.contains(/\b(?:func \w+|init\(|subscript\()/) || isComputed
    }
  }

  // MARK: What other programs parse, and paths, are bytes: `'` with an accent is one `Character`, and a shell's quote.

  /// Files and folders of modules.
  private static let bytewise = [
    "Linux/Paths", "Linux/Files/FileReplacement", "Linux/Directories/TemporaryDirectory", "Programs/ArdourMetadata",
    "ComponentModel/Text/JSON", "AucatProgram/Output/ShellWord", "AucatProgram/Output/Escaping",
    "AucatCommands/Search/CSV", "AucatCommands/Completion/CompletionShell", "AucatCommands/Completion/ShellLine",
    "AucatCommands/Completion/PredicateReading", "AucatCommands/UserData/ArdourFolder", "aucat-render/Chain/JalvLine",
    "aucat-render/Validate/TAPPrinter", "aucat-render/Validate/JUnitPrinter", "aucat-render/Chain/PipeWireGraph",
    "aucat-render/Chain/ChainExporter", "BundleReading/Files/FileRule", "BundleReading/Files/FileURI",
    "BundleReading/Files/StatePathRule", "BundleLint/Facts/Document", "ChainModel/Setup/BundleAccess",
    "ChainHosting/State/StatePaths", ".dev/manual/Roff", "ComponentQuery/Printing/PrintedString",
  ]

  @Test("writers of text that is parsed, and what handles paths, compare bytes or scalars")
  func bytes() throws {
    for place in Self.bytewise {
      let concerned = Repository.sources.filter { $0.contains("/" + place) }
      verify(!concerned.isEmpty, "\(place) is not there")
      verify(Self.characterwise(concerned), equals: [], "these work on Characters; use utf8 or unicodeScalars")
    }
    let folder = TemporaryFolder()
    for line in [
      #"text.split(separator: "'")"#, #"text.contains("/")"#, #"path.lastIndex(of: "/")"#, #"path.hasPrefix("/")"#,
      "text.split { $0.isWhitespace }", #"text.replacing("'", with: "")"#, "for c in text where c == Character(x) {}",
    ] {
      let scalars = line.replacing("text.", with: "text.unicodeScalars.") + "  // utf8"
      let file = folder.write("  \(line)\n  // \(line)\n  \(scalars)\n", to: "One.swift")
      verify(Self.characterwise([file]).count, equals: 1, "\(line)")
    }
  }

  /// The lines that divide, compare or classify a text by its Characters.
  private static func characterwise(_ files: [String]) -> [String] {
    let operation = [
      #"\.has(Prefix|Suffix)\("#, #"(split\(separator: |Index\(of: |contains\(|replacing\()"([^"\\]|\\.)""#,
      #"\$0\.is(Whitespace|Newline|Letter|Number)\b"#, #"\bCharacter\b"#,
    ]
    return Repository.grep(["-hE", operation.joined(separator: "|")], in: files).filter { line in
      !line.drop { $0 == " " }.hasPrefix("//") && !["utf8", "UTF8", "Scalar", "scalar"].contains { line.contains($0) }
    }
  }

  // MARK: What a library tells its host is about the library: only the command speaks of the command's options.

  @Test func messagesOfLibrariesNameNoOption() {
    let files = Module.all.filter { $0.layer != "Programs" }.flatMap(\.files)
    verify(files.count > 500)
    verify(Self.options(in: files), equals: [])
    let folder = TemporaryFolder()
    let file = folder.write(
      """
          "it is damaged; `sudo aucat scan --system` rebuilds it"
          let text = "`aucat scan --full` reads it"
          /// See "`aucat scan --system`".
          "`aucat doctor` shows the remedy"

      """, to: "One.swift")
    verify(Self.options(in: [file]).count, equals: 2)
  }

  /// The lines with a command of ours with an option in quotation marks of a message.
  private static func options(in files: [String]) -> [String] {
    Repository.grep(["-hE", #"`[^`]*aucat [a-z]+[^`]* --?[a-z]"#], in: files).filter { line in
      !line.drop { $0 == " " }.hasPrefix("//") && line.prefix { $0 != "`" }.contains("\"")
    }
  }
}

/// The folders that tests work in leave nothing behind, and what their links lead to stays.
struct TemporaryFolderTests {
  @Test func everythingInItIsDeletedWhateverItsName() {
    let kept = TemporaryFolder()
    kept.write("x", to: "file")
    let path: String
    do {
      let folder = TemporaryFolder()
      path = folder.path
      folder.write("x", to: "a/b/c")
      let name = folder("a").utf8CString.dropLast() + [CChar(0x2F), CChar(bitPattern: 0xFF), 0]
      verify(mkdir(Array(name), 0o755), equals: 0)
      close(open(Array(name.dropLast() + [CChar(0x2F), CChar(bitPattern: 0xE4), 0]), O_WRONLY | O_CREAT, 0o644))
      symlink("/", folder("root"))
      symlink(kept.path, folder("link"))
      mkfifo(folder("fifo"), 0o600)
    }
    verify(access(path, F_OK) != 0 && errno == ENOENT)
    verify(Child.contents(kept("file")), equals: Array("x".utf8))
  }
}
