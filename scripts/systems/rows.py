"""The rows of the table of platforms: what each runs, and what it answers."""

import os
import re
import shutil
import subprocess

from verification import programs

from . import apple, debian, versions

LOGS = debian.ROOT / ".build" / "platforms"
STRICT = ["-Xswiftc", "-warnings-as-errors"]
# In seconds, for a command that hangs. On a machine that does other work too, one may take hours.
LIMIT = 21_600


class Failed(Exception):
    """What went wrong, and which log tells more."""


class Steps:
    """Runs the commands of a row one after the other, with all that they print in one log."""

    def __init__(self, row):
        LOGS.mkdir(parents=True, exist_ok=True)
        self.log = LOGS / f"{row}.log"
        self.log.write_text("")

    def run(self, command, limit):
        """Answers what the command printed."""
        words = [str(word) for word in command]
        shown = " ".join(words[words.index("--") + 1:] if "--" in words else words)
        with self.log.open("a") as log:
            log.write(f"\n$ {shown[:400]}\n")
        run = programs.run(command, limit, echo=self.add)
        if run.timed_out:
            raise Failed(f"not finished after {limit} s: {shown[-80:]}; see {self.log}")
        if run.status:
            errors = [line.strip() for line in run.output.splitlines() if re.search(r"error:|✘|VIOLATION|Fatal", line)]
            raise Failed(f"exit status {run.status}: {(errors or run.output.strip().splitlines() or [shown])[-1][:300]}; see {self.log}")
        return run.output

    def add(self, line):
        with self.log.open("a") as log:
            log.write(line + "\n")


def last(pattern, text):
    """The last line that has the pattern, without a mark before it."""
    lines = [line for line in text.splitlines() if re.search(pattern, line)]
    return re.sub(r"^\W*", "", lines[-1].strip()) if lines else "no such line"


def version(words):
    said = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    found = re.search(r"Swift version (\d+(?:\.\d+)*)", said)
    return found[1] if found else None


# What the last lines of stress, linearize and fuzz begin with.
OUTCOMES = r"^(all held|\d.* operations|\d.* sequences|every answer was)"


# MARK: The rows. Each answers its platform and what held.

def oldest(quick):
    """the oldest supported toolchain: builds without a warning; swift test; swift run -c release stress"""
    if quick and CACHED["arm64"]():
        raise debian.Missing("the quick row of ARM64 builds with it")
    debian.make_host_root()
    steps = Steps("oldest")
    platform = f"Linux, x86-64, Swift {version(debian.entering(['swift', '--version']))}"
    swift = ["--scratch-path", debian.ROOT / ".build" / "oldest", *STRICT]
    if quick:
        steps.run(debian.entering(["swift", "build", "--product", "stress", *swift]), 900)
        return platform, "`stress` builds without a warning"
    steps.run(debian.entering(["swift", "build", "--build-tests", *swift]), LIMIT)
    stress = steps.run(debian.entering(["swift", "run", "-c", "release", *swift, "stress", "--seconds", 20]), LIMIT)
    tests = steps.run(debian.entering(["swift", "test", *swift]), LIMIT)
    return platform, f"builds without a warning; `swift test`: {last('Test run with', tests)}; `stress`: {last('all held', stress)}"


# What runs on ARM64, and for how long.
EMULATED = {"stress": ["--seconds", 60], "linearize": ["--operations", 60_000], "fuzz": ["--seconds", 20]}
EMULATED_TESTS = ["OnceKernelTests", "HoldfastTests"]
# Tests that measure times, which emulation changes (of a piece of code, the first run takes by far the longest), or that take a million steps.
EMULATION_CANNOT = [
    r"TimelineTests/criticalPath\(", r"ValidationTests/Scale/scale\(", r"CrowdTests/joinersTasks\(", r"LongWaitTests/manyBuilds\(",
    r"ScaleTests/million\(", r"HubTests/",
]


def arm64(quick):
    """Linux on ARM64, cross-built and emulated: stress, linearize, fuzz, and the tests of the kernel and of the container"""
    debian.make_target()
    steps = Steps("arm64")
    platform = f"Linux, ARM64, Swift {version(debian.entering(['swift', '--version']))}, emulated"
    package = package_with_tests(EMULATED_TESTS)
    scratch = debian.ROOT / ".build" / "arm64"
    sdk = ["--swift-sdks-path", debian.CACHE / "sdks", "--swift-sdk", debian.SDK]
    swift = ["--package-path", package, "--scratch-path", scratch, *sdk, *STRICT]
    if quick:
        steps.run(debian.entering(["swift", "build", "--product", "stress", *swift]), 900)
        output = steps.run(debian.entering([scratch / debian.TRIPLE / "debug" / "stress", "--seconds", 20], emulating=True), 300)
        return platform, f"`stress` builds without a warning and runs: {last(OUTCOMES, output)}"
    # In release: emulated, the code of a debug build runs for hours.
    swift += ["-c", "release"]
    folder = scratch / debian.TRIPLE / "release"
    held = []
    for product, options in EMULATED.items():
        steps.run(debian.entering(["swift", "build", "--product", product, *swift]), LIMIT)
        output = steps.run(debian.entering([folder / product, *options], emulating=True), LIMIT)
        held.append(f"`{product}`: {last(OUTCOMES, output)}")
    steps.run(debian.entering(["swift", "build", "--product", "HoldfastPackageTests", *swift]), LIMIT)
    for tests in EMULATED_TESTS:
        # One at a time: so many tests beside each other would wait for the few threads of the pool longer than they may.
        chosen = ["--testing-library", "swift-testing", "--no-parallel", "--filter", rf"^{tests}\."]
        for name in EMULATION_CANNOT:
            chosen += ["--skip", name]
        output = steps.run(debian.entering([folder / "HoldfastPackageTests.xctest", *chosen], emulating=True), LIMIT)
        held.append(f"`{tests}`: {last('Test run with', output)}")
    return platform, f"{'; '.join(held)}; left out, since they measure times or take a million steps: {', '.join(left_out())}"


