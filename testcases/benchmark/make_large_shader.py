"""Prints a compute shader of about 2,000 SPIR-V instructions with 1,024 invocations in a workgroup.

Usage: make_large_shader.py [STATEMENTS]

It mixes vectors and scalars in 40 variables, some of which live across a barrier.
"""

import random
import sys

STATEMENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 250
VARIABLES = 20


def statement(rng):
    v = [f"v{rng.randrange(VARIABLES)}" for _ in range(3)]
    s = [f"s{rng.randrange(VARIABLES)}" for _ in range(3)]
    # Every result is at most as large as the largest operand.
    return rng.choice([
        f"{v[0]} = {v[1]} * 0.5 + {v[2]} * 0.5;",
        f"{v[0]} = fma({v[1]}, vec4(0.25), {v[2]}.wzyx * 0.5) + {s[0]} * 0.25;",
        f"{v[0]}.xy = ({v[1]}.zw - {v[2]}.xy) * 0.5;",
        f"{s[0]} = dot({v[0]}, vec4(0.25, -0.25, 0.25, 0.25));",
        f"{s[0]} = {s[1]} * 0.25 + {s[2]} * 0.75;",
        f"{s[0]} = min({s[1]}, {v[0]}.y) - 0.5 * {v[1]}.x;",
    ])


def main():
    rng = random.Random(1)
    print("#version 450")
    print("layout(local_size_x = 1024) in;")
    print("layout(set = 0, binding = 0, std430) readonly buffer Source { vec4 source[]; };")
    print("layout(set = 0, binding = 1, std430) writeonly buffer Target { vec4 target[]; };")
    print("shared float exchanged[1024];")
    print("void main() {")
    print("  const uint i = gl_LocalInvocationIndex;")
    for n in range(VARIABLES):
        print(f"  vec4 v{n} = source[i] * {n + 1}.0;")
        print(f"  float s{n} = source[i].x + {n}.0;")
    for n in range(STATEMENTS):
        if n == STATEMENTS // 2:
            print("  exchanged[i] = s0;")
            print("  barrier();")
            print("  s0 = exchanged[1023 - i];")
        print("  " + statement(rng))
    total = " + ".join(f"v{n} + vec4(s{n})" for n in range(VARIABLES))
    print(f"  target[i] = {total};")
    print("}")


if __name__ == "__main__":
    main()
