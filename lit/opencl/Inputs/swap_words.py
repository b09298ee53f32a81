"""swap_words.py FROM TO [BYTES]: copies a module, or its first BYTES bytes, in the other byte order."""

import array
import sys

words = array.array("I", open(sys.argv[1], "rb").read())
words.byteswap()
open(sys.argv[2], "wb").write(words.tobytes()[:int(sys.argv[3]) if len(sys.argv) > 3 else None])
