"""Switches on each deliberate defect in turn, and lets layers look at it until two have found it."""

import concurrent.futures
import os
import re

from .programs import EXPLORATION, QUIET, ROOT, explored, run

SOURCES = ROOT / "Sources" / "OnceKernel" / "Mutants"
TESTS = EXPLORATION / "debug" / "HoldfastPackageTests.xctest"
# What finds most of a part's mutants comes first.
ORDER = {
    "cell": ["kernel", "tasks", "tests", "stress"],
    "waiting": ["kernel", "tasks", "tests", "stress"],
    "publication": ["linearize", "fuzz", "tests", "tasks", "stress", "kernel"],
    "asynchronous": ["tasks", "tests", "fuzz", "stress", "kernel"],
}
PARTS = {"Cell": "cell", "WaitGraph": "waiting", "Publication": "publication", "Asynchronous": "asynchronous"}
# The tests that look at a part; the defects of others are rarely seen there. Left out are those that measure time, memory or depth, which the
# trait changes.
FILTERS = {
    "cell": "OnceKernelTests|OnceTests|FailureTests|CancellationTests|RuntimeTests|ChangeDuringBuildTests",
    "waiting": "WaitGraph|CycleTests|NoCycleTests|CycleRegressions|InjectionGroup|Injection",
    "publication": "ChangeDuringBuildTests|FreshnessTests|FactoryChangesTests|RegistrationRaceTests|SealTests|KeysTests",
    "asynchronous": "RuntimeTests|ShutdownTests|ShutdownRegressions|DisposalRegressions|ScopeRegressions|Systems|ProviderTests|ArgumentCache",
}
LEFT_OUT = "Scale|Parked|Depth"


def catalogue():
    """Every mutant: (name, part, defect), read from the source that defines them."""
    found = []
    for suffix, part in PARTS.items():
        text = (SOURCES / f"Mutant+{suffix}.swift").read_text()
        found += [(name, part, defect) for name, defect in re.findall(r'Mutant\(\s*"([^"]+)",\s*"([^"]+)"', text)]
    return found


class Trial:
    """One layer's look at one mutant, or at the code without one."""

    def __init__(self, layer, command, limit, stop):
        self.layer = layer
        self.command = command
        self.limit = limit
        self.stop = stop

    def key(self):
        return tuple(map(str, self.command))

    def run(self, mutant):
        """What gave it away, or None; and how long it took."""
        environment = QUIET | ({"HOLDFAST_MUTANT": mutant} if mutant else {})
        result = run(self.command, self.limit, environment=environment, stop=self.stop)
        if result.stopped_at:
            return shorten(result.stopped_at), result.seconds
        if result.timed_out:
            return "hangs", result.seconds
        if result.status < 0:
            return "crashes", result.seconds
        if result.status != 0:
            return "fails", result.seconds
        return None, result.seconds


def shorten(text):
    text = re.sub(r"\x1b\[[\d;]*m|^[^\w]*✘|✘", "", text)
    text = re.sub(r"\s+", " ", re.sub(r"[│|]", "/", text)).strip()
    return text if len(text) <= 80 else text[:79] + "…"


def trial(layer, name, part, plan):
    seconds, seed = plan.mutant_seconds, str(plan.seed)
    if layer == "linearize":
        return Trial(
            layer, [explored("linearize"), "--seconds", seconds, "--seed", seed], seconds + 15, lambda line: line.startswith("not "))
    if layer == "stress":
        total = 4 * seconds
        return Trial(
            layer, [explored("stress"), "--seconds", total, "--seed", seed], total + 30, lambda line: re.search(r"made no progress|, [1-9]\d* violations$", line))
    if layer == "fuzz":
        return Trial(layer, [explored("fuzz"), "--seconds", seconds, "--seed", seed], seconds + 15, lambda line: line.startswith("step "))
    if layer == "kernel":
        return Trial(layer, [explored("explore"), "kernel", "--quick"], 40 + 8 * seconds, lambda line: " BROKEN " in line)
    if layer == "tasks":
        options = ["--mutant", name] if name and part == "asynchronous" else ["--schedules", "20000"]
        return Trial(
            layer, [explored("explore"), "tasks", *options, "--seconds", 4 * seconds, "--seed", seed], 4 * seconds + 20,
            lambda line: line.startswith("VIOLATION") or " found by " in line)
    return Trial(
        layer, [TESTS, "--testing-library", "swift-testing", "--no-parallel", "--filter", FILTERS[part], "--skip", LEFT_OUT],
        60 + 20 * seconds, lambda line: re.search(r"Test .* recorded an issue", line))


def hunt(mutant, plan):
    """Lets layers look until two have found it."""
    name, part, defect = mutant
    killers, survived = [], []
    for layer in ORDER[part]:
        how, seconds = trial(layer, name, part, plan).run(name)
        if how:
            killers.append({"layer": layer, "how": how, "seconds": round(seconds, 2)})
        else:
            survived.append(layer)
        if len(killers) == 2:
            break
    return {"mutant": name, "part": part, "defect": defect, "killedBy": killers, "notBy": survived}


def hunt_all(plan, tell, chosen=None):
    """A row for each mutant; `tell` is called as each is through."""
    rows = {}
    known = [mutant for mutant in catalogue() if not chosen or mutant[0] in chosen]
    workers = max(1, min(4, os.cpu_count() or 1))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        waiting = {pool.submit(hunt, mutant, plan): mutant for mutant in known}
        for done in concurrent.futures.as_completed(waiting):
            row = done.result()
            rows[row["mutant"]] = row
            tell(row)
    return [rows[name] for name, _, _ in known]


def false_alarms(rows, plan):
    """What the layers that found mutants say of the code without one."""
    wanted = {}
    for row in rows:
        for killer in row["killedBy"]:
            one = trial(killer["layer"], None, row["part"], plan)
            wanted[one.key()] = one
    return [f"{one.layer}: {how}" for one in wanted.values() if (how := one.run(None)[0])]
