"""Runs a command on a terminal, and types something each time that it asks: ANSWERS (a list in JSON) PROGRAM WORD..."""

import json
import os
import pty
import signal
import sys

answers = json.loads(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    # A shell starts background processes so that they ignore interrupts, and their children inherit that.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execv(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        # The error of Linux when the other end is closed.
        break
    if not part:
        break
    shown += part
    if answers and shown.endswith(b"[y/N] "):
        os.write(terminal, answers.pop(0).encode())
_, status = os.waitpid(child, 0)
json.dump({"status": os.waitstatus_to_exitcode(status), "shown": shown.decode()}, sys.stdout)
