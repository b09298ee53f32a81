#include "support/guarded_command.h"

#include <exception>
#include <iostream>
#include <new>

#include "interpreter/result.h"

namespace spirv_oracle {

int guarded_command(std::string_view program, const std::function<int()>& command) {
  try {
    const int status = command();
    if (std::cout.flush()) return status;
    std::cerr << program << ": error: cannot write to standard output\n";
    return static_cast<int>(Status::bad_input);
  } catch (const std::bad_alloc&) {
    std::cerr << program << ": out of memory\n";
    return static_cast<int>(Status::limit);
  } catch (const std::exception& error) {
    std::cerr << program
              << ": internal error (a bug in this program; please report it): " << error.what()
              << '\n';
    return static_cast<int>(Status::bad_input);
  }
}

}  // namespace spirv_oracle
