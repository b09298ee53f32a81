"""read_npz.py FILE: the arrays of an .npz file, read by the formats' definitions."""

import ast
import struct
import sys
import zipfile

CODES = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q", "f2": "e", "f4": "f",
         "f8": "d"}
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    for name in sorted(archive.namelist()):
        data = archive.read(name)
        assert data[:8] == b"\x93NUMPY\x01\x00"
        length = struct.unpack("<H", data[8:10])[0]
        assert (10 + length) % 64 == 0
        header = ast.literal_eval(data[10:10 + length].decode())
        (count,) = header["shape"]
        values = struct.unpack("<%d%s" % (count, CODES[header["descr"][1:]]), data[10 + length:])
        print(name.removesuffix(".npy"), header["descr"], list(values))
