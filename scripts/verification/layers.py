"""The layers: what each runs, and what it says of itself."""

import concurrent.futures
import json
import os
import re
import shutil
import sys
import threading

from . import picture
from .programs import EXPLORED_TESTS, NO_HOOK, ROOT, WORK, explored, release, run


class Layer:
    """One way of looking; `amount` is what was explored, in words."""

    def __init__(self, name, shows):
        self.name = name
        self.shows = shows
        self.amount = ""
        self.held = None
        self.skipped = None
        self.seconds = 0.0
        self.complaint = ""
        # More than a line, printed under it.
        self.details = []

    def fields(self):
        return {key: value for key, value in vars(self).items()}


class Plan:
    """How much of everything, quick, full, or before a release."""

    def __init__(self, mode, seed, left_out=()):
        self.mode = mode
        self.seed = seed
        self.left_out = left_out
        pick = {"quick": 0, "full": 1, "release": 2}[mode]
        self.stress_seconds = [12, 120, 3600][pick]
        self.operations = [10_000_000, 50_000_000, 1_000_000_000][pick]
        self.fuzz_seconds = [8, 60, 60][pick]
        self.crossing_seconds = [20, 120, 600][pick]
        self.guided_seconds = [None, 60, 60][pick]
        self.kernel = [["--quick", "--seconds", "0.4"], ["--seconds", "5"], []][pick]
        self.orderings = [["--quick", "--seconds", "5"], ["--seconds", "1"], ["--seconds", "5"]][pick]
        self.tasks = [["--quick"], ["--seconds", "240", "--schedules", "10000000"], ["--schedules", "10000000"]][pick]
        self.replacements = 10_000_000 if mode == "release" else None
        self.sanitizers = mode != "quick"
        self.mutant_seconds = [3, 8, 8][pick]
        # A quick run begins no look at a mutant after so many seconds, and names those that it did not come to; others look at all.
        self.seconds = [140, None, None][pick]
        self.limit = [150, 900, 6 * 3600][pick]


LONGEST = ["faults", "kernel schedules", "task schedules", "explorers self-test", "orderings", "fuzzer"]
# What waits more than it computes: most of its time it is looking at containers that hang on purpose.
WAITING = ["stress self-test"]
LAST = ["linearizability", "stress"]


def in_lanes(jobs, beside=()):
    """Runs `jobs` two at a time, or one where there is one core, and all of `beside` one after the other meanwhile."""
    with concurrent.futures.ThreadPoolExecutor(max(1, min(2, os.cpu_count() or 1))) as lanes:
        with concurrent.futures.ThreadPoolExecutor(1) as waiting:
            for done in [waiting.submit(job) for job in beside] + [lanes.submit(job) for job in jobs]:
                done.result()


def count(number):
    return f"{number:,}".replace(",", " ")


