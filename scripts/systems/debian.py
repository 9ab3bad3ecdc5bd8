"""Toolchains and systems made of Debian's packages, unpacked into a cache outside the repository. Nothing is installed."""

import json
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CACHE = pathlib.Path(os.environ.get("HOLDFAST_PLATFORMS_CACHE") or pathlib.Path.home() / ".cache" / "holdfast-platforms")
# What a root needs beside the compiler and what the compiler depends on.
TOOLS = ["bash", "ca-certificates", "coreutils", "dash", "git", "libc6-dev", "libstdc++-15-dev", "procps", "python3-minimal", "qemu-user"]
# Of the compiler's package, what a program for another architecture is compiled and linked against.
TARGET_PARTS = ["./usr/libexec/swift/lib/swift/*", "./usr/libexec/swift/lib/clang/*", "./usr/lib/swift*"]
RESOURCES = "usr/libexec/swift/lib/swift"
SDK = "arm64"
TRIPLE = "aarch64-unknown-linux-gnu"
# Binary formats that a system call hands to another program: the header of an ELF file for ARM64, and which of its bits count.
ARM64_PROGRAMS = (
    r":holdfast-arm64:M::"
    r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:"
    r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:"
)


class Missing(Exception):
    """Why something is not to be had here."""


# MARK: Packages

def mirror():
    """The archive that this machine's own configuration of apt names, and the keys that sign it."""
    for path in [pathlib.Path("/etc/apt/sources.list"), *sorted(pathlib.Path("/etc/apt/sources.list.d").glob("*"))]:
        text = path.read_text() if path.is_file() else ""
        for block in re.split(r"\n\s*\n", text):
            lines = "\n".join(line for line in block.splitlines() if not line.startswith("#"))
            found = re.search(r"^URIs:\s*(\S+/debian)/?\s*$", lines, re.M) or re.search(r"^deb\s+(?:\[.*?\]\s+)?(\S+/debian)/?\s", lines, re.M)
            if found:
                keys = re.search(r"^Signed-By:\s*(\S+)", lines, re.M | re.I) or re.search(r"signed-by=(\S+?)[\]\s]", lines)
                return found[1], keys[1] if keys else "/usr/share/keyrings/debian-archive-keyring.gpg"
    raise Missing("apt's configuration here names no archive of Debian's")


