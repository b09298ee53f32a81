"""Checks aes128.comp with published vectors and an AES-128 of its own. usage: check_aes.py JSON"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_equal, expect_true  # noqa: E402

PUBLISHED = {  # (key, plain text): cipher text. FIPS-197 appendices B and C.1; SP 800-38A, F.1.1
    ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734"): "3925841d02dc09fbdc118597196a0b32",
    ("000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff"): "69c4e0d86a7b0430d8cdb78070b4c55a",
    ("2b7e151628aed2a6abf7158809cf4f3c", "6bc1bee22e409f96e93d7e117393172a"): "3ad77bb40d7a3660a89ecaf32466ef97",
    ("2b7e151628aed2a6abf7158809cf4f3c", "ae2d8a571e03ac9c9eb76fac45af8e51"): "f5d3d58503b9699de785895a96fdbaaf",
    ("2b7e151628aed2a6abf7158809cf4f3c", "30c81c46a35ce411e5fbc1191a0a52ef"): "43b1cd7f598ece23881b00e3ed030688",
    ("2b7e151628aed2a6abf7158809cf4f3c", "f69f2445df4f9b17ad2b417be66c3710"): "7b0c785e27e8ad3f8223207104725dd4",
}


def gf_multiply(a, b):
    product = 0
    for bit in range(8):
        if b >> bit & 1:
            product ^= a << bit
    for bit in range(14, 7, -1):
        if product >> bit & 1:
            product ^= 0x11B << (bit - 8)
    return product


def make_s_box():
    box = []
    for a in range(256):
        inverse = next((b for b in range(256) if gf_multiply(a, b) == 1), 0)
        value = 0
        for i in range(8):
            bit = 0x63 >> i
            for k in (0, 4, 5, 6, 7):
                bit ^= inverse >> ((i + k) % 8)
            value |= (bit & 1) << i
        box.append(value)
    return box


S_BOX = make_s_box()


def encrypt(key, block):
    words = [key[4 * i:4 * i + 4] for i in range(4)]
    constant = 1
    for i in range(4, 44):
        word = list(words[-1])
        if i % 4 == 0:
            word = [S_BOX[b] for b in word[1:] + word[:1]]
            word[0] ^= constant
            constant = gf_multiply(constant, 2)
        words.append([a ^ b for a, b in zip(words[i - 4], word)])
    schedule = [sum((list(w) for w in words[4 * r:4 * r + 4]), []) for r in range(11)]

    state = [a ^ b for a, b in zip(block, schedule[0])]
    for r in range(1, 11):
        state = [S_BOX[b] for b in state]
        state = [state[(i + 4 * (i % 4)) % 16] for i in range(16)]
        if r != 10:
            mixed = []
            for c in range(4):
                column = state[4 * c:4 * c + 4]
                for row in range(4):
                    value = 0
                    for k, factor in enumerate((2, 3, 1, 1)):
                        value ^= gf_multiply(column[(row + k) % 4], factor)
                    mixed.append(value)
            state = mixed
        state = [a ^ b for a, b in zip(state, schedule[r])]
    return state


result = Result(sys.argv[1])
key = result.buffer("0.0")
plain = result.buffer("0.1")
cipher = result.buffer("0.2")
expect_equal("size", [len(cipher)], [len(plain)])
published = 0
for i in range(0, len(plain), 16):
    block, got = plain[i:i + 16], cipher[i:i + 16]
    expect_equal(f"block {i // 16}", got, encrypt(key, block))
    known = PUBLISHED.get((bytes(key).hex(), bytes(block).hex()))
    if known:
        expect_equal(f"published block {i // 16}", [bytes(got).hex()], [known])
        published += 1
expect_true(published > 0, "no published vector in the input")