class Checks:
    """Runs layer after layer, and tells of each."""

    def __init__(self, plan, tell):
        self.plan = plan
        self.told = threading.Lock()
        self.teller = tell
        self.layers = []
        # What needs all cores, and what needs one.
        self.wide, self.narrow = [], []

    def tell(self, layer):
        with self.told:
            self.teller(layer)

    def layer(self, name, shows):
        self.layers.append(Layer(name, shows))
        return self.layers[-1]

    def check(self, name, shows, command, describe, limit=None, environment=None, narrow=False):
        """Puts a layer down to be run; `describe` makes words of the JSON that the command wrote (or None) and its output."""
        layer = self.layer(name, shows)
        if name in self.plan.left_out:
            return self.leave_out(layer, "left out by --leave-out")
        jobs = self.narrow if narrow else self.wide
        jobs.append((layer, lambda: self.run(layer, command, describe, limit, environment)))
        return layer

    def leave_out(self, layer, why):
        layer.skipped = why
        self.narrow.append((layer, lambda: self.tell(layer)))
        return layer

    def run_all(self):
        """What needs all cores one after the other, the rest in two lanes; last, beside each other, what a release gives an hour."""
        for layer, job in self.wide:
            if layer.name not in LAST + WAITING:
                job()
        self.narrow.sort(key=lambda entry: LONGEST.index(entry[0].name) if entry[0].name in LONGEST else len(LONGEST))
        in_lanes([job for _, job in self.narrow], beside=[job for layer, job in self.wide if layer.name in WAITING])
        in_lanes([job for layer, job in self.wide if layer.name in LAST])

    def run(self, layer, command, describe, limit, environment):
        name = layer.name
        figures = WORK / f"{name.replace(' ', '-')}.json"
        figures.parent.mkdir(parents=True, exist_ok=True)
        figures.unlink(missing_ok=True)
        words = [str(figures) if word == "JSON" else word for word in command]
        log = WORK / f"{name.replace(' ', '-')}.log"
        result = run(words, limit or self.plan.limit, log, environment=environment)
        layer.seconds = result.seconds
        layer.held = result.status == 0 and not result.timed_out
        data = None
        if figures.exists():
            try:
                data = json.loads(figures.read_text())
            except ValueError:
                layer.held = False
        try:
            layer.amount = describe(data, result.output)
        except (KeyError, TypeError, IndexError, ValueError) as error:
            layer.held = False
            layer.amount = f"no figures ({type(error).__name__})"
        if result.status == 3 and "is not installed" in result.output or result.status == 2 and NO_HOOK in result.output:
            layer.held, layer.skipped, layer.amount = None, result.output.strip().splitlines()[-1], ""
        elif not layer.held:
            why = f"not finished in {limit or self.plan.limit} s" if result.timed_out else f"exit status {result.status}"
            layer.complaint = f"{why}; see {log.relative_to(ROOT)}"
        self.tell(layer)

    def all(self):
        plan, seed = self.plan, ["--seed", str(self.plan.seed)]
        self.faults()
        self.check(
            "stress self-test", "that the harness catches what is registered wrongly on purpose",
            [release("stress"), "--self-test", *seed], lambda _, output: output.strip().splitlines()[-1])
        self.check(
            "stress", "invariants under load from threads and tasks, progress, no leak",
            [release("stress"), "--seconds", plan.stress_seconds, *seed, "--json", "JSON"], stressed, limit=plan.stress_seconds + 120)
        self.check(
            "linearizability", "each register, replace, unregister, reset, seal and resolve takes effect in one step, and a resolve after a reset gets no older instance",
            [release("linearize"), "--operations", plan.operations, *seed, "--json", "JSON"],
            lambda data, _: f"{count(data['operations'])} operations, {count(data['containers'])} containers")
        self.check(
            "fuzzer self-test", "that the fuzzer finds differences that are planted",
            [release("fuzz"), "--self-test", *seed], lambda _, output: output.strip().splitlines()[-1], narrow=True)
        self.check(
            "fuzzer", "any sequence of calls answers as the sequential model does",
            [release("fuzz"), "--seconds", plan.fuzz_seconds, *seed, "--json", "JSON"],
            lambda data, _: f"{count(data['sequences'])} sequences, {count(data['calls'])} calls", narrow=True)
        crossings = self.check(
            "crossings", "every feature with every event, every two features and every two events, with threads and with tasks",
            [release("crossings"), *(["--full"] if plan.sanitizers else []), "--seconds", plan.crossing_seconds, *seed, "--json", "JSON"],
            lambda data, output: crossed(crossings, data, output), limit=plan.crossing_seconds + 300)
        if plan.sanitizers:
            self.check(
                "crossings, in order", "the same programs under the orders of their jobs that choose another job than the first ready one twice at most",
                [explored("crossings"), "--orders", "--seconds", plan.crossing_seconds, *seed, "--json", "JSON"], crossed_in_order,
                limit=plan.crossing_seconds + 300)
        self.check(
            "explorers self-test", "that the explorers see races, deadlocks, lost wake-ups and stale reads in small programs",
            [EXPLORED_TESTS, "--testing-library", "swift-testing", "--no-parallel", "--filter", "KernelExplorerTests|TaskExplorerTests"],
            lambda _, output: re.search(r"Test run with (.*) passed", output)[1], narrow=True)
        self.check(
            "kernel schedules", "the shipped container under every schedule of its threads, with weak memory; where those are too many, every schedule that interrupts threads only once (in a full run, twice)",
            [explored("explore"), "kernel", *plan.kernel, "--json", "JSON"], kernel, limit=plan.limit, narrow=True)
        self.check(
            "orderings", "each atomic access, ordered one step weaker: what happens is what its verdict in OrderingVerdict.swift says",
            [explored("explore"), "kernel", "--orderings", *plan.orderings], orderings, limit=plan.limit, narrow=True)
        self.check(
            "task schedules", "the container under every order of its jobs (in one scenario, those that choose another job than the first ready one four times at most); then random orders",
            [explored("explore"), "tasks", *plan.tasks, *seed, "--json", "JSON"], tasks, limit=plan.limit, narrow=True)
        if plan.guided_seconds:
            self.check(
                "guided fuzzer self-test", "that libFuzzer finds a difference that is planted",
                [ROOT / "scripts" / "guided", "--self-test", *seed], lambda _, output: output.strip().splitlines()[-1])
            self.check(
                "guided fuzzer", "calls that libFuzzer chooses by the code they reach answer as the sequential model does",
                [ROOT / "scripts" / "guided", "--seconds", plan.guided_seconds, *seed],
                lambda _, output: f"{count(int(re.search(r'executed_units: (.*)', output)[1]))} sequences")
        if plan.replacements:
            self.check(
                "re-registrations", "memory stays flat over millions of replacements",
                ["swift", "test", "-c", "release", "--disable-testable-imports", "--no-parallel", "--filter", "ScaleTests"],
                lambda *_: f"{count(plan.replacements)} replacements in each form", limit=3600,
                environment={"HOLDFAST_REPLACEMENTS": str(plan.replacements)})
        if plan.sanitizers:
            self.sanitizers()
        else:
            self.leave_out(
                self.layer("sanitizers", "data races, memory errors, leaks"),
                "not in a quick run; scripts/verify --full, or scripts/check --only test-tsan --only test-asan")
        unknown = set(plan.left_out) - {layer.name for layer in self.layers if layer.skipped}
        if unknown:
            print(f"no such layer to leave out: {', '.join(sorted(unknown))}", file=sys.stderr)
            sys.exit(2)
        self.run_all()

    def faults(self):
        """The fault cases, and of them those that must not compile."""
        faults = self.layer("faults", "every fault case, in each form that Cases.txt gives it: with threads, with tasks, with both")
        refused = self.layer("compile-fail", "the compiler rejects wrong code with the expected message")
        rules = len(list((ROOT / "Tests" / "CompileFailTests" / "Cases").rglob("*.swift")))

        def look():
            self.run(
                faults, [ROOT / "scripts" / "faults", "--skip-build", "--quiet", "--json", "JSON", "--markdown", WORK / "faults.md"],
                lambda data, _: data["summary"].removeprefix("fault cases: "), 600, None)
            refused.amount, refused.held = f"{rules} rules, each with a twin that compiles", self.passed("75", "S")
            refused.complaint = "" if refused.held else faults.complaint or "see the fault cases"
            self.tell(refused)

        self.narrow.append((faults, look))

    def passed(self, case, form):
        """Whether all tests of a fault case passed."""
        try:
            rows = json.loads((WORK / "faults.json").read_text())["rows"]
        except (OSError, ValueError, KeyError):
            return False
        results = [row["result"] for row in rows if (row["case"], row["form"]) == (case, form)]
        return bool(results) and all(result == "passed" for result in results)

    def sanitizers(self):
        """The tests and a short stress run, in debug and release, under each sanitizer: no report, nothing suppressed."""
        for short, sanitizer in [("tsan", "thread"), ("asan", "address")]:
            for configuration in ["debug", "release"]:
                self.check(
                    f"{short} {configuration}", {"tsan": "data races", "asan": "memory errors and leaks"}[short],
                    [ROOT / "scripts" / "sanitize", sanitizer, "-c", configuration, "--seed", self.plan.seed],
                    lambda _, output: output.strip().splitlines()[-1], limit=1500)


