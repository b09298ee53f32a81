"""Prints a shader that is deep or wide in one way.

Usage: make_source.py KIND COUNT     one shader; kinds that begin with hlsl_ are HLSL, the others GLSL
       make_source.py --list         the kinds

All GLSL shaders write 7 to element 0 of the buffer 0.0, which has 4 bytes.
"""

import sys


def shader(body="", value="7u", outside=""):
    return f"""\
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Result {{ uint result; }};
{outside}
void main() {{
uint x = 0u;
{body}
result = {value};
}}
"""


def sums(n):
    return shader(value="7u" + " + x" * n)


def commas(n):
    return shader(value="(" + "x, " * n + "7u)")


def parentheses(n):
    return shader(value="(" * n + "7u" + ")" * n)


def minuses(n):
    return shader(value="- " * (n - n % 2) + "7u")


def conditions(n):
    return shader(value="x == 1u ? 0u : " * n + "7u")


def assignments(n):
    return shader("".join(f"uint a{i};\n" for i in range(10)) + "a0 = " + "".join(f"a{i % 10} = " for i in range(n)) + "7u;", "a0")


def calls_of_calls(n):
    return shader(value="f(" * n + "7u" + ")" * n, outside="uint f(uint a) { return a; }")


def indices(n):
    return shader("uint a[8] = uint[8](7u, 7u, 7u, 7u, 7u, 7u, 7u, 7u);", "a[" * n + "0u" + "]" * n)


def swizzles(n):
    return shader("uvec4 v = uvec4(7u);", "v" + ".xyzw" * n + ".x")


def blocks(n):
    return shader("{" * n + "}" * n)


def ifs(n):
    return shader("if (x == 0u) {\n" * n + "}\n" * n)


def else_ifs(n):
    return shader("if (x == 1u) { x = 2u; }\n" + "else if (x == 1u) { x = 2u; }\n" * n)


def loops(n):
    return shader("for (uint i = 0u; i < 1u; ++i) {\n" * n + "}\n" * n)


def statements(n):
    return shader("x += 0u;\n" * n)


def variables(n):
    return shader("".join(f"uint a{i} = {7 if i == 0 else f'a{i - 1}'};\n" for i in range(n)), f"a{n - 1}")


def functions(n):
    return shader(value=f"f{n - 1}(7u)", outside="".join(
        f"uint f{i}(uint a) {{ return {f'f{i - 1}(a)' if i else 'a'}; }}\n" for i in range(n)))


def structures(n):
    return shader(outside="struct S0 { uint a; };\n" + "".join(f"struct S{i} {{ S{i - 1} a; }};\n" for i in range(1, n)))


def cases(n):
    return shader("switch (x) {\n" + "".join(f"case {i}: break;\n" for i in range(n)) + "}")


def initializers(n):
    return shader(f"uint a[{n}] = uint[](" + ", ".join(["7u"] * n) + ");", f"a[{n - 1}]")


def doubling_macros(n):
    """2^n terms."""
    levels = min(n, 60)
    return shader(value="7u + M" + str(levels), outside="#define M0 0u\n" + "".join(f"#define M{i} M{i - 1} + M{i - 1}\n" for i in range(1, levels + 1)))


def conditional_text(n):
    return shader(outside="#if 1\n" * n + "#endif\n" * n)


def hlsl(body="", value="7"):
    return f"""\
RWStructuredBuffer<uint> result : register(u0);
[numthreads(1, 1, 1)]
void main() {{
uint x = 0;
{body}
result[0] = {value};
}}
"""


def hlsl_sums(n):
    return hlsl(value="7" + " + x" * n)


def hlsl_parentheses(n):
    return hlsl(value="(" * n + "7" + ")" * n)


def hlsl_minuses(n):
    return hlsl(value="- " * (n - n % 2) + "7")


def hlsl_blocks(n):
    return hlsl("{" * n + "}" * n)


NO_KIND = ("shader", "hlsl", "main")
KINDS = {name: value for name, value in list(globals().items())
         if callable(value) and not name.startswith("_") and name not in NO_KIND}


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(KINDS))
    elif len(sys.argv) == 3 and sys.argv[1] in KINDS:
        sys.stdout.write(KINDS[sys.argv[1]](int(sys.argv[2])))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
