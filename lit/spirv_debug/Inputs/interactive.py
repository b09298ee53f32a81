"""interactive.py FILE ENDLESS: the prompt in a terminal: editing, completion, history, Ctrl-C."""

import sys

from tmux_session import Session

run = ["--subgroup-size", "4", "--buffer", "0.0=uint32:iota(8,1)", "--buffer", "0.1=zero(8)"]
session = Session(["spirv-debug", sys.argv[1], *run], columns=80)
session.expect("help lists the commands", "(spirv-debug)")
session.keys("brea", "Tab", "14", "Enter")
session.expect("Stop point 1: reduce.comp:14")
session.keys("run", "Enter")
session.expect("breakpoint 1")
session.keys("print num", "Tab", "[2]", "Enter")
session.expect("numbers[2] = 3")
session.keys("next", "Enter")
session.expect("reduce.comp:15")
session.keys("Enter")  # once more
session.expect("reduce.comp:16")
session.keys("nonsense")
session.expect("nonsense")
session.keys("C-c")  # begins a new line, and repeats nothing
session.keys("print 40 + 2", "Enter")
assert "nonsenseprint" not in session.expect("40 + 2 = 42")
session.keys("Up", "Up", "Enter")  # next
session.expect("reduce.comp:18")

# Characters of several bytes, and another width.
session.keys("print \u00e4", "BSpace", "1 + 1", "Enter")
session.expect("1 + 1 = 2")
session.tmux("resize-window", "-x", "60", "-y", "40")
session.keys("help lanes", "Enter")
session.expect("help lanes")
session.keys("lanes numbers, sums", "Enter")
screen = session.expect("numbers")
assert max(len(line) for line in screen.splitlines()) <= 60, screen
session.keys("C-d")
session.expect("status 0")
session.close()

# Ctrl-C pauses a run, which can then be debugged.
session = Session(["spirv-debug", sys.argv[2], "--buffer", "0.0=uint32:0", "--max-steps", "2000000000"], columns=80)
session.expect("(spirv-debug)")
session.keys("continue", "Enter")
session.expect("(spirv-debug) continue")
session.keys("C-c")
session.expect("pause")
session.keys("print 6 * 7", "Enter")
session.expect("6 * 7 = 42")
session.keys("quit", "Enter")
session.expect("status 0")
session.close()
print("done")
