// Sends arbitrary bytes to the adapter: raw, and line by line as requests to a server whose target gives odd answers.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "debugger/dap/framing.h"
#include "debugger/dap/server.h"
#include "debugger/scripted_target_for_test.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using nlohmann::json;
using spirv_oracle::DebugSession;
using spirv_oracle::Result;
using spirv_oracle::ScriptedTarget;
using spirv_oracle::SessionOptions;
using spirv_oracle::Target;
using spirv_oracle::dap::MessageReader;
using spirv_oracle::dap::Server;

// Answers in turn, whatever is asked.
class OddTarget : public ScriptedTarget {
 public:
  Result<json> request(std::string_view, json) override {
    static const std::vector<json> odd{
        json(),
        json::array(),
        json::object(),
        json(-1),
        json("text"),
        {{"reason", "pause"}, {"workgroup_index", 1}, {"subgroup", 2}, {"stop_ids", {1, 2}}},
        json::array({{{"name", "i"}, {"handle", 3}, {"id", 1}, {"verified", true}, {"line", 7}}}),
        {{"value", "7"}, {"state", "undefined"}, {"bytes", "AAAA"}, {"offset", -5}},
        {{"workgroup", 0}, {"subgroup", 0}, {"lane", 0}}};
    return odd[next_++ % odd.size()];
  }

 private:
  std::size_t next_ = 0;
};

// Responses and events are numbered without a gap.
class Client {
 public:
  void receive(const json& message) {
    if (message.at("seq") != ++last_) std::abort();
    if (message.at("type") == "response" && message.at("request_seq") < 1) std::abort();
  }

 private:
  std::int64_t last_ = 0;
};

json request(int seq, std::string_view command, json arguments) {
  return {{"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", arguments}};
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Client client;
  Server server([](const SessionOptions&, const DebugSession::OutputHandler&)
                    -> Result<std::unique_ptr<Target>> { return std::make_unique<OddTarget>(); },
                [&client](const json& message) { client.receive(message); });
  MessageReader reader;
  reader.feed(text);
  for (auto message = reader.next(); message && *message; message = reader.next())
    server.receive(**message);
  // Lines: COMMAND JSON, or a message.
  int seq = 0;
  server.receive(request(++seq, "initialize", json::object()).dump());
  server.receive(request(++seq, "launch", {{"program", "a.comp"}}).dump());
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t blank = line.find(' ');
    const json arguments =
        blank == std::string_view::npos ? json() : json::parse(line.substr(blank), nullptr, false);
    if (blank == std::string_view::npos || arguments.is_discarded()) {
      server.receive(std::string(line));
    } else {
      const std::string command(line.substr(0, blank));
      server.receive(
          request(++seq, command, arguments).dump(-1, ' ', false, json::error_handler_t::replace));
    }
    server.check_target();
  }
  return 0;
}