def left_out():
    return ["`" + re.sub(r"\W+$", "", name) + "`" for name in EMULATION_CANNOT]


def package_with_tests(kept):
    """A copy of the manifest with these test targets only, beside the sources: a build of tests builds the tests of every target."""
    package = debian.ROOT / ".build" / "platforms" / "package"
    package.mkdir(parents=True, exist_ok=True)
    for name in ("Sources", "Stress", "Tests"):
        shutil.rmtree(package / name, ignore_errors=True)
        # The same files, so that nothing is built again that has not changed.
        shutil.copytree(debian.ROOT / name, package / name, copy_function=os.link)
    tests = r'^    \.testTarget\(\s*name: "(\w+)".*?swiftSettings: strict\),\n'
    manifest = (debian.ROOT / "Package.swift").read_text()
    (package / "Package.swift").write_text(re.sub(tests, lambda test: test[0] if test[1] in kept else "", manifest, flags=re.M | re.S))
    return package


def newest(quick):
    """the newest toolchain at hand: builds everything without a warning"""
    if quick:
        raise debian.Missing("scripts/check builds with it")
    found = version(["swift", "--version"]) if shutil.which("swift") else None
    if not found:
        raise debian.Missing("swift is not on the PATH")
    Steps("newest").run(["swift", "build", "--build-tests", "--scratch-path", ".build/strict", *STRICT], LIMIT)
    return f"Linux, {os.uname().machine.replace('_', '-')}, Swift {found}", "builds without a warning, tests included"


def apple_stubs(quick):
    """what only Apple's platforms compile, against stubs of their modules, and whether the declared versions have all that the container uses"""
    steps = Steps("apple")
    apple.check(steps.run)
    systems = versions.declared()
    # The versions of the systems go together: what one lacks, the others lack too.
    looked_at = dict([next(iter(systems.items()))]) if quick else systems
    for triple in looked_at.values():
        versions.check(steps.run, triple)
    found = version(["swift", "--version"])
    stubs = "the products compile without a warning against stubs of Darwin and ObjectiveC"
    held = f"{stubs}; the container and the diagnostics use nothing newer than {', '.join(looked_at)}; nothing ran"
    return f"Apple's platforms, Swift {found} on Linux", held


def other(row, name, triple, sdk):
    """Builds the products for a system, if a Swift SDK for it is installed or the toolchain itself has its libraries."""
    if not shutil.which("swift"):
        raise debian.Missing("swift is not on the PATH")
    installed = subprocess.run(["swift", "sdk", "list"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    names = [line for line in installed.split() if sdk in line]
    steps = Steps(row)
    if names:
        target = ["--swift-sdk", names[0]]
    else:
        probe = subprocess.run(
            ["swiftc", "-typecheck", "-target", triple, "-"], input="import Synchronization\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False)
        if probe.returncode:
            why = re.search(r"error: ([^;\n]*)", probe.stdout)
            raise debian.Missing(f"no toolchain here has the libraries of {triple}: {why[1] if why else 'it does not compile an empty program'}")
        target = ["--triple", triple]
    for product in apple.MODULES:
        steps.run(["swift", "build", "--product", product, "--scratch-path", f".build/{row}", *target, *STRICT], LIMIT)
    return f"{name}, Swift {version(['swift', '--version'])}", "the products build without a warning; nothing ran"


def musl(_):
    """Linux with musl: builds the products, if a Swift SDK for it is installed"""
    return other("musl", "Linux, x86-64, musl", "x86_64-swift-linux-musl", "static-linux")


def wasi(_):
    """WebAssembly: builds the products, if a Swift SDK for it is installed"""
    return other("wasi", "WebAssembly, WASI", "wasm32-unknown-wasip1", "wasm")


def bits32(_):
    """pointers of 32 bits, as some watches have: the types of the kernel, with the library for programs without a system"""
    steps = Steps("32-bit")
    apple.check_32_bits(steps.run)
    return f"32-bit ARM, Swift {version(['swift', '--version'])} on Linux", "the types of the kernel are right; nothing was made or ran"


ROWS = {"oldest": oldest, "newest": newest, "arm64": arm64, "apple": apple_stubs, "musl": musl, "wasi": wasi, "32-bit": bits32}
# What must be in the cache for a row to run at once.
CACHED = {"oldest": lambda: debian.is_cached(debian.host_root()), "arm64": lambda: debian.is_cached(debian.host_root(), debian.target_bundle())}
