"""What is compiled on Apple's platforms only, and what a watch's pointers of 32 bits change, checked by a compiler on Linux."""

import pathlib
import re
import shutil

from . import debian

STUBS = pathlib.Path(__file__).resolve().parent / "apple"
# What stands for the modules that the library for small systems lacks.
STUBS_OF_32_BITS = pathlib.Path(__file__).resolve().parent / "words32"
TRIPLE_OF_32_BITS = "armv7-none-none-eabi"
# In the order in which they import each other.
MODULES = [
    "OnceKernel", "Holdfast", "HoldfastCompatibility", "HoldfastComposition", "HoldfastDefinitions", "HoldfastDiagnostics", "HoldfastTesting",
    "HoldfastStress", "HoldfastStressTesting", "HoldfastObjectiveC",
]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
LANGUAGE = [
    "-swift-version", "6", "-parse-as-library", "-package-name", "holdfast", "-warnings-as-errors",
    *(word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)),
]


def check(run):
    """Compiles every product against stubs of Apple's modules, beside which `canImport(Darwin)` and `canImport(ObjectiveC)` hold."""
    work = empty_folder("apple")
    for stub in sorted(STUBS.glob("*.swift")):
        compile_module(run, work, stub.stem, [stub])
    for module in MODULES:
        sources = sources_of(module)
        if module == "HoldfastObjectiveC":
            # The names for Objective-C need the standard library of Apple's platforms.
            sources = [changed(source, work, r"^ *@objc\(.*\)\n", "") for source in sources]
        compile_module(run, work, module, sources)


def check_32_bits(run):
    """Checks the types of the kernel, whose tables are made of words, with pointers of 32 bits.

    The toolchain has a standard library for such processors, for programs without a system.
    """
    work = empty_folder("32-bit")
    target = ["-target", TRIPLE_OF_32_BITS, "-enable-experimental-feature", "Embedded", "-whole-module-optimization"]
    small = ["swiftc", *LANGUAGE, *target, "-I", work, "-module-name"]
    run([*small, "Darwin", "-emit-module", "-emit-module-path", work / "Darwin.swiftmodule", STUBS / "Darwin.swift"], 300)
    # In this library, the name alone means a member of Array.
    sources = [changed(source, work, "where Element: AnyObject", "where Element: Swift.AnyObject") for source in sources_of("OnceKernel")]
    run([*small, "OnceKernel", "-typecheck", *sources, *sorted(STUBS_OF_32_BITS.glob("*.swift"))], 300)


def empty_folder(name):
    if not shutil.which("swiftc"):
        raise debian.Missing("swiftc is not on the PATH")
    work = debian.ROOT / ".build" / "platforms" / name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    return work


def sources_of(module):
    return sorted((debian.ROOT / "Sources" / module).rglob("*.swift"))


def changed(source, work, pattern, replacement):
    """A copy of a source with a difference."""
    copy = work / source.name
    copy.write_text(re.sub(pattern, replacement, source.read_text(), flags=re.M))
    return copy


def compile_module(run, work, name, sources):
    output = ["-whole-module-optimization", "-c", "-o", work / f"{name}.o", "-emit-module-path", work / f"{name}.swiftmodule"]
    run(["swiftc", "-module-name", name, *LANGUAGE, *output, "-I", work, *sources], 900)