class Archive:
    """Debian unstable for one architecture, with a state of apt of its own: to it, no package is installed."""

    def __init__(self, architecture):
        self.architecture = architecture
        self.folder = CACHE / "apt" / architecture
        for name in ("lists/partial", "archives/partial", "none"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        uri, keys = mirror()
        (self.folder / "sources.list").write_text(f"deb [signed-by={keys}] {uri} unstable main\n")
        (self.folder / "status").touch()
        self.configuration = self.folder / "apt.conf"
        # The index of a mirror that is kept as it was on one day is past its date.
        self.configuration.write_text(f"""
            Dir::State "{self.folder}"; Dir::State::status "{self.folder}/status"; Dir::State::lists "{self.folder}/lists";
            Dir::Cache "{self.folder}"; Dir::Etc::sourcelist "{self.folder}/sources.list";
            Dir::Etc::sourceparts "{self.folder}/none"; Dir::Etc::parts "{self.folder}/none";
            APT::Architecture "{architecture}"; APT::Architectures {{ "{architecture}"; }}; APT::Sandbox::User "";
            Acquire::Check-Valid-Until "false"; Acquire::PDiffs "false"; Acquire::Languages "none";
        """)

    def apt(self, *arguments):
        # The configuration is given by the environment, since apt reads that one first.
        environment = os.environ | {"APT_CONFIG": str(self.configuration), "DEBIAN_FRONTEND": "noninteractive"}
        result = subprocess.run(
            arguments, cwd=self.folder / "archives", env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if result.returncode:
            raise Missing(f"{arguments[0]} {arguments[1]} failed: " + result.stdout.strip().splitlines()[-1])

    def update(self):
        self.apt("apt-get", "update")

    def fetch(self, *packages):
        """Downloads packages and all that they depend on."""
        self.apt("apt-get", "install", "--yes", "--download-only", "--no-install-recommends", *packages)

    def fetch_alone(self, package):
        """Downloads a package without what it depends on."""
        self.apt("apt-get", "download", package)

    def files(self):
        return sorted((self.folder / "archives").glob("*.deb"))

    def unpack(self, into, parts_of=None):
        """Unpacks what was downloaded, of the package `parts_of` only what a target needs, and then drops the downloads."""
        into.mkdir(parents=True, exist_ok=True)
        for file in self.files():
            stream = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", file], stdout=subprocess.PIPE)
            some = ["--wildcards", *TARGET_PARTS] if file.name.split("_")[0] == parts_of else []
            # Links beside directories of the same name are kept as they are: /lib64 and the like.
            subprocess.run(["tar", "--extract", "--keep-directory-symlink", "--directory", into, *some], stdin=stream.stdout, check=True)
            if stream.wait():
                raise Missing(f"{file.name} is no package")
        for file in self.files():
            file.unlink()


# MARK: Systems

def host_root():
    return CACHE / "amd64"


def target_bundle():
    return CACHE / "sdks" / f"{SDK}.artifactbundle"


def is_cached(*folders):
    return all((folder / "complete").exists() for folder in folders)


def finish(folder, root):
    """The compiler links a library of this name to each program that imports both Testing and Foundation. Debian's package leaves the library out.

    The tests use no symbol of it, so an empty one does.
    """
    library = root / RESOURCES / "linux" / "lib_Testing_Foundation.so"
    if not library.exists():
        triple = TRIPLE if folder == target_bundle() else "x86_64-unknown-linux-gnu"
        flags = ["-target", triple, "-shared", "-nostdlib", "-fuse-ld=lld", "-x", "c", "/dev/null", "-o"]
        subprocess.run(entering(["clang", *flags, library if folder != host_root() else "/" / library.relative_to(root)]), check=True)
    (folder / "complete").touch()


def make_host_root():
    """A system with the compiler, in which the commands run."""
    if is_cached(host_root()):
        return
    needs_tools()
    archive = Archive("amd64")
    archive.update()
    archive.fetch("swiftlang", "swiftlang-dev", *TOOLS)
    archive.unpack(host_root())
    finish(host_root(), host_root())


def make_target():
    """A Swift SDK for ARM64: a description, and a system with the libraries."""
    bundle = target_bundle()
    if is_cached(bundle):
        return
    make_host_root()
    archive = Archive("arm64")
    archive.update()
    archive.fetch("libswiftlang", "libc6-dev", "libstdc++-15-dev")
    archive.fetch_alone("swiftlang")
    root = bundle / "debian" / "root"
    archive.unpack(root, parts_of="swiftlang")
    if not (root / "lib").exists():
        (root / "lib").symlink_to("usr/lib")
    artifact = {"type": "swiftSDK", "version": "1.0", "variants": [{"path": "debian"}]}
    target = {"sdkRootPath": "root", "swiftResourcesPath": f"root/{RESOURCES}", "toolsetPaths": ["toolset.json"]}
    tools = {"schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}
    (bundle / "info.json").write_text(json.dumps({"schemaVersion": "1.0", "artifacts": {SDK: artifact}}))
    (bundle / "debian" / "swift-sdk.json").write_text(json.dumps({"schemaVersion": "4.0", "targetTriples": {TRIPLE: target}}))
    (bundle / "debian" / "toolset.json").write_text(json.dumps(tools))
    finish(bundle, root)


def needs_tools():
    for tool in ("apt-get", "dpkg-deb", "tar", "unshare", "chroot"):
        if not shutil.which(tool):
            raise Missing(f"{tool} is not on the PATH")
    if os.uname().machine != "x86_64":
        raise Missing("the rows that compile are for x86-64 machines")


# MARK: Running in a system

# $1 is the system with the mounts, $2 the one that the command sees as its root, $3 the formats to register, $4 the folder to start in; then come the
# folders that both sides see under one name, --, and the command.
ENTER = r"""
set -e
host=$1; root=$2; formats=$3; folder=$4; shift 4
for name in /proc /dev /sys; do mkdir -p "$root$name"; mount --rbind "$name" "$root$name"; done
mkdir -p "$root/tmp"
while [ "$1" != -- ]; do mkdir -p "$root$1"; mount --bind "$1" "$root$1"; shift; done
shift
if [ -n "$formats" ]; then
  # The kernel keeps the formats of a user namespace apart from those of the machine.
  mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
  printf '%s' "$formats$host/usr/bin/qemu-aarch64:F" >/proc/sys/fs/binfmt_misc/register
  # A cross-built program does not say where Swift's libraries are. The tests take fewer steps than elsewhere, and wait longer before they fail.
  set -- "LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux" HOLDFAST_TEST_TIMEOUT=900 HOLDFAST_REPLACEMENTS=20000 chroot "$root" "$@"
else
  # How long the tests wait before they fail is for the caller to say.
  set -- ${HOLDFAST_TEST_TIMEOUT:+"HOLDFAST_TEST_TIMEOUT=$HOLDFAST_TEST_TIMEOUT"} chroot "$root" "$@"
fi
exec env -i PATH=/usr/libexec/swift/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb HOLDFAST_FOLDER="$folder" "$@"
"""
# The command begins in the folder that the variable names; a root for ARM64 has no shell, and its commands begin in /.
BEGIN = ["bash", "-c", 'cd "$HOLDFAST_FOLDER" && exec "$@"', "begin"]


def entering(command, emulating=False):
    """The command line that runs a command in a system of the cache, with its own mounts, in a user namespace: without any privilege.

    With `emulating`, that is the system for ARM64, and the command one of its programs.
    """
    root = target_bundle() / "debian" / "root" if emulating else host_root()
    (CACHE / "sdks").mkdir(parents=True, exist_ok=True)
    folders = [ROOT] if emulating else [ROOT, CACHE / "sdks"]
    words = ["unshare", "--map-root-user", "--mount", "bash", "-c", ENTER, "enter", host_root(), root, ARM64_PROGRAMS if emulating else "", ROOT]
    return [str(word) for word in [*words, *folders, "--", *([] if emulating else BEGIN), *command]]
