"""full_screen.py FILE: the panes of --tui, its keys, and sizes of the terminal that are too small."""

import sys

from tmux_session import Session

run = ["--subgroup-size", "4", "--buffer", "0.0=uint32:iota(8,1)", "--buffer", "0.1=zero(8)"]
session = Session(["spirv-debug", "--tui", sys.argv[1], *run])
session.expect("[0]", "void main()", "lanes", "F10 next")
session.keys("break 16", "Enter")
session.expect("Stop point 1: reduce.comp:16")
session.keys("F5")
screen = session.expect("breakpoint 1", "=>   16", "lanes 1,3:", "active")
assert any(line.split() == ["value", "1", "2", "3", "4"] for line in screen.splitlines()), screen
session.keys("F11")
session.expect("=>    7")
session.keys("F7")
session.expect("=>   16")
session.keys("F10")
session.expect("=>   18")
session.keys("F6")
session.expect("breakpoint 1", "=>   16")
session.keys("display value", "Enter")
session.expect("value = 1")
session.keys("nonsense", "Enter")
session.expect("error: unknown command 'nonsense'")
session.keys("pri", "Tab", "6 * 7", "Enter")
session.expect("6 * 7 = 42")
session.keys("C-c")
for columns, rows in ((20, 5), (1, 1), (200, 60)):
    session.tmux("resize-window", "-x", str(columns), "-y", str(rows))
session.keys("quit", "Enter")
session.expect("status 0")
session.close()
print("done")
