#include "spirv_run/batch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "data/option_values.h"
#include "spirv_run/batch_worker.h"
#include "spirv_run/print_run.h"
#include "spirv_run/run.h"
#include "support/base64.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

struct BatchOptions {
  std::string file;
  std::uint32_t jobs = 1;
};

Result<BatchOptions> parse_options(const std::vector<std::string>& arguments) {
  BatchOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--jobs") {
      if (i + 1 == arguments.size()) return bad_input("--jobs needs an argument");
      const auto jobs = parse_jobs(arguments[++i]);
      if (!jobs) return tl::unexpected(jobs.error());
      options.jobs = *jobs;
    } else if (!options.file.empty() || (argument.starts_with('-') && argument != "-")) {
      return bad_input(fmt::format(
          "'{}' is not an option of --batch: other options belong to requests", argument));
    } else {
      options.file = argument;
    }
  }
  if (options.file.empty())
    return bad_input("--batch needs a file with requests: spirv-run --batch FILE [--jobs N]");
  return options;
}

// --- in a worker ---

// The file of a module; one that the request contains is written to PREFIXmoduleSUFFIX.
Result<std::string> module_file(const Json& module, const std::string& prefix) {
  if (module.is_string()) return module.get<std::string>();
  const auto text_of = [&module](const char* name) -> std::optional<std::string> {
    const auto member = module.find(name);
    if (member == module.end() || !member->is_string()) return std::nullopt;
    return member->get<std::string>();
  };
  const auto suffix = module.is_object() ? text_of("suffix") : std::nullopt;
  auto text = module.is_object() ? text_of("text") : std::nullopt;
  if (!text && suffix) {
    if (const auto encoded = text_of("base64")) text = decode_base64(*encoded);
  }
  if (!suffix || !text || suffix->find('/') != std::string::npos) {
    return bad_input(
        "\"module\" of a request must be a file, or an object with \"suffix\", such as \".comp\", "
        "and \"text\" or \"base64\"");
  }
  std::string file = prefix + "module" + *suffix;
  if (auto done = write_file(file, std::as_bytes(std::span(*text))); !done)
    return tl::unexpected(done.error());
  return file;
}

// The arguments of spirv-run for a request.
Result<std::vector<std::string>> arguments_of(const Json& request, const std::string& prefix) {
  std::vector<std::string> arguments{"--format", "json"};
  for (const auto& [name, value] : request.items()) {
    if (name == "module") {
      const auto file = module_file(value, prefix);
      if (!file) return tl::unexpected(file.error());
      arguments.push_back(*file);
    } else if (name == "data" && value.is_object()) {
      for (const auto& [resource, data] : value.items()) {
        if (!data.is_string())
          return bad_input(
              fmt::format("\"data\" of '{}' must be a string, as for --buffer", resource));
        arguments.insert(arguments.end(), {"--buffer", resource + "=" + data.get<std::string>()});
      }
    } else if (name == "options" && value.is_array()) {
      for (const Json& option : value) {
        if (!option.is_string()) return bad_input("\"options\" must be a list of strings");
        arguments.push_back(option.get<std::string>());
      }
    } else if (name != "id") {
      return bad_input(
          fmt::format("\"{}\" of a request is not known or has another type: a request has "
                      "\"module\", \"data\" (an object), "
                      "\"options\" (a list) and \"id\"",
                      name));
    }
  }
  return arguments;
}

int execute(const std::string& line, const InstructionRegistry& registry,
            const std::string& prefix) {
  const auto fail = [](const Error& error) {
    std::cout << error_text(error, true);
    return status_number(error.status);
  };
  const Json request = Json::parse(line, nullptr, false);
  if (!request.is_object())
    return fail({Status::bad_input, "a request must be a JSON object in one line"});
  const auto arguments = arguments_of(request, prefix);
  if (!arguments) return fail(arguments.error());
  return spirv_run(*arguments, registry, {std::cout, std::cerr});
}

// --- in the process that distributes requests ---

void remove_all(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
}

// The lines of a file, as far as they are there.
class RequestReader {
 public:
  // Errors: bad_input.
  static Result<RequestReader> open(const std::string& file) {
    if (file == "-") return RequestReader(Descriptor(dup(STDIN_FILENO)));
    Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.number() < 0)
      return bad_input(fmt::format("cannot read '{}': {}", file, std::strerror(errno)));
    return RequestReader(std::move(descriptor));
  }
  int descriptor() const { return descriptor_.number(); }
  bool has_ended() const { return has_ended_; }
  // Reads what is there, and adds complete lines that are not empty.
  void read(std::deque<std::string>& lines) {
    char part[1u << 16];
    const ssize_t got = ::read(descriptor_.number(), part, sizeof part);
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) {
      has_ended_ = true;
      add(std::exchange(rest_, ""), lines);
      return;
    }
    rest_.append(part, static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = rest_.find('\n'); end != std::string::npos;
         end = rest_.find('\n', begin)) {
      add(rest_.substr(begin, end - begin), lines);
      begin = end + 1;
    }
    rest_.erase(0, begin);
  }

 private:
  explicit RequestReader(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}
  static void add(std::string line, std::deque<std::string>& lines) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(std::move(line));
  }

  Descriptor descriptor_;
  std::string rest_;
  bool has_ended_ = false;
};

