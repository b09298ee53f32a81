"""check_site.py FOLDER [--browser]: checks the pages of a site. Links lead to pages and headings of the site, and nothing is loaded from
other sites. With --browser, Chromium opens each page in a window as wide as that of a phone: no page is wider than the window
or has errors, the search finds the page of a rule, and the dark mode is dark."""

import functools
import html.parser
import http.server
import json
import queue
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from pathlib import Path

WIDTH = 360
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src")}


class Page(html.parser.HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes.get(name) for name in ("id", "name")}
        for name in ("href", "src"):
            if name in attributes and attributes.get("rel") != "canonical":
                (self.loaded if (tag, name) in LOADED else self.links).append(attributes[name])


def dead_links(site):
    pages = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        if file.name == "404.html":  # its links start with a slash
            continue
        for link in page.loaded:
            if "://" in link or link.startswith("//"):
                yield f"{file.name} loads {link}"
        for link in page.links + page.loaded:
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            if "://" in link or link.startswith(("mailto:", "javascript:")):
                continue
            target = (file.parent / path).resolve() if path else file
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                yield f"{file.name}: {link}: no such file"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{file.name}: {link}: no such heading"


# Opens the pages one after the other in a frame, and sends what is wrong with them to the server.
DRIVER = """<body><iframe id="frame" width="%d" height="700"></iframe><script>
const pages = %s, found = [], frame = document.getElementById('frame');
const open = page => new Promise(done => { frame.onload = done; frame.src = page; });
const until = async condition => { for (let i = 0; i < 1000 && !condition(); ++i) await new Promise(done => setTimeout(done, 50)); return condition(); };
(async () => {
  for (const page of pages) {
    await open(page);
    const root = frame.contentDocument.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`${page} is ${root.scrollWidth} pixels wide`);
    if (!root.classList.contains('js')) found.push(`${page}: its script does not run`);
  }
  await open('index.html');
  const inner = frame.contentDocument;
  const color = () => getComputedStyle(inner.body).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  const choices = inner.querySelectorAll('[data-md-component=palette] input');
  choices[1].click();
  if (!await until(() => color() < 3 * 80)) found.push('the dark mode is not dark');
  choices[0].click();
  if (!await until(() => color() > 3 * 200)) found.push('the light mode is not light');
  inner.getElementById('__search').click();
  const query = inner.querySelector('[data-md-component=search-query]');
  query.focus();
  query.value = 'not-in-tangle';
  query.dispatchEvent(new Event('keyup', {bubbles: true}));
  query.dispatchEvent(new Event('input', {bubbles: true}));
  if (!await until(() => inner.querySelector('.md-search-result__item a'))) found.push('the search finds nothing');
  fetch('found', {method: 'POST', body: JSON.stringify(found)});
})();
</script></body>"""


def wrong_in_browser(site):
    found = queue.Queue()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_POST(self):
            found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    pages = [str(file.relative_to(site)) for file in sorted(site.rglob("*.html")) if file.name != "404.html"]
    driver = site / "driver-of-the-test.html"
    driver.write_text(DRIVER % (WIDTH, json.dumps(pages)))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site)) as server, \
            tempfile.TemporaryDirectory() as profile, open(f"{profile}/messages", "w+") as messages:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}/user", "--enable-logging=stderr",
             f"http://127.0.0.1:{server.server_address[1]}/{driver.name}"], stdout=subprocess.DEVNULL, stderr=messages)
        try:
            yield from found.get(timeout=240)
        except queue.Empty:
            yield "the browser does not open all pages"
        browser.terminate()
        browser.wait()
        server.shutdown()
        messages.seek(0)
        yield from (line.strip() for line in messages if "CONSOLE" in line)
    driver.unlink()


def main():
    site = Path(sys.argv[1]).resolve()
    errors = list(dead_links(site))
    if "--browser" in sys.argv:
        errors += wrong_in_browser(site)
    count = len(list(site.rglob("*.html")))
    print("\n".join(errors) or f"{count} pages are right")
    return 1 if errors or count < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
