#include <utility>

#include "debugger/target.h"

namespace spirv_oracle {
namespace {

class SessionTarget : public Target {
 public:
  explicit SessionTarget(std::unique_ptr<DebugSession> session) : session_(std::move(session)) {}

  Result<nlohmann::json> request(std::string_view command, nlohmann::json arguments) override {
    return session_->request(command, std::move(arguments));
  }
  void begin_request(std::string_view command, nlohmann::json arguments) override {
    session_->begin_request(command, std::move(arguments));
  }
  bool poll(Result<nlohmann::json>& answer) override { return session_->poll(answer); }
  int descriptor() const override { return session_->descriptor(); }
  void pause() override { session_->pause(); }
  const nlohmann::json& entry() const override { return session_->entry(); }
  std::optional<ReplayProgress> progress() const override { return session_->progress(); }

 private:
  std::unique_ptr<DebugSession> session_;
};

}  // namespace

Result<std::unique_ptr<Target>> start_target(const SessionOptions& options,
                                             DebugSession::OutputHandler output) {
  auto session = DebugSession::start(options, std::move(output));
  if (!session) return tl::unexpected(std::move(session.error()));
  return std::make_unique<SessionTarget>(std::move(*session));
}

}  // namespace spirv_oracle
