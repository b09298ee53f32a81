"""Writes the start of a module with OpCapability Shader, OpCapability SubgroupSizeQCOM."""

import struct
import sys

words = [0x07230203, 0x00010600, 0, 10, 0, 2 << 16 | 17, 1, 2 << 16 | 17, 4506]
sys.stdout.buffer.write(struct.pack("<%dI" % len(words), *words))
