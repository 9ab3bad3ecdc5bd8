"""Every mutant by every layer: where each layer comes to the mutant, and whether a look there with a fixed budget finds it."""

import concurrent.futures
import json
import os
import re
import subprocess
import tempfile
import pathlib

from . import mutants
from .programs import EXPLORED_TESTS, QUIET, WORK, explored, run

LAYERS = ["kernel", "tasks", "fuzz", "linearize", "stress", "crossings", "tests"]
# What a look may spend, counted, so that a loaded machine finds what an idle one finds. Only stress has to be given time: so many seconds for each
# workload. Suites are chosen by what they take without a mutant, the quickest first.
SCHEDULES = {"kernel": 5_000, "tasks": 1_000}
SEQUENCES, OPERATIONS, PROGRAMS, WORKLOAD_SECONDS, SUITE_SECONDS = 10_000, 2_000_000, 600, 1, 12
# The leads' own workloads, programs and suites are tried before these, and more often.
TURNS, TIMES = 3, 5
LIMIT = 90
TESTS = ["OnceKernelTests", "HoldfastTests", "HoldfastCompositionTests"]
TOOL = [EXPLORED_TESTS, "--testing-library", "swift-testing", "--no-parallel", "--skip", mutants.LEFT_OUT]
# What a run of the table that was ended leaves for one that resumes it.
SURVEY, ROWS = WORK / "survey.json", WORK / "table.json"
ISSUE = re.compile(r"Test .* recorded an issue")


def workers():
    """Twice as many looks at a time as there are cores: many a mutant has a look wait for its limit, and what a look may spend is counted."""
    return 2 * min(2, os.cpu_count() or 1)


def listed(command, pattern):
    output = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout
    return list(dict.fromkeys(re.findall(pattern, output, re.M)))


class Unit:
    """A scenario, workload, program or suite: the mutants that it comes to, and how long it takes."""

    def __init__(self, reached, seconds):
        self.reached = reached
        self.seconds = seconds


class Survey:
    """The units of each layer, seen without a mutant: what does not come to the place of a mutant cannot find it."""

    def __init__(self, plan, tell):
        self.seed = str(plan.seed)
        self.tell = tell
        self.units = {layer: {} for layer in LAYERS if layer not in plan.left_out}
        self.alarms = []

    def of(self, layer, mutant):
        """The units that come to a mutant, the quickest first."""
        units = self.units[layer]
        return sorted((unit for unit in units if mutant in units[unit].reached), key=lambda unit: (units[unit].seconds, unit))

    def all(self):
        explore, seed = explored("explore"), ["--seed", self.seed]
        jobs = [
            ("kernel", None, [explore, "kernel", "--mutant", mutants.NO_MUTANT, "--schedules", SCHEDULES["kernel"], "--seconds", 600]),
            ("tasks", None, [explore, "tasks", "--mutant", mutants.NO_MUTANT, "--schedules", SCHEDULES["tasks"], "--seconds", 600, *seed]),
            ("fuzz", "all", [explored("fuzz"), "--sequences", 2_000, "--seconds", 60, *seed]),
            ("linearize", "all", [explored("linearize"), "--operations", 200_000, *seed]),
            ("crossings", None, [explored("crossings"), "--times", 1, "--seconds", 0.001, *seed]),
        ]
        jobs = [job for job in jobs if job[0] in self.units]
        if "stress" in self.units:
            for workload in listed([explored("stress"), "--list"], r"^([a-z][a-z-]+)  "):
                jobs.append(("stress", workload, [explored("stress"), "--workload", workload, "--seconds", WORKLOAD_SECONDS, *seed]))
        if "tests" in self.units:
            # The tool lists all tests, whatever its filter is.
            for suite in listed([*TOOL, "--list-tests"], rf"^((?:{'|'.join(TESTS)})\.[\w/]+)/"):
                if re.search(mutants.LEFT_OUT, suite):
                    continue
                jobs.append(("tests", suite, [*TOOL, "--filter", pattern([suite])]))
        with concurrent.futures.ThreadPoolExecutor(workers()) as pool:
            for line in pool.map(lambda job: self.look(*job), jobs):
                self.tell(line)

    def save(self):
        units = {layer: {name: [sorted(unit.reached), unit.seconds] for name, unit in of.items()} for layer, of in self.units.items()}
        SURVEY.write_text(json.dumps({"seed": self.seed, "alarms": self.alarms, "units": units}))

    def load(self):
        """What the run saw that is resumed."""
        saved = json.loads(SURVEY.read_text())
        self.alarms = saved["alarms"]
        self.units = {
            layer: {name: Unit(set(reached), seconds) for name, (reached, seconds) in of.items()} for layer, of in saved["units"].items()}

    def look(self, layer, unit, command):
        """Runs a command; without a name for its unit, the program says which one it is at."""
        with tempfile.TemporaryDirectory() as folder:
            result = run(command, 900, environment=QUIET | {"HOLDFAST_REACHED": folder})
            for path in pathlib.Path(folder).iterdir():
                self.read(layer, unit, path.read_text().splitlines(), result.seconds)
        found = result.status not in (0, 3) or ISSUE.search(result.output)
        if found:
            self.alarms.append(f"{layer} {unit or ''}".strip())
        return f"{layer:<10} {unit or 'all'}: {result.seconds:.1f} s{'   FINDS SOMETHING' if found else ''}"

    def read(self, layer, unit, lines, seconds):
        units = self.units[layer]
        for line in lines:
            if line.startswith("= "):
                unit = line[2:]
            elif unit:
                units.setdefault(unit, Unit(set(), seconds)).reached.add(line)