class Batch {
 public:
  Batch(RequestReader requests, TemporaryFolder folder, std::uint32_t jobs,
        const InstructionRegistry& registry, std::ostream& out)
      : requests_(std::move(requests)),
        folder_(std::move(folder)),
        jobs_(jobs),
        registry_(registry),
        out_(out) {}

  Result<void> run() {
    while (!requests_.has_ended() || !lines_.empty() || is_busy()) {
      if (auto done = distribute(); !done) return done;
      wait();
    }
    for (WorkerSlot& place : places_) place.worker.finish();
    return {};
  }

 private:
  struct WorkerSlot {
    BatchWorker worker;
    std::string prefix;                    // of the files that it writes
    std::optional<std::uint64_t> request;  // the number of the one on which it works
    Json id;
  };

  bool is_busy() const {
    return std::ranges::any_of(places_,
                               [](const WorkerSlot& place) { return place.request.has_value(); });
  }
  Result<void> distribute();
  WorkerSlot* free_place() {
    const auto place = std::ranges::find_if(
        places_, [](const WorkerSlot& each) { return !each.request.has_value(); });
    return place == places_.end() ? nullptr : &*place;
  }
  // Until a worker has answered, or there are more requests.
  void wait();
  void take_answer(WorkerSlot& place);
  void print(std::uint64_t request, std::string answer);

  RequestReader requests_;
  TemporaryFolder folder_;
  std::uint32_t jobs_;
  const InstructionRegistry& registry_;
  std::ostream& out_;
  std::deque<std::string> lines_;  // of requests that no worker has
  std::vector<WorkerSlot> places_;
  std::uint64_t started_ = 0;                     // workers so far
  std::uint64_t count_ = 0;                       // of requests that workers got
  std::uint64_t next_ = 1;                        // the request whose answer comes next
  std::map<std::uint64_t, std::string> waiting_;  // answers to later requests
};

Result<void> Batch::distribute() {
  while (!lines_.empty()) {
    WorkerSlot* place = free_place();
    if (place == nullptr) {
      if (places_.size() == jobs_) break;
      const std::string prefix = folder_.file(fmt::format("{}-", ++started_));
      auto worker = BatchWorker::start([this, prefix](const std::string& request) {
        return execute(request, registry_, prefix);
      });
      if (!worker) return tl::unexpected(worker.error());
      place = &places_.emplace_back(WorkerSlot{std::move(*worker), prefix, std::nullopt, {}});
    }
    const std::string line = std::exchange(lines_.front(), {});
    lines_.pop_front();
    place->request = ++count_;
    const Json request = Json::parse(line, nullptr, false);
    place->id = request.is_object() && request.contains("id") ? request["id"] : Json(count_);
    place->worker.send(line);
  }
  return {};
}

void Batch::wait() {
  std::vector<pollfd> polled;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!places_[i].request) continue;
    polled.push_back({places_[i].worker.descriptor(), POLLIN, 0});
    numbers.push_back(i);
  }
  const bool reads = !requests_.has_ended() && lines_.size() < jobs_;
  if (reads) polled.push_back({requests_.descriptor(), POLLIN, 0});
  if (polled.empty() || poll(polled.data(), polled.size(), -1) <= 0) return;
  if (reads && polled.back().revents != 0) requests_.read(lines_);
  for (std::size_t i = numbers.size(); i-- > 0;) {
    if (polled[i].revents != 0) take_answer(places_[numbers[i]]);
  }
}

void Batch::take_answer(WorkerSlot& place) {
  BatchAnswer answer = place.worker.receive();
  // The name of a module that the request contains does not depend on who runs it.
  for (std::string* text : {&answer.output, &answer.messages}) remove_all(*text, place.prefix);
  Json json{{"id", std::exchange(place.id, {})}, {"status", answer.status}};
  Json result = Json::parse(answer.output, nullptr, false);
  if (result.is_object()) json["result"] = std::move(result);
  std::string& messages = answer.messages;
  constexpr int of_signals = 128;
  if (answer.has_crashed && answer.status > of_signals)
    messages += fmt::format("spirv-run: ended by signal {}\n", answer.status - of_signals);
  if (!messages.empty()) json["messages"] = std::move(messages);
  const std::uint64_t request = *std::exchange(place.request, std::nullopt);
  if (answer.has_crashed) places_.erase(places_.begin() + (&place - places_.data()));
  print(request, json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void Batch::print(std::uint64_t request, std::string answer) {
  waiting_.emplace(request, std::move(answer));
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == next_; ++next_) {
    out_ << next->second;
    next = waiting_.erase(next);
  }
  out_.flush();
}

}  // namespace

Result<void> run_batch(const std::vector<std::string>& arguments,
                       const InstructionRegistry& registry, const Console& console) {
  const auto options = parse_options(arguments);
  if (!options) return tl::unexpected(options.error());
  auto requests = RequestReader::open(options->file);
  if (!requests) return tl::unexpected(requests.error());
  auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  return Batch(std::move(*requests), std::move(*folder), options->jobs, registry, console.out)
      .run();
}

}  // namespace spirv_oracle
