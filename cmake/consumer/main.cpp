// Uses the installed library as another project would.

#include <cstdio>

#include "grammar/core.h"

int main() {
  std::printf("%zu instructions\n", std::size(spirv_oracle::grammar::instruction_table));
  return 0;
}
