// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Greetings",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Holdfast", path: "../../..")
  ],
  targets: [
    .target(
      name: "Greetings",
      dependencies: [.product(name: "Holdfast", package: "Holdfast")]),
    .executableTarget(name: "greet", dependencies: ["Greetings"]),
    .testTarget(
      name: "GreetingsTests",
      dependencies: [
        "Greetings", .product(name: "HoldfastTesting", package: "Holdfast"),
        .product(name: "HoldfastStressTesting", package: "Holdfast"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
