"""Checks the digests of sha256.comp with hashlib and with the published vectors. usage: check_sha256.py JSON"""

import hashlib
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_equal, expect_true  # noqa: E402

PUBLISHED = {  # FIPS 180-2, appendix B, and NIST's example values
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu":
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
}

result = Result(sys.argv[1])
table = result.buffer("0.0")
words = result.buffer("0.1")
digests = result.buffer("0.2")
data = struct.pack(f"<{len(words)}I", *words)

seen = set()
count = len(table) // 2
expect_equal("number of digests", [len(digests)], [8 * count])
for i in range(count):
    offset, length = table[2 * i:2 * i + 2]
    message = data[offset:offset + length]
    got = "".join(f"{word:08x}" for word in digests[8 * i:8 * i + 8])
    expect_equal(f"digest of message {i}", [got], [hashlib.sha256(message).hexdigest()])
    if message in PUBLISHED:
        expect_equal(f"published digest of message {i}", [got], [PUBLISHED[message]])
        seen.add(message)
expect_true(len(seen) == len(PUBLISHED), "a published vector is missing from the input")
