"""Writes down what was seen."""

import datetime
import json
import re


def mutant_line(rows):
    killed = sum(len(row["killedBy"]) >= row["wanted"] for row in rows)
    alone = sum(row["wanted"] == 1 for row in rows)
    return f"mutants: {killed} of {len(rows)} found by two layers" + (f", {alone} of them by the only one that is known to find them" if alone else "")


def left_line(left):
    return f"not looked at in a quick run (scripts/verify --mutants-only looks at all): {', '.join(left)}"


def place(killer):
    focus = re.sub("[|,]", "`, `", killer["focus"] or "")
    return f"{killer['layer']} `{focus}`" if focus else killer["layer"]


def markdown(facts, layers, rows, control, left):
    """The report for people."""
    lines = ["# What was verified", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()]
    lines += ["", "| layer | looks at | explored | result | seconds |", "|---|---|---|---|---:|"]
    for layer in layers:
        result = f"skipped: {layer.skipped}" if layer.skipped else "holds" if layer.held else f"**fails**: {layer.complaint}"
        lines.append(f"| {layer.name} | {layer.shows} | {layer.amount} | {result} | {layer.seconds:.0f} |")
    if any(layer.name == "crossings" and layer.details for layer in layers):
        lines += ["", "## Crossings", "", "Each cell says how many schedules of a feature and an event held.", "", "![The matrix of crossings](crossings.svg)"]
    if rows:
        lines += ["", "## Mutants", "", "Small defects in the shipped code, switched on one at a time. After two layers have found a mutant, no other layer searches for it.", ""]
        lines += ["| layer | mutants that it found |", "|---|---:|"]
        for name in sorted({killer["layer"] for row in rows for killer in row["killedBy"]}):
            caught = sum(any(killer["layer"] == name for killer in row["killedBy"]) for row in rows)
            lines.append(f"| {name} | {caught} |")
        lines += ["", "| mutant | part | what it does | found by | looked in vain |", "|---|---|---|---|---|"]
        for row in rows:
            killers = "; ".join(f"{place(killer)} in {killer['seconds']:.1f} s ({killer['how']})" for killer in row["killedBy"])
            lines.append(
                f"| {row['mutant']} | {row['part']} | {row['defect']} | {killers or '**none**'} | {', '.join(row['notBy'])} |")
        looks = ", ".join(
            f"{look['layer']} in {look['seconds']:.1f} s{' (**false alarm**: ' + look['found'] + ')' if look['found'] else ''}" for look in control)
        state = "The same searches in code without a mutant found nothing" if not any(look["found"] for look in control) else "Without a mutant"
        lines += ["", f"{state}: {looks}."]
        lines += ["", mutant_line(rows)]
    if left:
        lines += ["", left_line(left)]
    return "\n".join(lines) + "\n"


def table(facts, rows):
    """Every mutant by every layer, and what each layer is worth."""
    layers = sorted({layer for row in rows for layer in row["foundBy"]})
    lines = ["# Every mutant by every layer", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()]
    lines += ["", "Each layer looks at each mutant with the same budget, whatever the others find. A cell says after how many seconds it found the mutant; – says "
              "that it did not, and an empty cell that nothing in the layer comes to the mutant's place, so that it did not look.", ""]
    lines += ["| layer | finds | finds first | finds alone |", "|---|---:|---:|---:|"]
    for layer in layers:
        found = [row for row in rows if row["foundBy"].get(layer)]
        first = sum(min(row["foundBy"], key=lambda name: (row["foundBy"][name] or {}).get("seconds", float("inf"))) == layer for row in found)
        alone = sum(sum(bool(look) for look in row["foundBy"].values()) == 1 for row in found)
        lines.append(f"| {layer} | {len(found)} | {first} | {alone} |")
    lines += ["", "| mutant | part | " + " | ".join(layers) + " |", "|---|---|" + "---:|" * len(layers)]
    for row in rows:
        cells = [f"{look['seconds']:.1f}" if (look := row["foundBy"].get(layer)) else "–" if layer in row["foundBy"] else "" for layer in layers]
        lines.append(f"| {row['mutant']} | {row['part']} | " + " | ".join(cells) + " |")
    few = [row["mutant"] for row in rows if sum(bool(look) for look in row["foundBy"].values()) < 2]
    lines += ["", f"found by fewer than two layers: {', '.join(few)}" if few else f"each of {len(rows)} mutants was found by two layers or more"]
    return "\n".join(lines) + "\n"


def objection(text, sources):
    """Why the report is not that of a release of these sources; nothing if it is."""
    facts = dict(re.findall(r"^- ([a-z]+): (.*)$", text, re.M))
    if facts.get("sources") != sources:
        return f"it is of the sources {facts.get('sources', 'of an unknown tree')}; these are {sources}"
    if not facts.get("run", "").startswith("release"):
        return f"its run is '{facts.get('run')}'"
    if re.search(r"\| (\*\*fails\*\*|skipped)", text) or "**none**" in text or "**false alarm**" in text:
        return "a layer failed or was skipped, a mutant was not found, or there was a false alarm"
    found = re.search(r"^mutants: (\d+) of (\d+) found", text, re.M)
    if not found or found[1] != found[2]:
        return found[0] if found else "it says nothing of mutants"
    return None


def as_json(facts, layers, rows, control, left, held):
    report = {"facts": facts, "layers": [layer.fields() for layer in layers], "mutants": rows, "control": control, "notLookedAt": left, "held": held}
    return json.dumps(report, indent=2) + "\n"


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
