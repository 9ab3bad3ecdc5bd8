"""What is compiled on Apple's platforms only, checked by a compiler on Linux."""

import pathlib
import re
import shutil

from . import debian

STUBS = pathlib.Path(__file__).resolve().parent / "apple"
# In the order in which they import each other.
MODULES = [
    "OnceKernel", "Holdfast", "HoldfastDefinitions", "HoldfastDiagnostics", "HoldfastTesting", "HoldfastStress", "HoldfastStressTesting",
    "HoldfastObjectiveC",
]
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]


def check(run):
    """Compiles every product against stubs of Apple's modules, beside which `canImport(Darwin)` and `canImport(ObjectiveC)` hold."""
    if not shutil.which("swiftc"):
        raise debian.Missing("swiftc is not on the PATH")
    work = debian.ROOT / ".build" / "platforms" / "apple"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for stub in sorted(STUBS.glob("*.swift")):
        compile_module(run, work, stub.stem, [stub])
    for module in MODULES:
        sources = sorted((debian.ROOT / "Sources" / module).rglob("*.swift"))
        if module == "HoldfastObjectiveC":
            sources = [without_objc(source, work) for source in sources]
        compile_module(run, work, module, sources)


def without_objc(source, work):
    """A copy without the names for Objective-C: the attribute needs the standard library of Apple's platforms."""
    copy = work / source.name
    copy.write_text(re.sub(r"^ *@objc\(.*\)\n", "", source.read_text(), flags=re.M))
    return copy


def compile_module(run, work, name, sources):
    features = [word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)]
    language = ["-swift-version", "6", "-parse-as-library", "-package-name", "holdfast", "-warnings-as-errors", *features]
    output = ["-whole-module-optimization", "-c", "-o", work / f"{name}.o", "-emit-module-path", work / f"{name}.swiftmodule"]
    run(["swiftc", "-module-name", name, *language, *output, "-I", work, *sources], 900)
