"""Writes a key and blocks of plain text for aes128.comp: NAME.key and NAME.plain."""

import argparse
import random

parser = argparse.ArgumentParser()
parser.add_argument("key")
parser.add_argument("block", nargs="*")
parser.add_argument("--random", type=int, default=0)
parser.add_argument("-o", dest="name", required=True)
args = parser.parse_args()

rng = random.Random(128)
with open(args.name + ".key", "wb") as file:
    file.write(bytes.fromhex(args.key))
with open(args.name + ".plain", "wb") as file:
    for block in args.block:
        file.write(bytes.fromhex(block))
    file.write(bytes(rng.randrange(256) for _ in range(16 * args.random)))