def seed_left():
    """The seed of a run that can be resumed; none if there is none."""
    return int(json.loads(SURVEY.read_text())["seed"]) if SURVEY.exists() else None


def pattern(suites):
    return "|".join(f"^{re.escape(suite)}/" for suite in suites)


def spread(units, most):
    """At most so many, evenly from the whole list."""
    return units if len(units) <= most else [units[index * len(units) // most] for index in range(most)]


class Look:
    """One layer's look at one mutant: its leads first, then all that comes to it, within the budget."""

    def __init__(self, layer, mutant, survey, lead):
        self.layer, self.mutant, self.survey = layer, mutant, survey
        self.focus = next((focus for one, focus in lead if one == layer), None)
        self.units = survey.of(layer, mutant)

    def run(self):
        """How it was found and after how many seconds; None and the seconds if not, None and None if the layer does not come to it."""
        if not self.units:
            return None, None
        total = 0.0
        for command, stop, environment in getattr(self, self.layer)():
            trial = mutants.Trial(self.layer, command, LIMIT, stop, environment)
            try:
                how, seconds = trial.run()
            except SystemExit as error:
                # A look that could not be made finds nothing; the others go on.
                print(error, flush=True)
                return None, total
            total += seconds
            if how:
                return how, total
        return None, total

    @property
    def switched(self):
        return {"HOLDFAST_MUTANT": self.mutant}

    def explored(self):
        words = [word for scenario in self.units for word in ("--scenario", scenario)]
        seeds = ["--seed", self.survey.seed] if self.layer == "tasks" else []
        yield (
            [explored("explore"), self.layer, "--mutant", self.mutant, *words, "--schedules", SCHEDULES[self.layer], "--seconds", LIMIT, *seeds],
            lambda line: line.startswith(("VIOLATION", "FALSE ALARM")) or line.startswith(f"{self.mutant} ") and "SURVIVED" not in line, {})

    kernel = tasks = explored

    def fuzz(self):
        yield (
            [explored("fuzz"), "--sequences", SEQUENCES, "--seconds", LIMIT, "--seed", self.survey.seed],
            lambda line: line.startswith("step "), self.switched)

    def linearize(self):
        yield (
            [explored("linearize"), "--operations", OPERATIONS, "--seed", self.survey.seed], lambda line: line.startswith("not "), self.switched)

    def stress(self):
        for turn in range(TURNS if self.focus else 0):
            yield self.stressed(self.focus.split(","), 3, turn)
        yield self.stressed(self.units, WORKLOAD_SECONDS, TURNS)

    def stressed(self, workloads, seconds, turn):
        return (
            [explored("stress"), "--workload", ",".join(workloads), "--seconds", len(workloads) * seconds, "--stall-after", 5,
             "--seed", int(self.survey.seed) + turn],
            lambda line: re.search(r"made no progress|, [1-9]\d* violations$", line), self.switched)

    def crossings(self):
        command = [explored("crossings"), "--first", "--seconds", 0.001, "--seed", self.survey.seed]
        if self.focus:
            yield [*command, "--only", self.focus, "--times", TIMES], None, self.switched
        words = [word for program in spread(self.units, PROGRAMS) for word in ("--program", program)]
        yield [*command, "--times", 1, *words], None, self.switched

    def tests(self):
        environment = self.switched | {"HOLDFAST_TEST_TIMEOUT": "10"}
        if self.focus:
            yield [*TOOL, "--filter", self.focus], ISSUE.search, environment
        chosen, seconds = [], 0.0
        for suite in self.units:
            seconds += self.survey.units["tests"][suite].seconds
            if seconds > SUITE_SECONDS and chosen:
                break
            chosen.append(suite)
        yield [*TOOL, "--filter", pattern(chosen)], ISSUE.search, environment


def table(plan, tell, chosen=None, resumes=False):
    """For each mutant, how many seconds each layer took that found it: None where it did not, and no entry where the layer never comes to it."""
    survey = Survey(plan, lambda line: print(f"  {line}", flush=True))
    made = []
    if resumes and SURVEY.exists():
        survey.load()
        made = json.loads(ROWS.read_text()) if ROWS.exists() else []
    else:
        print("what each layer comes to, without a mutant", flush=True)
        survey.all()
        survey.save()
        ROWS.unlink(missing_ok=True)
    if survey.alarms:
        # Whoever finds something without a mutant, finds it with each.
        raise SystemExit(f"scripts/verify: without a mutant something is found by {', '.join(survey.alarms)}: mend that, or leave the layer out")
    known = [mutant for mutant in mutants.catalogue() if not chosen or mutant[0] in chosen]
    leads = mutants.leads()
    rows = {name: {"mutant": name, "part": part, "defect": defect, "foundBy": {}} for name, part, defect in known}
    left = {name: len(survey.units) for name in rows}
    for row in made:
        if row["mutant"] in rows:
            rows[row["mutant"]], left[row["mutant"]] = row, 0
    print(f"mutants, {sum(map(bool, left.values()))} of {len(rows)} to look at", flush=True)
    with concurrent.futures.ThreadPoolExecutor(workers()) as pool:
        waiting = {
            pool.submit(Look(layer, name, survey, leads.get(name, [])).run): (name, layer)
            for name in rows if left[name] for layer in survey.units}
        try:
            for done in concurrent.futures.as_completed(waiting):
                name, layer = waiting[done]
                how, seconds = done.result()
                if seconds is not None:
                    rows[name]["foundBy"][layer] = {"how": how, "seconds": round(seconds, 2)} if how else None
                    rows[name].setdefault("looked", {})[layer] = round(seconds, 2)
                left[name] -= 1
                if not left[name]:
                    tell(rows[name])
                    ROWS.write_text(json.dumps([row for row in rows.values() if not left[row["mutant"]]], indent=1))
        except BaseException:
            pool.shutdown(cancel_futures=True)  # the looks under way end at their limit; what was made is kept for `--resume`
            raise
    return list(rows.values())
