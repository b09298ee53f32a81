"""check_wording.py SOURCE_FOLDER, or check_wording.py - to read text from standard input.

Checks that messages, help and comments are plain American English. It searches the string literals of the sources, except
in tests, and the comments of sources and test cases for phrases that read like a translation, for coined words and for British
spelling, and prints each with its place."""

import pathlib
import re
import sys

FOLDERS = ("interpreter", "memory", "raster", "rays", "graphics", "builtins", "support", "data", "frontend", "amber", "cli", "spirv_run", "golden", "docs", "debugger", "python", "driver", "opencl", "vulkan")
SHADERS = (".comp", ".frag", ".glsl", ".hlsl", ".cl", ".spvasm", ".amber", ".vkscript", ".test", ".cases")

# Each with what to write instead.
PHRASES = [
    (r"\b(meetings?|rendezvous|telling digits)\b", "a term of the specification or of the field"),
    (r"\b(customary(?!-order)|by custom|custom orders?)\b", "de-facto ordering, widespread practice"),
    (r"\blook(s|ed|ing)? (around|for|at|in)\b", "check, search, examine"),
    (r"\bopen (bits?|values?)\b", "undefined or implementation-dependent bits, values"),
    (r"\b(there where|what is \w+ is|the other way round|as it happens to be|if you like)\b", "who does what"),
    (r"\b(stands?|stood)\b", "is, comes, precedes"),
    (r"\bnobody\b", "no invocation, no instruction"),
    (r"\b(has|have) not (a|an|the|one|its|their)\b", "does not have, lacks, differs from"),
    (r"(?<!there )\b(is|are) (no|none)\b(?! (longer|more|memory|buffer)\b)", "is not a, there is no"),
    (r"\b(go|goes) (together|with the)\b", "match, apply to"),
    (r"\bso many\b", "the number"),
    (r"\bbehind (it|the|a|an|its|this)\b", "after"),
    (r"\bwants\b", "requires"),
    (r"\bin spite of\b", "despite"),
    (r"(?<![-_])\b(behaviour|neighbour|colour|favour|flavour|honour|labour|centre|catalogue|dialogue|grey|artefact)\w*",
     "American spelling"),
    (r"\b(defence|fulfil|judgement|licence|offence|practise|programme|whilst|amongst|learnt|towards)\b",
     "American spelling"),
    (r"\b\w+(al|an|ar|at|en|er|et|il|im|in|it|on|or|yl|tom|dom|cogn|vector)is(e[drs]?|ing|ations?)\b", "American spelling"),
    (r"\banalys(e|ed|es|ing)\b", "American spelling"),
    # The Debug Adapter Protocol has a message "cancelled".
    (r"(?!^cancelled$)\b(cancel|channel|label|level|model|signal|total|travel)l(ed|er|ing)\b", "American spelling: one l"),
]
PHRASES = [(re.compile(pattern, re.IGNORECASE), better) for pattern, better in PHRASES]

TOKEN = re.compile(r'''//[^\n]*|/\*.*?\*/|\#include[^\n]*|R"(?P<end>[^(\s]*)\((?P<raw>.*?)\)(?P=end)"'''
                   r'''|"(?P<text>(?:[^"\\\n]|\\.)*)"|'(?:[^'\\\n]|\\.)+'|\w+|\S''', re.DOTALL)
# Shaders and modules.
CODE = re.compile(r"^\s*#(version|extension|define)|\bvoid \w+\(|\bOp[A-Z]\w+ %|^\s*Op[A-Z]\w+", re.MULTILINE)


def literals(source):
    """(line, text) of each string literal. Adjacent ones are one."""
    found, joins = [], False
    for match in TOKEN.finditer(source):
        text = match["raw"] if match["raw"] is not None else match["text"]
        if text is None:
            joins = joins and match.group().startswith(("//", "/*"))
        elif joins:
            found[-1][1] += text
        else:
            found.append([source.count("\n", 0, match.start()) + 1, text])
            joins = True
    return found


def comments(source):
    """(line, text) of each line of a comment, without quotations."""
    for match in TOKEN.finditer(source):
        if not match.group().startswith("//"):
            continue
        yield source.count("\n", 0, match.start()) + 1, re.sub(r'"[^"]*"?', '""', match.group())


# Their text is quoted or generated from sources that are checked.
OTHER_DOCUMENTS = ("instructions.md", "rules.md", "undefined-behavior.md", "opencl_extensions.md")


def documents(root):
    yield from (root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "vscode/README.md", "packaging/release_page.md"))
    yield from sorted(root.glob("docs/**/*.md"))
    yield from sorted(root.glob("docs/undefined_behavior/*.txt"))


def prose(text):
    """(line, text) of each line of a document, without code and quotations."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, re.sub(r'`[^`]*`|"[^"]*"', '""', line)


def check_documents(root):
    count = wrong = 0
    for file in documents(root):
        if file.name in OTHER_DOCUMENTS:
            continue
        for line, text in prose(file.read_text()):
            count += 1
            for mistake in mistakes_in(text):
                print(f"{file.relative_to(root)}:{line}: {mistake}")
                wrong += 1
    return wrong == 0 and count >= 1000


def mistakes_in(text):
    text = text.replace("\\n", " ")
    for pattern, better in PHRASES:
        for match in pattern.finditer(text):
            yield f"'{match.group()}' (better: {better})"


def check_sources(root):
    count = wrong = 0
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".cpp", ".h"):
                continue
            source, name = file.read_text(), str(file.relative_to(root))
            for line, text in comments(source):
                for mistake in mistakes_in(text):
                    print(f"{name}:{line}: in a comment: {mistake}")
                    wrong += 1
            if "_test" in file.stem or "for_test" in file.stem:
                continue
            for line, text in literals(source):
                count += 1
                for mistake in mistakes_in(text) if not CODE.search(text) else ():
                    print(f"{name}:{line}: {mistake}")
                    wrong += 1
    if count < 1000:
        print(f"only {count} string literals were found")
    return wrong == 0 and count >= 1000


def remarks(text, marker):
    """(line, text) of each comment of a test that is neither a RUN line nor an expectation."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(rf"\s*{marker}\s*(?!\s|[A-Z][A-Z0-9_-]*:)(.*)", line)
        if match:
            yield number, re.sub(r'`[^`]*`|"[^"]*"', '""', match[1])


def check_test_cases(root):
    count = wrong = 0
    for file in sorted(file for folder in ("testcases", "lit") for file in (root / folder).rglob("*")):
        if file.suffix not in SHADERS:
            continue
        marker = "#?" if file.suffix == ".test" else "(?://|;|#)"
        for line, text in remarks(file.read_text(), marker):
            count += 1
            for mistake in mistakes_in(text):
                print(f"{file.relative_to(root)}:{line}: {mistake}")
                wrong += 1
    return wrong == 0 and count >= 1000


def check_text(lines):
    mistakes = [f"line {number}: {mistake}" for number, line in enumerate(lines, 1) for mistake in mistakes_in(line)]
    print("\n".join(mistakes))
    return not mistakes


if __name__ == "__main__":
    if sys.argv[1] == "-":
        sys.exit(0 if check_text(sys.stdin) else 1)
    root = pathlib.Path(sys.argv[1])
    sys.exit(0 if all([check_sources(root), check_documents(root), check_test_cases(root)]) else 1)
