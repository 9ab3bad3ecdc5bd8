"""Writes down what was seen."""

import datetime
import json


def mutant_line(rows):
    killed = sum(len(row["killedBy"]) >= 2 for row in rows)
    return f"mutants: {killed} of {len(rows)} killed by two layers or more"


def markdown(facts, layers, rows):
    """The report for people."""
    lines = ["# What was verified", ""]
    lines += [f"- {name}: {value}" for name, value in facts.items()]
    lines += ["", "| layer | shows | explored | result | seconds |", "|---|---|---|---|---:|"]
    for layer in layers:
        result = f"skipped: {layer.skipped}" if layer.skipped else "holds" if layer.held else f"**fails**: {layer.complaint}"
        lines.append(f"| {layer.name} | {layer.shows} | {layer.amount} | {result} | {layer.seconds:.0f} |")
    if rows:
        lines += ["", "## Mutants", "", "Small defects in the shipped code, switched on one at a time. After two layers have found one, no other looks at it.", ""]
        lines += ["| layer | would have caught |", "|---|---:|"]
        for name in sorted({killer["layer"] for row in rows for killer in row["killedBy"]}):
            caught = sum(any(killer["layer"] == name for killer in row["killedBy"]) for row in rows)
            lines.append(f"| {name} | {caught} |")
        lines += ["", "| mutant | part | what it does | found by | looked in vain |", "|---|---|---|---|---|"]
        for row in rows:
            killers = "; ".join(f"{killer['layer']} in {killer['seconds']:.1f} s ({killer['how']})" for killer in row["killedBy"])
            lines.append(
                f"| {row['mutant']} | {row['part']} | {row['defect']} | {killers or '**nobody**'} | {', '.join(row['notBy'])} |")
        lines += ["", mutant_line(rows)]
    return "\n".join(lines) + "\n"


def as_json(facts, layers, rows, held):
    report = {"facts": facts, "layers": [layer.fields() for layer in layers], "mutants": rows, "held": held}
    return json.dumps(report, indent=2) + "\n"


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
