"""The format of the suite's tests (in a module, as lit sends it to its worker processes)."""

import lit.formats


class TestsWithRunLines(lit.formats.ShTest):
    """Shell tests, where a file without a RUN line is not a test."""

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        tests = super().getTestsInDirectory(suite, path_in_suite, lit_config, local_config)
        for test in tests:
            with open(test.getSourcePath(), "rb") as file:
                if b"RUN:" in file.read():
                    yield test
