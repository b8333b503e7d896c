// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: Swift 6 mode comes with the tools version.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "aucat",
  products: [
    .library(name: "AudioComponents", targets: ["AudioComponents"]),
    .library(name: "ComponentPredicates", targets: ["ComponentPredicates"]),
    .executable(name: "aucat", targets: ["aucat"]),
    .executable(name: "aucat-scan-worker", targets: ["aucat-scan-worker"]),
    .executable(name: "aucat-render", targets: ["aucat-render"]),
    .library(name: "RenderChain", targets: ["RenderChain"]),
    .library(name: "AudioFiles", targets: ["AudioFiles"]),
    // For hosts in C: `.dev/install` makes it libaucat.so.0.
    .library(name: "aucat-c", type: .dynamic, targets: ["AucatLibrary"]),
    // Not for hosts: plugins that tests load.
    .library(name: "TestPlugins", type: .dynamic, targets: ["TestPlugins"]),
    // Not for hosts: a JACK library without a server.
    .library(name: "FakeJack", type: .dynamic, targets: ["FakeJack"]),
    .library(name: "OldJack", type: .dynamic, targets: ["OldJack"]),
  ],
  targets: [
    // Pure: no C library, no database.
    .target(name: "ComponentModel", swiftSettings: strict),
    .target(
      name: "ComponentQuery", dependencies: ["ComponentModel"], exclude: ["README.md"], swiftSettings: strict),

    .target(name: "ArdourMetadata", dependencies: ["ComponentModel"], swiftSettings: strict),

    // Audio in memory and in files. libsndfile is found at run time where it is installed.
    .target(name: "CSoundFile"),
    .target(name: "AudioFiles", dependencies: ["CSoundFile", "ComponentModel", "Linux"], swiftSettings: strict),

    // Devices that call a chain for each block. JACK's library is found at run time where it is installed.
    .target(name: "CJack"),
    .target(name: "AudioDevices", dependencies: ["CJack", "Linux"], swiftSettings: strict),

    // One overlay a C library: no C type leaves it.
    .systemLibrary(name: "CLilv", pkgConfig: "lilv-0", providers: [.apt(["liblilv-dev"])]),
    .target(name: "Lilv", dependencies: ["CLilv", "Linux"], swiftSettings: strict),
    .systemLibrary(name: "CSerd", pkgConfig: "serd-0", providers: [.apt(["liblilv-dev"])]),
    .target(name: "Turtle", dependencies: ["CSerd", "ComponentModel"], swiftSettings: strict),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
    .target(
      name: "CICU", linkerSettings: [.linkedLibrary("icuuc"), .linkedLibrary("icui18n"), .linkedLibrary("icudata")],
      plugins: ["ResourceCompiler"]),
    .target(name: "ICU", dependencies: ["CICU", "ComponentModel"], swiftSettings: strict),

    // What Linux gives, behind one seam.
    .target(name: "CLinux"),
    .target(name: "Linux", dependencies: ["CLinux"], swiftSettings: strict),

    // The scanner: what the host's process does, and what the worker does.
    .target(
      name: "ComponentScan", dependencies: ["ComponentModel", "Linux"], swiftSettings: strict),
    .target(
      name: "BundleReading", dependencies: ["ComponentScan", "ComponentModel", "Lilv", "Linux", "Turtle"],
      swiftSettings: strict),

    // The render chain: hosts plugins.
    .target(name: "CLV2Host"),
    .target(
      name: "RenderChain",
      dependencies: [
        "AudioFiles", "BundleReading", "ComponentModel", "CLV2Host", "Linux",
      ],
      swiftSettings: strict),
    // A chain on a device.
    .target(name: "LiveHost", dependencies: ["AudioDevices", "Linux", "RenderChain"], swiftSettings: strict),
    // What children report to their parents.
    .target(name: "ChildReports", dependencies: ["ComponentModel", "Linux"], swiftSettings: strict),
    // What plugins do when they run.
    .target(
      name: "ComponentValidation", dependencies: ["ChildReports", "ComponentModel", "Linux", "RenderChain"],
      swiftSettings: strict),
    // What authors of plugins want to know of their bundles.
    .target(
      name: "BundleLint",
      dependencies: [
        "BundleReading", "ChildReports", "ComponentModel", "ComponentQuery", "ComponentScan", "ComponentTags", "ICU",
        "Linux", "RenderChain", "Turtle",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "aucat-scan-worker", dependencies: ["BundleReading"], swiftSettings: strict),

    .target(
      name: "ComponentTags", dependencies: ["ComponentModel", "ICU", "Linux"], exclude: ["Data"],
      swiftSettings: strict, plugins: ["ResourceCompiler"]),
    .target(
      name: "ComponentStore",
      dependencies: ["ComponentModel", "ComponentQuery", "Linux", "SQLite"],
      swiftSettings: strict, plugins: ["ResourceCompiler"]),

    // What hosts import.
    .target(
      name: "AudioComponents",
      dependencies: [
        "ComponentModel", "ComponentQuery", "ComponentScan", "ComponentStore", "ComponentTags", "ICU",
        "Linux",
      ],
      exclude: ["Hosts/Data"], swiftSettings: strict, plugins: ["ResourceCompiler"]),
    // The one module of ours that imports Foundation, for hosts that write #Predicate.
    .target(
      name: "ComponentPredicates", dependencies: ["AudioComponents", "ComponentModel", "ComponentQuery", "ICU"],
      swiftSettings: strict),

    .target(
      name: "AucatCommands",
      dependencies: [
        "ArdourMetadata", "AudioComponents", "AudioFiles", "Linux",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "aucat", dependencies: ["AucatCommands"], exclude: ["Completions"], swiftSettings: strict),
    // Writes the pages of the manual; `.dev/install` runs it.
    .executableTarget(
      name: "aucat-manual", dependencies: ["AucatCommands", "AudioComponents", "Linux"], swiftSettings: strict),
    .target(
      name: "AucatRender",
      dependencies: [
        "AucatCommands", "AudioComponents", "AudioDevices", "AudioFiles", "BundleLint", "BundleReading", "ChildReports",
        "ComponentValidation", "Linux", "LiveHost", "RenderChain",
      ],
      swiftSettings: strict),
    .executableTarget(name: "aucat-render", dependencies: ["AucatRender"], swiftSettings: strict),

    // The same for hosts in C: the header, and the functions that it declares.
    .systemLibrary(name: "CAucat"),
    .target(
      name: "AucatLibrary",
      dependencies: ["AudioComponents", "AudioFiles", "CAucat", "Linux", "RenderChain"], exclude: ["README.md"],
      swiftSettings: strict),

    .testTarget(
      name: "ComponentQueryTests", dependencies: ["ComponentQuery", "ComponentModel", "TestSupport"],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["ComponentModel", "ComponentQuery"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "ComponentModelTests", dependencies: ["ComponentModel", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ArdourMetadataTests", dependencies: ["ArdourMetadata", "ComponentModel", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "AudioFilesTests", dependencies: ["AudioFiles", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AudioDevicesTests", dependencies: ["AudioDevices", "CJack", "Linux", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "LinuxTests", dependencies: ["Linux", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ComponentStoreTests",
      dependencies: ["ComponentModel", "ComponentQuery", "ComponentStore", "ICU", "Linux", "SQLite", "TestSupport"],
      exclude: ["Fixtures", "UserData/Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "ComponentScanTests",
      dependencies: [
        "ComponentScan", "BundleReading", "CLilv", "ComponentModel", "Lilv", "Linux", "TestSupport", "Turtle",
        "aucat-scan-worker",
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
      name: "realtime-check", dependencies: ["AudioComponents", "CRealtimeSanitizer", "RenderChain"],
      path: "Tests/RealtimeCheck/Program", swiftSettings: strict),
    .target(name: "TestPlugins", path: "Tests/TestPlugins", exclude: ["Bundle"]),
    .target(name: "FakeJack", path: "Tests/FakeJack"),
    .target(name: "OldJack", path: "Tests/OldJack"),
    .testTarget(
      name: "RenderChainTests",
      dependencies: ["RenderChain", "BundleReading", "ComponentModel", "TestSupport", "aucat-render"],
      swiftSettings: strict),
    .testTarget(
      name: "LiveHostTests", dependencies: ["AudioDevices", "LiveHost", "RenderChain", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BundleLintTests",
      dependencies: ["BundleLint", "TestSupport", "aucat-render", "aucat-scan-worker"], swiftSettings: strict),
    .testTarget(
      name: "ComponentValidationTests",
      dependencies: ["ChildReports", "ComponentModel", "ComponentValidation", "TestSupport", "aucat-render"],
      swiftSettings: strict),
    .testTarget(
      name: "AudioComponentsTests",
      dependencies: [
        "AudioComponents", "ComponentPredicates", "ComponentStore", "ICU", "Linux", "TestSupport", "aucat",
        "aucat-scan-worker",
        "SQLite",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "AucatCommands", "AudioComponents", "SQLite", "TestSupport", "aucat", "aucat-manual", "aucat-scan-worker",
        "aucat-render",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AucatLibraryTests",
      dependencies: [
        "AucatLibrary", "AudioComponents", "CAucat", "TestSupport", "aucat", "aucat-render", "aucat-scan-worker",
      ],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: strict),

    .plugin(
      name: "ResourceCompiler", capability: .buildTool(), path: "Sources/Plugins/ResourceCompiler"),
  ]
)

// The fuzzer brings a main function of its own, so nothing else is built with it: see .dev/fuzz. All other builds compile
// what it calls, so that this keeps up with what it reads.
let fuzzed: [Target.Dependency] = [
  "ArdourMetadata", "AudioFiles", "ComponentModel", "ComponentQuery", "ComponentScan", "ICU", "TestSupport", "Turtle",
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
