"""Runs a command with a terminal as its standard error, and prints what the terminal and standard output get.

usage: on_terminal.py [--columns N] [--interrupt N] COMMAND...

With --columns, the terminal has that many, otherwise their number is unknown. With --interrupt, Ctrl-C is typed N times: first when a line of progress is there, then a second later, when the command
writes to a standard output that no process reads. Control characters are printed as <CR> and <ERASE>. Ends with the status
of the command, or with 128 and the number of the signal that ended it.
"""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import time


def main():
    arguments = sys.argv[1:]
    columns = interrupts = 0
    if arguments[0] == "--columns":
        columns = int(arguments[1])
        arguments = arguments[2:]
    if arguments[0] == "--interrupt":
        interrupts = int(arguments[1])
        arguments = arguments[2:]
    terminal, other_end = pty.openpty()
    fcntl.ioctl(other_end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))

    def take_terminal():
        os.setsid()
        fcntl.ioctl(other_end, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process that runs the tests may ignore it

    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=other_end, preexec_fn=take_terminal)
    os.close(other_end)
    printed = []
    reader = threading.Thread(target=lambda: printed.append(process.stdout.read()))
    if interrupts < 2:
        reader.start()
    text = b""
    typed = 0
    while True:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        text += chunk
        if typed < interrupts and b"\x1b[K" in text:
            os.write(terminal, b"\x03")
            typed += 1
            if interrupts == 2:
                time.sleep(1)
                os.write(terminal, b"\x03")
                break
    status = process.wait()
    if interrupts < 2:
        reader.join()
        print(printed[0].decode(), end="")
    print(text.decode().replace("\r\n", "\n").replace("\r", "<CR>").replace("\x1b[K", "<ERASE>"), end="")
    sys.exit(status if status >= 0 else 128 - status)


main()