def crossed(layer, data, output):
    """Shows the matrix under the layer's line, and draws it."""
    layer.details = [line for line in output.splitlines() if not re.match(r"  again: |\d+ of \d+ programs, ", line)][1:]
    picture.draw(data, WORK / "crossings.svg")
    return crossed_in_order(data, output)


def crossed_in_order(data, _):
    left = f", {len(data['leftOut'])} left out with a reason" if data["leftOut"] else ""
    return f"{count(data['schedules'])} schedules of {data['programs']} programs, {data['pairs']} pairs and {data['triples']} triples of parts{left}"


def stressed(data, _):
    operations = sum(workload["operations"] for workload in data["workloads"])
    checked = sum(workload["invariants"] for workload in data["workloads"])
    return f"{len(data['workloads'])} workloads, {count(operations)} operations, {count(checked)} checks of invariants"


def kernel(data, _):
    scenarios = data["scenarios"]
    open_ones = [entry["scenario"] for entry in scenarios if not entry["exhaustive"]]
    left = f"; there was no time for every schedule of {', '.join(open_ones)}" if open_ones else ""
    schedules = sum(entry["schedules"] for entry in scenarios)
    points = len(data["yieldPoints"])
    return f"{count(schedules)} schedules of {len(scenarios)} scenarios, all of these schedules for {len(scenarios) - len(open_ones)} of them; " \
        f"the explorer can switch threads at {points} places of the code{left}"


def orderings(_, output):
    found = re.search(r"(\d+) orderings: (\d+) found, (\d+) needless, (\d+) not shown, (\d+) wrong", output)
    whole, broken, right, hidden, wrong = (found[number] for number in range(1, 6))
    tried = f"the {broken}" if "not looked for" in output else "all"
    return f"{whole} atomic accesses. By the verdicts, {broken} break a scenario when they are weaker, {right} are still strong enough, and the " \
        f"explorer cannot show the break of {hidden}. This run tried {tried}, and {wrong} verdicts were wrong"


def tasks(data, _):
    searches = data["searches"]
    # A scenario is tried again when time is left; the last search counts.
    searched = {row["scenario"]: row for row in searches if row["kind"] != "random"}
    whole = sum(row["isComplete"] for row in searched.values())
    at_random = sum(row["schedules"] for row in searches if row["kind"] == "random")
    schedules = sum(row["schedules"] for row in searches)
    return f"{count(schedules)} schedules of {len(searched)} scenarios, all of these orders for {whole} of them; {count(at_random)} of the schedules are random"
