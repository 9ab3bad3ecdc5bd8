"""Switches on each deliberate defect in turn, and lets layers look at it until two have found it."""

import concurrent.futures
import os
import pathlib
import re
import time

from .programs import EXPLORED_TESTS, NO_HOOK, QUIET, ROOT, explored, run

SOURCE = ROOT / "Sources" / "OnceKernel" / "Exploration" / "Mutant+Defect.swift"
LEADS = pathlib.Path(__file__).parent / "leads.txt"
# Who looks, after those that a mutant's lead names.
ORDER = {
    "cell": ["kernel", "tasks", "tests", "crossings", "stress", "linearize"],
    "waiting": ["kernel", "tasks", "tests", "crossings", "stress"],
    "publication": ["linearize", "fuzz", "tasks", "tests", "crossings", "stress", "kernel"],
    "asynchronous": ["tasks", "tests", "crossings", "stress", "fuzz", "kernel"],
    "container": ["tests", "crossings", "tasks", "stress", "fuzz"],
}
PARTS = {"cell": "cell", "waitGraph": "waiting", "publication": "publication", "asynchronous": "asynchronous", "container": "container"}
# The tests that look at a part; the defects of others are rarely seen there. Left out are those that measure time, memory or depth, which the
# trait changes.
FILTERS = {
    "cell": "OnceKernelTests|OnceTests|FailureTests|CancellationTests|RuntimeTests|ChangeDuringBuildTests",
    "waiting": "WaitGraph|CycleTests|NoCycleTests|CycleRegressions|InjectionGroup|Injection",
    "publication": "ChangeDuringBuildTests|FreshnessTests|FactoryChangesTests|RegistrationRaceTests|SealTests|KeysTests",
    "asynchronous": "RuntimeTests|ShutdownTests|ShutdownRegressions|DisposalRegressions|ScopeRegressions|HIPInstanceLocator|XServiceLocator|Typhoon"
    "|SwiftInjections|ResolverTests|Composition|ProviderTests|ArgumentCache",
    "container": "Faults|Container|Graph|Regressions",
}
LEFT_OUT = "Scale|Parked|Depth"
NO_MUTANT = "none"
ALONE = ("alone", None)


def catalogue():
    """Every mutant: (name, part, defect), read from the source that defines them."""
    rows = re.findall(r'\(\s*\.(\w+),\s*"([^"]+)",\s*"([^"]+)"', SOURCE.read_text())
    return [(name, PARTS[part], defect) for part, name, defect in rows]


def leads():
    """Where to look for each mutant first: its name → (layer, which scenario, workload or tests of it), and `ALONE` for which no other layer is known."""
    known = {name for name, _, _ in catalogue()}
    found = {}
    for line in LEADS.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, places = line.split(":", 1)
        if name not in known:
            raise SystemExit(f"{LEADS.relative_to(ROOT)}: no mutant is called {name}")
        found[name] = [tuple(place.split()) if " " in place.strip() else (place.strip(), None) for place in places.split(";")]
    return found


class Trial:
    """One layer's look at one mutant, or at the code without one."""

    def __init__(self, layer, command, limit, stop, environment):
        self.layer = layer
        self.command = command
        self.limit = limit
        self.stop = stop
        self.environment = environment

    def run(self):
        """What gave the mutant away, or None; and how long it took."""
        result = run(self.command, self.limit, environment=QUIET | self.environment, stop=self.stop)
        if result.stopped_at:
            return shorten(result.stopped_at), result.seconds
        if result.timed_out:
            return "hangs", result.seconds
        if result.status < 0:
            return "crashes", result.seconds
        # The explorers' status says that a mutant survived; the tests' that none was chosen.
        if result.status == 1 and self.layer in ("linearize", "fuzz", "stress", "crossings"):
            return shorten(last_violation(result.output) or "fails"), result.seconds
        if result.status == 2 and NO_HOOK in result.output:
            return None, result.seconds
        if result.status not in (0, 1):
            last = (result.output.strip().splitlines() or [""])[-1]
            raise SystemExit(f"scripts/verify: {' '.join(map(str, self.command))} ended with status {result.status}: {last}")
        return None, result.seconds


def last_violation(output):
    """What a run says that it found, if it ends with that."""
    lines = [line for line in output.splitlines() if line.startswith("VIOLATION in ")]
    return lines[-1].removeprefix("VIOLATION in ") if lines else None


def shorten(text):
    """Of the line that gave a mutant away what fits into a table."""
    text = re.sub(r"\x1b\[[\d;]*m|^[^\w]*✘|✘", "", text)
    # The explorers' rows: the scenario and what it saw are enough.
    text = re.sub(r"^[a-z-]+ +found by (\S+) after \d+ schedules in [\d.]+ s", r"\1", text)
    text = re.sub(r"\s+", " ", re.sub(r"[│|]", "/", text)).strip()
    return text if len(text) <= 80 else text[:79] + "…"


