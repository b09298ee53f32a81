"""Writes the messages for sha256.comp. usage: make_messages.py TABLE BYTES DIGESTS

TABLE: offset and length of each message; BYTES: the messages end to end; DIGESTS: room for the digests, filled with junk.
"""

import random
import struct
import sys

rng = random.Random(256)
messages = [
    b"",
    b"abc",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
]
messages += [bytes(rng.randrange(256) for _ in range(n)) for n in range(50, 75)]  # around the padding's limit
messages += [bytes(rng.randrange(256) for _ in range(rng.randrange(200))) for _ in range(60)]
messages.append(b"a" * 1000)

offset = 0
with open(sys.argv[1], "wb") as table, open(sys.argv[2], "wb") as data, open(sys.argv[3], "wb") as digests:
    for message in messages:
        table.write(struct.pack("<2I", offset, len(message)))
        data.write(message)
        offset += len(message)
        digests.write(b"\xA5" * 32)
    data.write(bytes(-offset % 4))
