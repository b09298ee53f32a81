"""check_layout.py PAGE WIDTH...: has Chromium lay a page out in windows of these widths. Nothing may be wider than its place, except
what scrolls: the source and tables. Where the source is beside the other sections, it stays in view, and the time axis is
always in view."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

measure = """
<script>
addEventListener('load', () => {
  const found = {wide: [], page: document.documentElement.scrollWidth - innerWidth};
  for (const one of document.querySelectorAll('.head, .finding, .race, .buffer, .cell span, #timeline .body, header'))
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline') found.wide.push(one.className + ': ' + one.textContent.slice(0, 40));
  const scroll = document.querySelector('#timeline .scroll').getBoundingClientRect();
  const axis = document.querySelector('canvas.axis').getBoundingClientRect();
  found.axis = [axis.top - scroll.bottom, axis.height];
  scrollTo(0, document.documentElement.scrollHeight);
  const source = document.getElementById('source').getBoundingClientRect();
  found.source = [source.top, source.bottom];
  document.body.append(Object.assign(document.createElement('pre'), {id: 'measured', textContent: JSON.stringify(found)}));
});
</script>"""

page = Path(sys.argv[1]).read_text(encoding="utf-8")
with tempfile.TemporaryDirectory() as folder:
    copy = Path(folder) / "page.html"
    copy.write_text(page.replace("</body>", measure + "</body>"), encoding="utf-8")
    for width in sys.argv[2:]:
        ran = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
             f"--window-size={width},700", "--virtual-time-budget=3000", "--dump-dom", f"file://{copy}"],
            capture_output=True, text=True, timeout=120, check=True)
        found = json.loads(re.search(r'<pre id="measured">(.*?)</pre>', ran.stdout, re.S).group(1).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&"))
        assert found["page"] <= 0 and not found["wide"], (width, found)
        assert 0 <= found["axis"][0] < 8 and found["axis"][1] > 10, (width, found)
        if int(width) > 980:
            assert found["source"][0] >= 0 and found["source"][1] <= 700, (width, found)
print("fits")
