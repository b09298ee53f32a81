"""Has Chromium draw a page, and checks the result.

check_browser.py PAGE SELECTOR=COUNT...: each a class, an id or an element name, and how many of it there are; + for at
least one. Console messages are errors.
"""

import html.parser
import re
import subprocess
import sys
import tempfile

page, expected = sys.argv[1], sys.argv[2:]


class Elements(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = {}

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        names = [tag] + ["." + name for name in (attributes.get("class") or "").split()]
        if "id" in attributes:
            names.append("#" + attributes["id"])
        for name in names:
            self.found[name] = self.found.get(name, 0) + 1


with tempfile.TemporaryDirectory() as profile:
    ran = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
         "--enable-logging=stderr", "--window-size=1200,1600", "--virtual-time-budget=3000",
         "--dump-dom", f"file://{page}"],
        capture_output=True, text=True, timeout=120, check=True)
messages = [line for line in ran.stderr.splitlines() if re.search(r"CONSOLE", line)]
assert not messages, messages
elements = Elements()
elements.feed(ran.stdout)
for item in expected:
    name, _, number = item.rpartition("=")
    found = elements.found.get(name, 0)
    assert found >= 1 if number == "+" else found == int(number), (name, found, number)
print("drawn")
