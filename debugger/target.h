// What clients need of a session: an interface, so that tests can put a scripted target in its place.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "debugger/session.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// The functions mean what those of DebugSession mean.
class Target {
 public:
  Target() = default;
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  virtual ~Target() = default;

  virtual Result<nlohmann::json> request(std::string_view command, nlohmann::json arguments) = 0;
  virtual void begin_request(std::string_view command, nlohmann::json arguments) = 0;
  virtual bool poll(Result<nlohmann::json>& answer) = 0;
  virtual int descriptor() const = 0;
  virtual void pause() = 0;
  virtual const nlohmann::json& entry() const = 0;
  virtual std::optional<ReplayProgress> progress() const = 0;
};

using TargetStarter = std::function<Result<std::unique_ptr<Target>>(
    const SessionOptions& options, DebugSession::OutputHandler output)>;

// Starts a DebugSession.
Result<std::unique_ptr<Target>> start_target(const SessionOptions& options,
                                             DebugSession::OutputHandler output);

}  // namespace spirv_oracle
