"""A program in a terminal of tmux, for tests."""

import atexit
import os
import shlex
import subprocess
import sys
import tempfile
import time

PATIENCE = 60  # seconds


class Session:
    def __init__(self, command, columns=100, rows=40):
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "tmux")
        atexit.register(self.close)
        words = " ".join(shlex.quote(word) for word in command)
        environment = {**os.environ, "XDG_STATE_HOME": self.folder.name, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        # The status is the last line on the screen.
        subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                        f"{words}; echo status $?; sleep 1000"], check=True, env=environment)

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], check=True, capture_output=True, text=True).stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def wait_until(self, holds, what):
        """Waits until `holds` is true of the screen, and returns that screen."""
        end = time.monotonic() + PATIENCE
        while not holds(screen := self.screen()):
            if time.monotonic() > end:
                sys.exit(f"not on the screen: {what}\n{screen}")
            time.sleep(0.05)
        return screen

    def expect(self, *texts):
        """Waits until all of the texts are on the screen."""
        return self.wait_until(lambda screen: all(text in screen for text in texts), texts)

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)
