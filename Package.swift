// swift-tools-version: 6.2
import PackageDescription

/// The language rules every target follows: Swift 6 mode, and the upcoming features that make imports and existentials explicit.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The privacy manifest is a resource where app stores read it; elsewhere a resource would only add a bundle, and the code that looks for it.
#if canImport(Darwin)
  let (privacyResources, privacyExclusions): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let (privacyResources, privacyExclusions): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "Holdfast",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Holdfast", targets: ["Holdfast"]),
    .library(name: "HoldfastCompatibility", targets: ["HoldfastCompatibility"]),
    .library(name: "HoldfastComposition", targets: ["HoldfastComposition"]),
    .library(name: "HoldfastDefinitions", targets: ["HoldfastDefinitions"]),
    .library(name: "HoldfastDiagnostics", targets: ["HoldfastDiagnostics"]),
    .library(name: "HoldfastObjectiveC", targets: ["HoldfastObjectiveC"]),
    .library(name: "HoldfastTesting", targets: ["HoldfastTesting"]),
    .library(name: "HoldfastStress", targets: ["HoldfastStress"]),
    .library(name: "HoldfastStressTesting", targets: ["HoldfastStressTesting"]),
  ],
  traits: [
    .trait(
      name: "Exploration",
      description:
        "Puts the kernel's primitives behind a scheduler that explores every interleaving, and compiles the mutants in. For `explore` only."
    )
  ],
  targets: [
    .target(name: "OnceKernel", swiftSettings: strict),
    .target(
      name: "Holdfast", dependencies: ["OnceKernel"], exclude: privacyExclusions, resources: privacyResources, swiftSettings: strict),
    .target(name: "HoldfastCompatibility", dependencies: ["Holdfast"], swiftSettings: strict),
    .target(name: "HoldfastComposition", dependencies: ["Holdfast", "OnceKernel"], swiftSettings: strict),
    .target(name: "HoldfastDefinitions", dependencies: ["Holdfast"], swiftSettings: strict),
    .target(name: "HoldfastDiagnostics", dependencies: ["Holdfast", "OnceKernel"], swiftSettings: strict),
    .target(name: "HoldfastObjectiveC", dependencies: ["Holdfast", "HoldfastCompatibility"], swiftSettings: strict),
    .target(name: "HoldfastTesting", dependencies: ["Holdfast", "HoldfastDiagnostics"], swiftSettings: strict),
    .target(name: "HoldfastStress", dependencies: ["Holdfast", "HoldfastDiagnostics"], swiftSettings: strict),
    .target(name: "HoldfastStressTesting", dependencies: ["Holdfast", "HoldfastStress"], swiftSettings: strict),
    .testTarget(name: "OnceKernelTests", dependencies: ["OnceKernel", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "HoldfastTests",
      dependencies: ["Holdfast", "HoldfastCompatibility", "HoldfastDefinitions", "HoldfastDiagnostics", "OnceKernel", "TestSupport"],
      exclude: ["Faults/Cases.txt"],
      swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
    .testTarget(
      name: "CompileFailTests",
      dependencies: [
        "Holdfast", "HoldfastCompatibility", "HoldfastComposition", "HoldfastDefinitions", "HoldfastDiagnostics", "TestSupport",
      ],
      exclude: ["Cases"],
      swiftSettings: strict),
    .testTarget(
      name: "HoldfastCompositionTests",
      dependencies: ["Holdfast", "HoldfastComposition", "HoldfastDiagnostics", "HoldfastTesting", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "HoldfastTestingTests", dependencies: ["Holdfast", "HoldfastTesting"], swiftSettings: strict),
    .testTarget(name: "HoldfastStressTests", dependencies: ["Holdfast", "HoldfastStress", "StressKit"], swiftSettings: strict),
    .testTarget(
      name: "HoldfastStressTestingTests", dependencies: ["Holdfast", "HoldfastStress", "HoldfastStressTesting"], swiftSettings: strict),

    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Holdfast", "HoldfastCompatibility", "HoldfastComposition", "HoldfastDefinitions", "HoldfastDiagnostics", "HoldfastStress",
        "HoldfastStressTesting",
        "HoldfastTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "Holdfast", "HoldfastComposition", "HoldfastDiagnostics", "HoldfastStress", "HoldfastStressTesting", "HoldfastTesting",
        "GreetingServer", "Shop", "ShopOrdering", "ShopStorage", "TestSupport", "tally", "greeting-server",
      ],
      path: "Tests/Examples/Tests", swiftSettings: strict),

    .executableTarget(
      name: "tally", dependencies: ["Holdfast", "HoldfastDiagnostics"], path: "Tests/Examples/CommandLine", swiftSettings: strict),
    .target(
      name: "GreetingServer", dependencies: ["Holdfast", "HoldfastDiagnostics"], path: "Tests/Examples/Server", exclude: ["Program"],
      swiftSettings: strict),
    .executableTarget(
      name: "greeting-server", dependencies: ["GreetingServer"], path: "Tests/Examples/Server/Program", swiftSettings: strict),

    .target(
      name: "ShopStorage", dependencies: ["Holdfast", "HoldfastComposition"], path: "Tests/Examples/Shop/Storage", swiftSettings: strict),
    .target(
      name: "ShopOrdering", dependencies: ["Holdfast", "HoldfastComposition", "ShopStorage"], path: "Tests/Examples/Shop/Ordering",
      swiftSettings: strict),
    .target(
      name: "Shop", dependencies: ["Holdfast", "HoldfastComposition", "ShopOrdering", "ShopStorage"], path: "Tests/Examples/Shop/App",
      swiftSettings: strict),

    .target(
      name: "StressKit", dependencies: ["Holdfast", "HoldfastComposition", "HoldfastStress", "OnceKernel", "Searching"],
      path: "Stress/StressKit",
      swiftSettings: strict),
    .executableTarget(name: "stress", dependencies: ["HoldfastStress", "StressKit"], path: "Stress/stress", swiftSettings: strict),
    .executableTarget(
      name: "contention",
      dependencies: [
        "Holdfast", "HoldfastComposition", "HoldfastDefinitions", "HoldfastDiagnostics", "HoldfastStress", "Searching", "StressKit",
      ],
      path: "Stress/contention",
      swiftSettings: strict),
    .target(name: "Searching", dependencies: ["HoldfastStress", "OnceKernel"], path: "Stress/Searching", swiftSettings: strict),
    .testTarget(name: "SearchingTests", dependencies: ["HoldfastStress", "Searching"], swiftSettings: strict),
    .target(
      name: "KernelExplorer", dependencies: ["Holdfast", "HoldfastStress", "OnceKernel", "Searching"], path: "Stress/KernelExplorer",
      swiftSettings: strict),
    .testTarget(
      name: "KernelExplorerTests", dependencies: ["HoldfastStress", "KernelExplorer", "OnceKernel", "Searching"], swiftSettings: strict),
    .target(
      name: "TaskExplorer", dependencies: ["Holdfast", "HoldfastStress", "OnceKernel", "Searching"], path: "Stress/TaskExplorer",
      swiftSettings: strict),
    .testTarget(name: "TaskExplorerTests", dependencies: ["HoldfastStress", "TaskExplorer"], swiftSettings: strict),
    .executableTarget(
      name: "explore", dependencies: ["HoldfastStress", "KernelExplorer", "TaskExplorer"], path: "Stress/explore", swiftSettings: strict),
    .testTarget(
      name: "StressKitTests", dependencies: ["Holdfast", "HoldfastDiagnostics", "HoldfastStress", "StressKit"], swiftSettings: strict),

    .target(
      name: "Linearizability", dependencies: ["Holdfast", "HoldfastStress", "Searching"],
      path: "Stress/Linearizability",
      swiftSettings: strict),
    .executableTarget(
      name: "linearize", dependencies: ["HoldfastStress", "Linearizability"], path: "Stress/linearize", swiftSettings: strict),
    .testTarget(name: "LinearizabilityTests", dependencies: ["HoldfastStress", "Linearizability"], swiftSettings: strict),

    .target(
      name: "Fuzzing", dependencies: ["Holdfast", "HoldfastStress", "OnceKernel", "Searching"], path: "Stress/Fuzzing",
      swiftSettings: strict),
    .executableTarget(name: "fuzz", dependencies: ["Fuzzing", "HoldfastStress"], path: "Stress/fuzz", swiftSettings: strict),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "Holdfast", "HoldfastStress"], exclude: ["Corpus"], swiftSettings: strict),

    .target(
      name: "Crossings",
      dependencies: [
        "Holdfast", "HoldfastCompatibility", "HoldfastComposition", "HoldfastDefinitions", "HoldfastDiagnostics", "HoldfastStress",
        "OnceKernel", "Searching", "StressKit", "TaskExplorer",
      ],
      path: "Stress/Crossings",
      swiftSettings: strict),
    .executableTarget(
      name: "crossings", dependencies: ["Crossings", "HoldfastStress"], path: "Stress/crossings-command", swiftSettings: strict),
    .testTarget(name: "CrossingsTests", dependencies: ["Crossings", "HoldfastDiagnostics", "HoldfastStress"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
