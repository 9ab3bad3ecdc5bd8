"""Writes down what was seen."""

import datetime
import json
import re


def mutant_line(rows):
    killed = sum(len(row["killedBy"]) >= 2 for row in rows)
    return f"mutants: {killed} of {len(rows)} killed by two layers or more"


def place(killer):
    focus = re.sub("[|,]", "`, `", killer["focus"] or "")
    return f"{killer['layer']} `{focus}`" if focus else killer["layer"]


def markdown(facts, layers, rows, control):
    """The report for people."""
    lines = ["# What was verified", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()]
    lines += ["", "| layer | shows | explored | result | seconds |", "|---|---|---|---|---:|"]
    for layer in layers:
        result = f"skipped: {layer.skipped}" if layer.skipped else "holds" if layer.held else f"**fails**: {layer.complaint}"
        lines.append(f"| {layer.name} | {layer.shows} | {layer.amount} | {result} | {layer.seconds:.0f} |")
    if any(layer.name == "crossings" and layer.details for layer in layers):
        lines += ["", "## Crossings", "", "Each cell says how many schedules of a thing and an event held.", "", "![The matrix of crossings](Pictures/crossings.svg)"]
    if rows:
        lines += ["", "## Mutants", "", "Small defects in the shipped code, switched on one at a time. After two layers have found one, no other looks at it.", ""]
        lines += ["| layer | would have caught |", "|---|---:|"]
        for name in sorted({killer["layer"] for row in rows for killer in row["killedBy"]}):
            caught = sum(any(killer["layer"] == name for killer in row["killedBy"]) for row in rows)
            lines.append(f"| {name} | {caught} |")
        lines += ["", "| mutant | part | what it does | found by | looked in vain |", "|---|---|---|---|---|"]
        for row in rows:
            killers = "; ".join(f"{place(killer)} in {killer['seconds']:.1f} s ({killer['how']})" for killer in row["killedBy"])
            lines.append(
                f"| {row['mutant']} | {row['part']} | {row['defect']} | {killers or '**nobody**'} | {', '.join(row['notBy'])} |")
        looks = ", ".join(
            f"{look['layer']} in {look['seconds']:.1f} s{' (**false alarm**: ' + look['found'] + ')' if look['found'] else ''}" for look in control)
        state = "The same looks without a mutant found nothing" if not any(look["found"] for look in control) else "Without a mutant"
        lines += ["", f"{state}: {looks}."]
        lines += ["", mutant_line(rows)]
    return "\n".join(lines) + "\n"


def as_json(facts, layers, rows, control, held):
    report = {"facts": facts, "layers": [layer.fields() for layer in layers], "mutants": rows, "control": control, "held": held}
    return json.dumps(report, indent=2) + "\n"


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
