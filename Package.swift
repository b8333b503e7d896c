// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: Swift 6 mode comes with the tools version.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

extension Target {
  /// A module below a layer of `Sources`. Layers are listed from the top; a module needs only what stands on its own layer or
  /// below it.
  ///
  /// - Parameter plugin: makes sources of files that aren't Swift.
  static func module(
    _ name: String, in layer: String, needs: [Target.Dependency] = [], excluding: [String] = [],
    compiling plugin: Target.PluginUsage? = nil
  ) -> Target {
    .target(
      name: name, dependencies: needs, path: "Sources/\(layer)/\(name)", exclude: excluding, swiftSettings: strict,
      plugins: plugin.map { [$0] } ?? [])
  }

  static func program(_ name: String, needs: [Target.Dependency], excluding: [String] = []) -> Target {
    .executableTarget(
      name: name, dependencies: needs, path: "Sources/Programs/\(name)", exclude: excluding, swiftSettings: strict)
  }
}

/// What `aucat browse` serves its page with; a host that depends on this package has the trait off, and resolves none of it.
let nio: [Target.Dependency] = ["NIOCore", "NIOHTTP1", "NIOPosix"].map {
  .product(name: $0, package: "swift-nio", condition: .when(traits: ["Browse"]))
}

let package = Package(
  name: "aucat",
  products: [
    .library(name: "AudioComponents", targets: ["AudioComponents"]),
    .library(name: "ComponentPredicates", targets: ["ComponentPredicates"]),
    .executable(name: "aucat", targets: ["aucat"]),
    .executable(name: "aucat-scan-worker", targets: ["aucat-scan-worker"]),
    .executable(name: "aucat-render", targets: ["aucat-render"]),
    .executable(name: "aucat-browse", targets: ["aucat-browse"]),
    .library(name: "RenderChain", targets: ["RenderChain"]),
    .library(name: "AudioSources", targets: ["AudioSources"]),
    .library(name: "AudioTracks", targets: ["AudioTracks"]),
    .library(name: "AudioFiles", targets: ["AudioFiles"]),
    // For hosts in C: `.dev/install` makes it libaucat.so.0.
    .library(name: "aucat-c", type: .dynamic, targets: ["AucatLibrary"]),
    // Not for hosts: plugins that tests load.
    .library(name: "TestPlugins", type: .dynamic, targets: ["TestPlugins"]),
    // Not for hosts: a JACK library without a server.
    .library(name: "FakeJack", type: .dynamic, targets: ["FakeJack"]),
    .library(name: "OldJack", type: .dynamic, targets: ["OldJack"]),
  ],
  traits: [.trait(name: "Browse", description: "The server of `aucat browse`.")],
  dependencies: [.package(url: "https://github.com/apple/swift-nio", exact: "2.101.2")],
  targets: [
    // Programs: what people start.
    .program("aucat", needs: ["AucatCommands"], excluding: ["Completions"]),
    .program("aucat-scan-worker", needs: ["BundleReading"]),
    .program(
      "aucat-render",
      needs: [
        "AucatCommands", "AucatProgram", "AudioComponents", "AudioFiles", "AudioSources", "AudioTracks", "BundleLint",
        "BundleReading", "ComponentModel", "ComponentValidation", "Linux", "LiveSound", "RenderChain",
      ]),
    .program(
      "aucat-browse", needs: ["AucatCommands", "AucatProgram", "AudioComponents", "CatalogPage", "Linux", "PageServer"]),
    .module("PageServer", in: "Programs", needs: ["CatalogPage"] + nio),
    .module(
      "CatalogPage", in: "Programs",
      needs: ["AucatCommands", "AucatProgram", "AudioComponents", "AudioFiles", "AudioSources", "Linux"],
      excluding: ["Page", "README.md"], compiling: "ResourceCompiler"),
    .module(
      "AucatCommands", in: "Programs",
      needs: ["ArdourMetadata", "AucatProgram", "AudioComponents", "AudioFiles", "Linux"]),
    .module("ArdourMetadata", in: "Programs", needs: ["AudioComponents"]),
    .module("AucatProgram", in: "Programs", needs: ["AudioComponents", "AudioFiles", "Linux"]),

    // Libraries: what hosts link.
    // The one module of ours that imports Foundation, for hosts that write #Predicate.
    .module(
      "ComponentPredicates", in: "Libraries", needs: ["AudioComponents", "ComponentModel", "ComponentQuery", "ICU"]),
    // The header, and the functions that it declares.
    .systemLibrary(name: "CAucat", path: "Sources/Libraries/CAucat"),
    .module(
      "AucatLibrary", in: "Libraries",
      needs: ["AudioComponents", "AudioFiles", "AudioSources", "AudioTracks", "CAucat", "Linux", "RenderChain"],
      excluding: ["README.md"]),
    .module(
      "AudioComponents", in: "Libraries",
      needs: [
        "CatalogSearch", "CatalogStore", "ComponentModel", "ComponentQuery", "ComponentScan", "ComponentTags", "ICU",
        "Linux", "StoreFiles", "UserDataStore",
      ],
      excluding: ["Hosts/Data"], compiling: "ResourceCompiler"),

    // Checks: what authors of plugins want to know.
    .module(
      "BundleLint", in: "Checks",
      needs: [
        "BundleReading", "ChainHosting", "ComponentModel", "ComponentQuery", "ComponentScan", "ComponentTags",
        "ComponentValidation", "ICU", "Linux",
      ]),
    .module("ComponentValidation", in: "Checks", needs: ["CCallWatch", "ComponentModel", "Linux", "RenderChain"]),
    .target(name: "CCallWatch", path: "Sources/Checks/CCallWatch"),

    // Sound: files, chains, devices. libsndfile and JACK's library are found at run time where they are installed.
    .module(
      "AudioTracks", in: "Sound",
      needs: ["AudioFiles", "AudioSources", "ChainHosting", "Linux", "LiveSound", "RenderChain"]),
    .module("LiveSound", in: "Sound", needs: ["CJack", "ChainHosting", "Linux"]),
    .target(name: "CJack", path: "Sources/Sound/CJack"),
    .module("AudioSources", in: "Sound", needs: ["AudioFiles", "RenderChain"]),
    .module(
      "RenderChain", in: "Sound", needs: ["AudioFiles", "ChainHosting", "ChainModel", "ComponentModel", "Linux"]),
    .module(
      "ChainHosting", in: "Sound", needs: ["AudioFiles", "ChainModel", "ComponentModel", "CLV2Host", "Linux", "MIDI"]),
    .target(name: "CLV2Host", path: "Sources/Sound/CLV2Host"),
    .module("ChainModel", in: "Sound", needs: ["AudioFiles", "BundleReading", "ComponentModel", "Linux"]),
    .module("MIDI", in: "Sound"),
    .module("AudioFiles", in: "Sound", needs: ["CSoundFile", "ComponentModel", "Linux"]),
    .target(name: "CSoundFile", path: "Sources/Sound/CSoundFile"),

    // Catalog: the two databases.
    .module(
      "CatalogSearch", in: "Catalog",
      needs: [
        "CatalogStore", "ComponentModel", "ComponentQuery", "Lexicon", "Linux", "PlainWords", "SQLite", "StoreFiles",
        "UserDataStore",
      ]),
    .module(
      "CatalogStore", in: "Catalog",
      needs: ["ComponentModel", "ComponentQuery", "Lexicon", "Linux", "SQLite", "StoreFiles"]),
    .module(
      "UserDataStore", in: "Catalog", needs: ["ComponentModel", "ComponentQuery", "Linux", "SQLite", "StoreFiles"]),
    .module("StoreFiles", in: "Catalog", needs: ["ComponentModel", "Linux", "SQLite"], compiling: "ResourceCompiler"),

    // Bundles: what plugins say of themselves.
    .module("BundleReading", in: "Bundles", needs: ["CLilv", "CSerd", "ComponentScan", "ComponentModel", "Linux"]),
    .module("ComponentScan", in: "Bundles", needs: ["ComponentModel", "Linux"]),
    .systemLibrary(
      name: "CLilv", path: "Sources/Bundles/CLilv", pkgConfig: "lilv-0", providers: [.apt(["liblilv-dev"])]),
    .systemLibrary(
      name: "CSerd", path: "Sources/Bundles/CSerd", pkgConfig: "serd-0", providers: [.apt(["liblilv-dev"])]),

    // Language: values, queries, tags and texts; no database.
    .module(
      "ComponentTags", in: "Language", needs: ["ComponentModel", "ICU", "Linux"], excluding: ["Data"],
      compiling: "ResourceCompiler"),
    .module("PlainWords", in: "Language", needs: ["ComponentModel", "ComponentQuery"]),
    .module("ComponentQuery", in: "Language", needs: ["ComponentModel"], excluding: ["README.md"]),
    .module("ComponentModel", in: "Language", needs: ["Texts"]),
    .module("Lexicon", in: "Language", needs: ["Texts"], compiling: "LexiconCompiler"),
    .module("ICU", in: "Language", needs: ["CICU", "Texts"]),
    .target(
      name: "CICU", path: "Sources/Language/CICU",
      linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n"), .linkedLibrary("icudata")],
      plugins: ["ResourceCompiler"]),
    .module("Texts", in: "Language"),

    // System: Linux, SQLite, and what a build needs.
    .module("Linux", in: "System", needs: ["CLinux"]),
    .target(name: "CLinux", path: "Sources/System/CLinux"),
    .module("SQLite", in: "System", needs: ["CSQLite"]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .plugin(name: "ResourceCompiler", capability: .buildTool(), path: "Sources/System/ResourceCompiler"),
    .plugin(
      name: "LexiconCompiler", capability: .buildTool(), dependencies: ["lexicon-compiler"],
      path: "Sources/System/LexiconCompiler"),
    .executableTarget(
      name: "lexicon-compiler", dependencies: ["ICU", "Texts"], path: "Sources/System/lexicon-compiler",
      swiftSettings: strict),

    // Tests, and what they load and measure.
    .testTarget(
      name: "ComponentQueryTests", dependencies: ["ComponentQuery", "ComponentModel", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PlainWordsTests", dependencies: ["PlainWords", "ComponentQuery", "ComponentModel", "TestSupport"],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["ComponentModel", "ComponentQuery"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .executableTarget(
      name: "transcripts", dependencies: ["TestSupport"], path: "Tests/TranscriptDriver", swiftSettings: strict),
    .testTarget(
      name: "ComponentModelTests", dependencies: ["ComponentModel", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AudioFilesTests", dependencies: ["AudioFiles", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "MIDITests", dependencies: ["MIDI", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "LinuxTests", dependencies: ["Linux", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CatalogTests",
      dependencies: [
        "CatalogSearch", "CatalogStore", "ComponentModel", "ComponentQuery", "ICU", "Lexicon", "Linux",
        "PlainWords", "SQLite", "StoreFiles", "TestSupport", "UserDataStore",
      ],
      exclude: ["UserData/Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "ComponentScanTests",
      dependencies: [
        "ComponentScan", "BundleReading", "CLilv", "ComponentModel", "Linux", "TestSupport", "aucat-scan-worker",
      ],
      exclude: ["Bundles"], swiftSettings: strict),
    .testTarget(
      name: "ComponentTagsTests", dependencies: ["ComponentTags", "ICU", "ComponentModel", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "query-benchmark", dependencies: ["AudioComponents"], path: "Tests/Benchmarks/QueryBenchmark",
      swiftSettings: strict),
    .target(name: "CRealtimeSanitizer", path: "Tests/RealtimeCheck/CRealtimeSanitizer"),
    .executableTarget(
      name: "realtime-check",
      dependencies: [
        "AudioComponents", "AudioSources", "AudioTracks", "CRealtimeSanitizer", "ChainHosting", "LiveSound",
        "RenderChain",
      ],
      path: "Tests/RealtimeCheck/Program", swiftSettings: strict),
    .target(name: "TestPlugins", path: "Tests/TestPlugins", exclude: ["Bundle"]),
    .target(name: "FakeJack", path: "Tests/FakeJack"),
    .target(name: "OldJack", path: "Tests/OldJack"),
    .testTarget(
      name: "RenderChainTests",
      dependencies: [
        "RenderChain", "BundleReading", "ChainHosting", "ChainModel", "ComponentModel", "Linux", "TestSupport",
        "aucat-render",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AudioSourcesTests",
      dependencies: ["AudioFiles", "AudioSources", "ChainHosting", "RenderChain", "TestSupport", "aucat-render"],
      swiftSettings: strict),
    .testTarget(
      name: "AudioTracksTests",
      dependencies: [
        "AudioFiles", "AudioSources", "AudioTracks", "ChainHosting", "LiveSound", "RenderChain", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LiveSoundTests",
      dependencies: ["AudioSources", "AudioTracks", "CJack", "ChainHosting", "Linux", "LiveSound", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BundleLintTests",
      dependencies: ["BundleLint", "TestSupport", "aucat-render", "aucat-scan-worker"], swiftSettings: strict),
    .testTarget(
      name: "ComponentValidationTests",
      dependencies: ["ComponentModel", "ComponentValidation", "RenderChain", "TestSupport", "aucat-render"],
      swiftSettings: strict),
    .testTarget(
      name: "AudioComponentsTests",
      dependencies: [
        "AudioComponents", "ComponentPredicates", "ICU", "Linux", "SQLite", "StoreFiles", "TestSupport",
        "aucat", "aucat-scan-worker",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "ArdourMetadata", "AucatCommands", "AucatProgram", "AudioComponents", "SQLite", "TestSupport", "aucat",
        "aucat-manual", "aucat-render", "aucat-scan-worker", "transcripts",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CatalogPageTests",
      dependencies: [
        "AudioComponents", "CatalogPage", "TestSupport", "aucat", "aucat-browse", "aucat-render", "aucat-scan-worker",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LilvAucatTests",
      dependencies: ["SQLite", "TestSupport", "aucat", "aucat-render", "aucat-scan-worker"], exclude: ["Programs"],
      swiftSettings: strict),
    .testTarget(
      name: "AucatLibraryTests",
      dependencies: [
        "AucatLibrary", "AudioComponents", "CAucat", "TestSupport", "aucat", "aucat-render", "aucat-scan-worker",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HouseTests",
      dependencies: ["TestSupport", "aucat", "aucat-render", "aucat-scan-worker", "guide-programs"],
      swiftSettings: strict),
    // The code of the documentation as a program.
    .executableTarget(
      name: "guide-programs",
      dependencies: [
        "AudioComponents", "AudioFiles", "AudioSources", "AudioTracks", "ComponentPredicates", "RenderChain",
      ],
      path: "Tests/GuidePrograms/Programs", plugins: ["SnippetCompiler"]),
    .plugin(
      name: "SnippetCompiler", capability: .buildTool(), dependencies: ["snippet-compiler"],
      path: "Tests/GuidePrograms/SnippetCompiler"),
    .executableTarget(
      name: "snippet-compiler", path: "Tests/GuidePrograms/snippet-compiler", swiftSettings: strict),
    // Writes the pages of the manual, from the commands' declarations and the documentation; `.dev/install` runs it.
    .executableTarget(
      name: "aucat-manual", dependencies: ["AucatCommands", "AucatProgram", "AudioComponents", "Linux"],
      path: ".dev/manual",
      swiftSettings: strict),
  ]
)

// The fuzzer brings a main function of its own, so nothing else is built with it: see .dev/fuzz. All other builds compile
// what it calls, so that this keeps up with what it reads.
let fuzzed: [Target.Dependency] = [
  "ArdourMetadata", "AudioFiles", "BundleReading", "CatalogPage", "ComponentModel", "ComponentQuery",
  "ComponentScan", "ICU", "MIDI", "TestSupport",
]
package.targets.append(
  Context.environment["AUCAT_FUZZ"] == nil
    ? .testTarget(name: "Fuzz", dependencies: fuzzed)
    : .executableTarget(
      name: "aucat-fuzz", dependencies: fuzzed, path: "Tests/Fuzz",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))

// Only .dev/docs needs this, so hosts and all other builds fetch neither the plugin nor what it is made of.
if Context.environment["AUCAT_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

// `.dev/install` builds what is installed in one run, and nothing else: the tests' library has no static build.
if let start = Context.environment["AUCAT_INSTALL"] {
  let also = Context.environment["AUCAT_INSTALL_ALSO"]
  package.targets.removeAll { ($0.type == .test || $0.path?.hasPrefix("Tests/") == true) && $0.name != also }
  package.products.removeAll { ["TestPlugins", "FakeJack", "OldJack"].contains($0.name) }
  for target in package.targets where target.path?.hasPrefix("Sources/Programs/aucat") == true {
    var flags = ["-Xlinker", "--wrap=_swift_stdlib_getScalarName"]
    // As the linker's own option, the folder would come after the system's.
    if ["aucat", "aucat-scan-worker"].contains(target.name) { flags += ["-Xclang-linker", "-L\(start)"] }
    // It loads no plugins and throws no C++ exceptions, so it needs no index of its frames: 0.4 MB.
    if target.name == "aucat" { flags += ["-Xlinker", "--no-eh-frame-hdr"] }
    // The others load plugins, or read what somebody else wrote, so their addresses are random: see `.dev/install`.
    if target.name == "aucat" { flags += ["-Xclang-linker", "-no-pie"] }
    target.linkerSettings = [.unsafeFlags(flags)]
  }
}
