"""check_shadows.py SCENE PICTURE: compares a picture of shadow_rays.comp with one that exact arithmetic computes.

Pixels whose rays pass an edge, or an end of their interval, more closely than 1/1000 are left out: there must be few.
"""

import json
import struct
import sys
from fractions import Fraction

SIZE = 64
CAMERA = (Fraction(0), Fraction(-14), Fraction(9))
LIGHT = (Fraction(9), Fraction(-7), Fraction(12))
CLOSE = Fraction(1, 1000)


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def volume(a, b, c):
    return (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]))


def world_triangles(scene):
    """(custom index, whether it is opaque, vertices in the world) of each triangle."""
    for instance in scene["instances"]:
        identity = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
        rows = [[Fraction(x) for x in row] for row in instance.get("transform", identity)]

        def to_world(point):
            return tuple(sum(m * Fraction(x) for m, x in zip(row, point)) + row[3] for row in rows)

        for geometry in scene["geometries"][instance["geometry"]]:
            triangles = geometry.get("triangles", [])
            vertices = geometry.get("vertices", [])
            triangles = triangles + [[vertices[i] for i in index] for index in geometry.get("indices", [])]
            for triangle in triangles:
                yield instance["custom_index"], geometry.get("opaque", False), [to_world(p) for p in triangle]


def hits(triangles, origin, direction, least, greatest):
    """Yields (t, custom index, whether it is hit, whether that is clear). Clear misses are left out."""
    for custom_index, is_opaque, (a, b, c) in triangles:
        a, b, c = minus(a, origin), minus(b, origin), minus(c, origin)
        # The sides of the edges on which the ray passes.
        sides = [volume(direction, b, c), volume(direction, c, a), volume(direction, a, b)]
        total = sum(sides)
        if total == 0:
            continue
        weights = [side / total for side in sides]
        t = volume(a, b, c) / total
        margins = weights + [t - least, greatest - t]
        z = origin[2] + t * direction[2]
        if not is_opaque:
            margins.append(2 - z)
        if min(margins) < -CLOSE:
            continue
        yield t, custom_index, min(margins) >= 0, min(margins) > CLOSE


def pixel_at(triangles, x, y):
    """The value of a pixel; None if it is not clear."""
    direction = (Fraction(2 * x - 63, 64), Fraction(1), -Fraction(y + 8, 64))
    found = sorted(hits(triangles, CAMERA, direction, Fraction(0), Fraction(1000)))
    if not found:
        return 0
    closest = found[0]
    if not closest[3] or (len(found) > 1 and found[1][0] - closest[0] < CLOSE):
        return None
    point = tuple(o + closest[0] * d for o, d in zip(CAMERA, direction))
    shadows = list(hits(triangles, point, minus(LIGHT, point), Fraction(1, 100), Fraction(1)))
    is_clear = not shadows or any(clear for _, _, _, clear in shadows)
    if not is_clear:
        return None
    return 1 + 2 * closest[1] + (1 if shadows else 0)


def main(scene_file, picture_file):
    with open(scene_file, encoding="utf-8") as file:
        triangles = list(world_triangles(json.load(file)))
    with open(picture_file, "rb") as file:
        picture = struct.unpack(f"<{SIZE * SIZE}I", file.read())
    unclear, values = 0, set()
    for y in range(SIZE):
        for x in range(SIZE):
            expected = pixel_at(triangles, x, y)
            if expected is None:
                unclear += 1
                continue
            values.add(expected)
            if picture[y * SIZE + x] != expected:
                sys.exit(f"pixel ({x}, {y}) is {picture[y * SIZE + x]} instead of {expected}")
    if unclear > 200:
        sys.exit(f"{unclear} pixels are not clear")
    if not values >= {0, 1, 2, 3, 5, 7}:
        sys.exit(f"the picture has only the values {values}")
    print(f"{unclear} pixels are not clear")


if __name__ == "__main__":
    main(*sys.argv[1:])
