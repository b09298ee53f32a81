"""Checks the image of a draw on a report page against a model: check_report_draw.py PAGE.

The triangle of docs/examples/debugging/gradient.amber covers the pixels whose center is above the diagonal of the 8x8
pixels. Its red is 2u up to 0.5, then 0.25, and its green is v; (u, v) is the place of the center.
"""

import sys

from report_page import data_of

page = data_of(sys.argv[1])
assert len(page["draws"]) == 1 and page["runs"] == [], page
draw = page["draws"][0]
assert "RUN pipeline DRAW_ARRAY" in draw["title"] and draw["findings"] == [] and draw["status"] == 0, draw
image = draw["images"][0]
assert (image["name"], image["width"], image["height"]) == ("picture", 8, 8), image
covered = 0
for y in range(8):
    for x in range(8):
        pixel = 8 * y + x
        inside = (x + 0.5) + (y + 0.5) < 8
        covered += inside
        u, v = (x + 0.5) / 8, (y + 0.5) / 8
        expected = [2 * u if 2 * u <= 1 else 0.25, v, 0, 1] if inside else [0, 0, 0, 0]
        digits = image["colors"][8 * pixel:8 * pixel + 8]
        found = [int(digits[2 * i:2 * i + 2], 16) / 255 for i in range(4)]
        assert all(abs(a - b) <= 0.5 / 255 + 1e-6 for a, b in zip(expected, found)), (x, y, expected, found)
        assert image["sets"][image["covers"][pixel]] == ([0] if inside else []), (x, y)
        # What is rounded depends on the implementation; nothing is undefined.
        exact = all(abs(value * 255 - round(value * 255)) < 1e-9 for value in expected)
        assert image["states"][pixel] == ("0" if exact else "1"), (x, y, image["states"][pixel])
print(f"{covered} pixels are covered")
