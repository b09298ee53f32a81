"""Reads pages that `spirv-run --report` wrote."""

import html.parser
import json


class Scripts(html.parser.HTMLParser):
    """The <script> elements of a page: (type, text)."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.inside = False

    def handle_starttag(self, tag, attributes):
        self.inside = tag == "script"
        if self.inside:
            self.found.append([dict(attributes).get("type"), ""])

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, text):
        if self.inside:
            self.found[-1][1] += text


def scripts_of(path):
    with open(path, encoding="utf-8") as page:
        parser = Scripts()
        parser.feed(page.read())
    return parser.found


def data_of(path):
    """The data of the page. An HTML parser must find it as a whole."""
    scripts = scripts_of(path)
    assert [kind for kind, _ in scripts] == ["application/json", None], scripts
    return json.loads(scripts[0][1])


def rows_of(run):
    """The texts of all rows."""
    return [line for file in run["source"]["files"] for line in file["lines"]]


def lines_of(run):
    """What is counted, by row."""
    return {line["row"]: line for line in run["lines"]}


def lanes_of(mask):
    bits = int(mask, 16)
    return {lane for lane in range(128) if bits >> lane & 1}


def segments_of(run):
    """By (workgroup, subgroup): [(step, executions, row, lanes, barrier)]."""
    timeline = run["timeline"]
    found = {}
    for subgroup in timeline["subgroups"]:
        step, segments = 0, []
        for executions, row, mask, barrier in subgroup["segments"]:
            segments.append((step, executions, row, lanes_of(timeline["masks"][mask]), barrier))
            step += executions
        found[subgroup["workgroup"], subgroup["subgroup"]] = segments
    return found
