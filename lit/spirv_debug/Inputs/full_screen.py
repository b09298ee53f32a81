"""full_screen.py FILE WIDE NAMELESS: the panes of --tui, its keys, and sizes of the terminal that are too small. WIDE has many lanes, and
NAMELESS no source."""

import sys

from tmux_session import Session

run = ["--subgroup-size", "4", "--buffer", "0.0=uint32:iota(8,1)", "--buffer", "0.1=zero(8)"]
session = Session(["spirv-debug", "--tui", sys.argv[1], *run])
session.expect("[0]", "void main()", "lanes", "F10 next")
session.keys("break 16", "Enter")
session.expect("Stop point 1: reduce.comp:16")
session.keys("F5")
screen = session.expect("breakpoint 1", "=>*  16", "lanes 1,3:", "active")
assert any(line.split() == ["value", "1", "2", "3", "4"] for line in screen.splitlines()), screen
session.keys("F11")
session.expect("=>    7")
session.keys("F7")
session.expect("=>*  16")
session.keys("F10")
session.expect("=>   18")
session.keys("F6")
session.expect("breakpoint 1", "=>*  16")
session.keys("display value", "Enter")
session.expect("value = 1")
session.keys("nonsense", "Enter")
session.expect("error: unknown command 'nonsense'")
session.keys("pri", "Tab", "6 * 8", "BSpace", "7", "Left", "Left", "Left", "DC", "+", "Enter")
session.expect("6 + 7 = 13")
session.keys("half a com")
session.expect("half a com")
session.keys("C-c")  # takes back what was typed
session.keys("print 40 + 2", "Enter")
session.expect("40 + 2 = 42")
for columns, rows in ((20, 5), (1, 1), (200, 60)):
    session.tmux("resize-window", "-x", str(columns), "-y", str(rows))
session.keys("quit", "Enter")
session.expect("status 0")
session.close()

# 128 lanes do not fit: the pane shows those around the focused lane, scrolls, and adapts to another width.
session = Session(["spirv-debug", "--tui", sys.argv[2], "--subgroup-size", "128", "--buffer", "0.0=uint32:iota(128)"], columns=80, rows=30)
session.keys("break 7", "Enter", "run", "Enter", "lane 77", "Enter")
session.expect("lanes: lines", "  77  ")
session.keys("F2")
session.expect("PgUp, PgDn: lanes")
session.keys("PPage")
session.expect("PgUp, PgDn: lanes")
while "lanes: lines 1-" not in session.screen():
    session.keys("PPage")
    session.expect("lanes: lines")


def lanes_shown(screen):
    return max((len(line.split()) for line in screen.splitlines() if line.startswith("lane ")), default=0)


before = lanes_shown(session.expect("lanes: lines 1-"))
session.tmux("resize-window", "-x", "140", "-y", "40")
session.keys("lane 0", "Enter")
session.wait_until(lambda screen: "lanes: lines 1-" in screen and lanes_shown(screen) > before, f"more than {before} lanes")
session.keys("F2", "F2", "quit", "Enter")
session.expect("status 0")
session.close()

# A module without source is shown as instructions.
session = Session(["spirv-debug", "--tui", sys.argv[3], "--subgroup-size", "2", "--buffer", "0.0=uint32:5,6,7,8"])
session.expect("[0]", "OpFunction", "OpVariable")
session.keys("F10", "F10", "F10", "F10")
session.expect("=>", "OpLoad")
session.keys("C-d")
session.expect("status 0")
session.close()
print("done")
