"""Whether the container uses only what the declared versions of Apple's systems have, asked of a compiler on Linux.

It can compile for those systems, but has no libraries of theirs. The interfaces of its own standard library name the versions of the systems that
have each symbol, so its modules are made for those systems from them.
"""

import json
import pathlib
import re
import subprocess

from . import apple, debian

# Those that need neither Foundation nor Testing, which have no interfaces.
MODULES = apple.MODULES[:apple.MODULES.index("HoldfastTesting")]
LIBRARY = ["Swift", "_Concurrency", "Synchronization", "_StringProcessing"]
# By the names that a manifest has for them. For visionOS the compiler counts in versions of iOS, and the system's SDK says which of them is meant.
TRIPLES = {
    "macOS": "x86_64-apple-macosx{}.0", "iOS": "x86_64-apple-ios{}.0-simulator", "tvOS": "x86_64-apple-tvos{}.0-simulator",
    "watchOS": "x86_64-apple-watchos{}.0-simulator",
}
# What in an interface is for Linux only, or for programs that run on older versions too.
CHANGES = [
    (r" -target-min-inlining-version min| -library-level api", ""),
    (r"@backDeployed\([^)]*\)", ""),
    (r"^(@_exported )?(public )?import Glibc$", ""),
    (r"_swift_stdlib_gettid\(\)", "UInt32(0)"),
]


def declared():
    """The systems that the manifest declares, each with its version and the compiler's name for both; without visionOS."""
    manifest = (debian.ROOT / "Package.swift").read_text()
    return {
        f"{system} {version}": TRIPLES[system].format(version)
        for system, version in re.findall(r"\.(\w+)\(\.v(\d+)\)", re.search(r"platforms: \[(.*)\]", manifest)[1])
        if system in TRIPLES
    }


def check(run, triple):
    """Compiles the container for a system."""
    work = apple.empty_folder("versions")
    said = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout)
    resources = said["paths"]["runtimeResourcePath"]
    library = make_library(run, resources, said["compilerVersion"], triple)
    base = ["swiftc", "-frontend", "-target", triple, "-I", library, "-I", work, "-plugin-path", f"{resources}/host/plugins", "-O"]
    stubs = [*sorted(apple.STUBS.glob("Darwin.swift")), *sorted((apple.STUBS / "library").glob("*.swift"))]
    for name, sources in [(stub.stem, [stub]) for stub in stubs] + [(module, apple.sources_of(module)) for module in MODULES]:
        output = ["-emit-module", "-o", work / f"{name}.swiftmodule", "-module-name", name]
        run([*base, "-disable-objc-interop", *apple.LANGUAGE, *output, *sources], 600)


def make_library(run, resources, compiler, triple):
    """The folder with the modules of the standard library. They take half a minute, so they are kept."""
    folder = debian.CACHE / "apple" / re.sub(r"\W+", "-", f"{compiler} {triple}")
    folder.mkdir(parents=True, exist_ok=True)
    for name in LIBRARY:
        module = folder / f"{name}.swiftmodule"
        if module.exists():
            continue
        interfaces = (pathlib.Path(resources) / "linux" / module.name).glob("*.swiftinterface")
        interface = next((file for file in interfaces if ".private" not in file.name), None)
        if not interface:
            raise debian.Missing(f"the toolchain has no interface of the module {name}")
        text = re.sub(r"-target \S+", f"-target {triple}", interface.read_text())
        for pattern, replacement in CHANGES:
            text = re.sub(pattern, replacement, text, flags=re.M)
        copy = folder / f"{name}.swiftinterface"
        copy.write_text(text)
        parse = [] if name == "_StringProcessing" else ["-parse-stdlib"]
        run(
            ["swiftc", "-frontend", "-compile-module-from-interface", copy, "-module-name", name, *parse, "-target", triple, "-I", folder,
             "-I", resources, "-o", module], 900)
    return folder
