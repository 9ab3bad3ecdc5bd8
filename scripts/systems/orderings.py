"""Whether the page about orderings knows each file whose ordering ARM64 depends on."""

import re

from . import debian

VERDICTS = debian.ROOT / "Stress" / "KernelExplorer" / "Command" / "OrderingVerdict.swift"
PAGE = debian.ROOT / "Stress" / "Orderings.md"


def missing():
    """Files with an ordering that is needed, or that the explorer cannot judge, which the page does not name."""
    text = VERDICTS.read_text()
    found = text[text.index("// MARK: Found"):text.index("// MARK: Needless")]
    unshown = text[text.index("// MARK: Not shown"):]
    files = re.findall(r'OrderingVerdict\(\s*"([^"]+)"', found + unshown)
    page = PAGE.read_text()
    return sorted({file for file in files if f"`{file}`" not in page})
