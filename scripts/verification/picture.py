"""Draws the matrix of crossings: things × events, how many schedules of each held."""

import html
import pathlib
import math

CELL, ROW, LEFT, TOP = 34, 18, 150, 130


def color(held, failed, most):
    """Red where something failed, white where nothing ran, a darker green the more schedules held."""
    if failed:
        return "#d62728"
    if not held:
        return "#ffffff"
    share = math.log1p(held) / math.log1p(most)
    return f"#{int(225 - 120 * share):02x}{int(240 - 60 * share):02x}{int(225 - 120 * share):02x}"


def short(number):
    return str(number) if number < 1000 else f"{number / 1000:.1f}k" if number < 10_000 else f"{number // 1000}k"


def grid(data):
    """The picture of what `crossings --json` wrote, as SVG."""
    things, events = data["things"], data["events"]
    held, failed = data["held"], data["failed"]
    most = max((cell for row in held for cell in row), default=1) or 1
    width, height = LEFT + CELL * len(events) + 90, TOP + ROW * len(things) + 40
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="10">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        '<text x="10" y="20" font-size="13">Schedules that held, for each thing and event; in red how many runs broke a promise</text>',
    ]
    for column, event in enumerate(events):
        x = LEFT + CELL * column + CELL // 2 + 3
        lines.append(f'<text transform="translate({x},{TOP - 6}) rotate(-50)">{html.escape(event)}</text>')
    for row, thing in enumerate(things):
        y = TOP + ROW * row
        lines.append(f'<text x="{LEFT - 6}" y="{y + 13}" text-anchor="end">{html.escape(thing)}</text>')
        for column in range(len(events)):
            ok, bad = held[row][column], failed[row][column]
            fill = color(ok, bad, most)
            ink = "#ffffff" if bad else "#222222"
            x = LEFT + CELL * column
            lines.append(f'<rect x="{x}" y="{y}" width="{CELL - 1}" height="{ROW - 1}" fill="{fill}" stroke="#dddddd" stroke-width="0.5"/>')
            text = f"✗{short(bad)}" if bad else short(ok) if ok else ""
            lines.append(f'<text x="{x + CELL / 2 - 0.5}" y="{y + 12}" font-size="8.5" text-anchor="middle" fill="{ink}">{text}</text>')
    foot = (
        f'{data["programs"]} programs, {data["pairs"]} pairs and {data["triples"]} triples of parts, {data["schedules"]} schedules, '
        f'{data["broken"]} programs broke a promise'
    )
    lines.append(f'<text x="10" y="{height - 14}">{html.escape(foot)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def draw(data, path):
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(path).write_text(grid(data))
