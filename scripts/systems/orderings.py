"""Whether the page about orderings knows each file whose ordering ARM64 depends on, and no other file."""

import re

from . import debian

VERDICTS = debian.ROOT / "Stress" / "KernelExplorer" / "Command" / "OrderingVerdict.swift"
PAGE = debian.ROOT / "Stress" / "Orderings.md"


def objection():
    """Which files the page leaves out, or names without need; nothing if it is right.

    It has to name the files with an ordering that is needed, or that the explorer cannot judge.
    """
    text = VERDICTS.read_text()
    found = text[text.index("// MARK: Found"):text.index("// MARK: Needless")]
    unshown = text[text.index("// MARK: Not shown"):]
    files = set(re.findall(r'OrderingVerdict\(\s*"([^"]+)"', found + unshown))
    named = {name for row in re.findall(r"^\| (`[^|]*)\|", PAGE.read_text(), re.M) for name in re.findall(r"`([^`]+)`", row)}
    if files - named:
        return f"does not name {', '.join(sorted(files - named))}"
    return f"names {', '.join(sorted(named - files))}, of which no verdict tells" if named - files else None
