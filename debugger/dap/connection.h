// How messages come to a server and leave it: file descriptors, standard streams, TCP.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "debugger/target.h"

namespace spirv_oracle::dap {

// Serves one client until it disconnects, its input ends, or it takes nothing for a long time.
// Errors: bad_input where its input is not of the protocol, or where it has not sent `initialize` after `patience`.
Result<void> serve(int in, int out, const TargetStarter& start,
                   std::optional<std::chrono::seconds> patience = std::nullopt);

// Listens on the address, says so on `log`, and serves clients one after the other. Returns only on errors: bad_input.
Result<void> serve_tcp(const std::string& address, std::uint16_t port, const TargetStarter& start,
                       std::ostream& log);

}  // namespace spirv_oracle::dap