def trial(layer, focus, name, part, plan, turn=0):
    """A layer's look, at all it has or at its `focus`; without a mutant if `name` is None."""
    seconds, seed = plan.mutant_seconds, str(plan.seed + turn)
    switched = {"HOLDFAST_MUTANT": name} if name else {}
    chosen = focus.split(",") if focus else []
    if layer == "linearize":
        return Trial(
            layer, [explored("linearize"), "--seconds", seconds, "--seed", seed], seconds + 15, lambda line: line.startswith("not "), switched)
    if layer == "fuzz":
        return Trial(
            layer, [explored("fuzz"), "--seconds", seconds, "--seed", seed], seconds + 15, lambda line: line.startswith("step "), switched)
    if layer == "stress":
        total = len(chosen) * seconds if focus else 5 * seconds
        words = ["--workload", focus] if focus else []
        return Trial(
            layer, [explored("stress"), *words, "--seconds", total, "--stall-after", 5, "--seed", seed], total + 30,
            lambda line: re.search(r"made no progress|, [1-9]\d* violations$", line), switched)
    if layer == "crossings":
        # Every program once, or some of them more often: the number of runs is the budget, not the time.
        words = ["--only", focus, "--times", 20] if focus else ["--times", 1]
        return Trial(layer, [explored("crossings"), "--first", *words, "--seconds", 0.001, "--seed", seed], 60 * seconds, None, switched)
    if layer in ("kernel", "tasks"):
        words = [word for scenario in chosen for word in ("--scenario", scenario)]
        seeds = ["--seed", seed] if layer == "tasks" else []
        # The defect is on during the search only, which is the same without one.
        return Trial(
            layer, [explored("explore"), layer, "--mutant", name or NO_MUTANT, *words, "--seconds", 2 * seconds, *seeds], 2 * seconds + 20,
            lambda line: line.startswith(("VIOLATION", "FALSE ALARM")) or line.startswith(f"{name} ") and "SURVIVED" not in line, {})
    return Trial(
        layer, [EXPLORED_TESTS, "--testing-library", "swift-testing", "--no-parallel", "--filter", focus or FILTERS[part], "--skip", LEFT_OUT],
        20 * seconds, lambda line: re.search(r"Test .* recorded an issue", line), switched | {"HOLDFAST_TEST_TIMEOUT": str(seconds)})


def hunt(mutant, plan, first, until):
    """Lets layers look until two have found it; None if that has not come to its end when no look may begin any more."""
    name, part, defect = mutant
    killers, survived = [], []
    wanted = 1 if ALONE in first else 2
    for layer, focus in [*(lead for lead in first if lead != ALONE), *((layer, None) for layer in ORDER[part])]:
        if any(killer["layer"] == layer for killer in killers):
            continue
        if time.monotonic() > until:
            return None
        # A workload meets a rare interleaving in one run out of two, or fewer.
        for turn in range(5 if layer == "stress" and focus else 1):
            how, seconds = trial(layer, focus, name, part, plan, turn).run()
            if how:
                break
        where = f"{layer} {focus}" if focus else layer
        if how:
            killers.append({"layer": layer, "focus": focus, "how": how, "seconds": round(seconds, 2)})
        elif where not in survived:
            survived.append(where)
        if len(killers) == wanted:
            break
    return {"mutant": name, "part": part, "defect": defect, "killedBy": killers, "wanted": wanted, "notBy": survived}


def pool():
    return concurrent.futures.ThreadPoolExecutor(max(1, min(4, os.cpu_count() or 1)))


def cost(lead):
    """Where a lead stands among all, those first that are the quickest to find something."""
    quickest = ["kernel", "tasks", "fuzz", "linearize", "stress", "crossings", "tests"]
    return sorted((quickest.index(layer) for layer, _ in lead if (layer, None) != ALONE), reverse=True) or [len(quickest)]


def hunt_all(plan, tell, chosen=None, until=float("inf")):
    """A row for each mutant that was looked at, and the names of the others; `tell` is called as each is through."""
    rows, first = {}, leads()
    known = [mutant for mutant in catalogue() if not chosen or mutant[0] in chosen]
    with pool() as workers:
        quickest = sorted(known, key=lambda mutant: cost(first.get(mutant[0], [])))
        waiting = [workers.submit(hunt, mutant, plan, first.get(mutant[0], []), until) for mutant in quickest]
        for done in concurrent.futures.as_completed(waiting):
            if row := done.result():
                rows[row["mutant"]] = row
                tell(row)
    names = [name for name, _, _ in known]
    return [rows[name] for name in names if name in rows], [name for name in names if name not in rows]


def control(rows, plan, tell):
    """The same looks at the code without a mutant: who finds something there has found nothing in a mutant either."""
    looks = {}
    for row in rows:
        for killer in row["killedBy"]:
            whole, focuses = looks.setdefault(killer["layer"], (set(), set()))
            if killer["focus"]:
                focuses.add(killer["focus"])
            else:
                whole.add(row["part"])
    trials = []
    for layer, (whole, focuses) in looks.items():
        if layer == "tests":
            # At most as long as each run of some of them with a mutant.
            filters = sorted(focuses | {FILTERS[part] for part in whole})
            trials.append(trial(layer, "|".join(filters), None, None, plan))
        else:
            trials.append(trial(layer, None if whole or layer != "stress" else ",".join(sorted(focuses)), None, None, plan))
            if whole and focuses and layer == "stress":
                trials.append(trial(layer, ",".join(sorted(focuses)), None, None, plan))
    found = []
    with pool() as workers:
        for one, (how, seconds) in zip(trials, workers.map(Trial.run, trials)):
            found.append({"layer": one.layer, "found": how, "seconds": round(seconds, 2)})
            tell(found[-1])
    return found
