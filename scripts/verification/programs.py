"""Building programs and running them: bounded in time, watched line by line."""

import hashlib
import os
import pathlib
import signal
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORK = ROOT / ".build" / "verify"
EXPLORATION = ROOT / ".build" / "exploration"
EXPLORED_TESTS = EXPLORATION / "debug" / "HoldfastPackageTests.xctest"
TRAIT = ["--traits", "Exploration", "--scratch-path", str(EXPLORATION)]
# What `explore tasks` says where the toolchain does not let it schedule the program's jobs.
NO_HOOK = "other toolchains let no program schedule its jobs"
# A crash is an answer; its backtrace would take longer than the run.
QUIET = {"SWIFT_BACKTRACE": "enable=no"}


class Run:
    """What a program came to."""

    def __init__(self, status, output, seconds, timed_out, stopped_at):
        self.status = status
        self.output = output
        self.seconds = seconds
        self.timed_out = timed_out
        # The line that was waited for, if it came.
        self.stopped_at = stopped_at


def run(command, limit, log=None, stop=None, environment=None, echo=None):
    """Runs a command in a process group of its own.

    The group is killed after `limit` seconds, or at the first line that `stop` picks. `echo` is given every line.
    """
    begin = time.monotonic()
    process = subprocess.Popen(
        [str(word) for word in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=os.environ | (environment or {}), start_new_session=True,
    )
    late = threading.Event()

    def kill():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def expire():
        late.set()
        kill()

    timer = threading.Timer(limit, expire)
    timer.start()
    lines, stopped_at = [], None
    try:
        for line in process.stdout:
            lines.append(line)
            if echo:
                echo(line.rstrip())
            if stop and stop(line):
                stopped_at = line.strip()
                kill()
                break
        process.wait()
    finally:
        timer.cancel()
        kill()
    output = "".join(lines)
    if log:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(output)
    return Run(process.returncode, output, time.monotonic() - begin, late.is_set(), stopped_at)


def build(*arguments, limit=1800):
    """`swift build`; ends everything if it fails."""
    result = run(["swift", "build", *arguments], limit, WORK / "build.log")
    if result.status != 0:
        raise SystemExit(f"scripts/verify: swift build {' '.join(map(str, arguments))} failed; see {WORK.relative_to(ROOT)}/build.log")
    return result.seconds


def release(product):
    return ROOT / ".build" / "release" / product


def explored(product):
    """A program in which the mutants are, and the kernel's scheduler."""
    return EXPLORATION / "release" / product


def toolchain():
    output = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=False).stdout
    return output.splitlines()[0] if output else "unknown"


def commit():
    return git("describe", "--always", "--dirty") or "unknown"


def sources():
    """A hash of the Swift files of `Sources`, whatever the commit: what a report and figures are of. Articles hold figures, so they do not count."""
    files = [line for line in git("ls-tree", "-r", "HEAD", "Sources").splitlines() if line.endswith(".swift")]
    changed = git("status", "--porcelain", "Sources/*.swift")
    return hashlib.sha256("\n".join(files).encode()).hexdigest()[:12] + ("-changed" if changed else "")


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
