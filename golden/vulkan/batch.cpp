#include "golden/vulkan/batch.h"

#include <fmt/format.h>
#include <unistd.h>
#include <csignal>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

#include "golden/bundle/bundle_folder.h"
#include "support/file.h"
#include "support/subprocess.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

constexpr const char* log_file = "log";
constexpr const char* list_file = "list";

// Text on one line of the log.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

std::string output_file(std::size_t bundle, std::size_t resource) {
  return fmt::format("output-{}-{}", bundle, resource);
}

// The clock of both processes.
double monotonic_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The child's side of a batch.
class Child {
 public:
  Child(fs::path folder, DeviceChoice choice)
      : folder_(std::move(folder)),
        choice_(std::move(choice)),
        log_(folder_ / log_file, std::ios::binary) {}

  Result<void> execute();

 private:
  // Each line begins with the time.
  void say(const std::string& line) {
    log_ << fmt::format("{:.6f} {}\n", monotonic_seconds(), line) << std::flush;
  }
  Result<void> run_one(std::size_t index, const std::string& path);
  Result<const VulkanDevice*> device(bool robust);

  fs::path folder_;
  DeviceChoice choice_;
  std::ofstream log_;
  std::optional<VulkanDevice> devices_[2];  // without and with robust buffer accesses
};

Result<const VulkanDevice*> Child::device(bool robust) {
  std::optional<VulkanDevice>& device = devices_[robust ? 1 : 0];
  if (!device) {
    auto opened = VulkanDevice::open(choice_.icd, choice_.index, robust);
    if (!opened) return tl::unexpected(opened.error());
    device.emplace(std::move(*opened));
    say(fmt::format("device {}", device->description().properties.deviceName));
    say(fmt::format("size {}", device->description().subgroups.subgroupSize));
  }
  return &*device;
}

Result<void> Child::run_one(std::size_t index, const std::string& path) {
  const auto bundle = read_bundle(path);
  if (!bundle) return tl::unexpected(bundle.error());
  const auto opened = device(bundle->assumptions.robust_buffer_access);
  if (!opened) return tl::unexpected(opened.error());
  say(fmt::format("begin {}", index));
  const std::string missing = missing_feature((*opened)->description(), *bundle);
  if (!missing.empty()) {
    say(fmt::format("skip {} {}", index, one_line(missing)));
    return {};
  }
  // Ends the process if a driver hangs.
  alarm(static_cast<unsigned>(std::ceil(choice_.seconds)));
  const auto outputs = run_on_device(**opened, *bundle);
  alarm(0);
  if (!outputs) {
    const bool is_missing = outputs.error().status == Status::unsupported;
    say(fmt::format("{} {} {}", is_missing ? "skip" : "fail", index,
                    one_line(outputs.error().message)));
    return {};
  }
  for (std::size_t i = 0; i < bundle->resources.size(); ++i) {
    const auto output = outputs->find(bundle->resources[i].name);
    if (output == outputs->end()) continue;
    if (auto done = write_file((folder_ / output_file(index, i)).string(), output->second); !done)
      return done;
  }
  say(fmt::format("done {}", index));
  return {};
}

Result<void> Child::execute() {
  std::ifstream list(folder_ / list_file);
  std::string path;
  std::size_t count = 0;
  for (; std::getline(list, path); ++count) {
    if (auto done = run_one(count, path); !done) return done;
  }
  if (count != 0) return {};
  const auto opened = device(false);
  return opened ? Result<void>{} : tl::unexpected(opened.error());
}

// "12.5 begin 3", "12.7 skip 3 why": the child's messages about a bundle, with the time.
void take_line(const std::string& line, BatchResult& result) {
  std::istringstream words(line);
  std::string verb, text;
  double time = 0;
  words >> time >> verb;
  if (verb == "device") {
    std::getline(words >> std::ws, result.device);
    return;
  }
  if (verb == "size") {
    words >> result.subgroup_size;
    return;
  }
  std::size_t index = 0;
  if (!(words >> index) || index >= result.entries.size()) return;
  std::getline(words >> std::ws, text);
  BatchEntry& entry = result.entries[index];
  using State = BatchEntry::State;
  entry.seconds = verb == "begin" ? time : time - entry.seconds;
  if (verb == "begin") entry.state = State::begun;
  if (verb == "done") entry.state = State::done;
  if (verb == "skip") entry.state = State::skipped;
  if (verb == "fail") entry.state = State::failed;
  entry.text = text;
}

Result<void> read_outputs(const fs::path& folder, const std::vector<std::string>& bundles,
                          BatchResult& result) {
  for (std::size_t i = 0; i < bundles.size(); ++i) {
    if (result.entries[i].state != BatchEntry::State::done) continue;
    const auto bundle = read_bundle(bundles[i]);
    if (!bundle) return tl::unexpected(bundle.error());
    for (std::size_t j = 0; j < bundle->resources.size(); ++j) {
      if (!bundle->resources[j].output) continue;
      auto bytes = read_file((folder / output_file(i, j)).string());
      if (!bytes) return tl::unexpected(bytes.error());
      result.entries[i].outputs[bundle->resources[j].name] = std::move(*bytes);
    }
  }
  return {};
}

// The output of the child, without the text that this process adds before and after an error.
std::string error_message(std::string text) {
  constexpr std::string_view prefix = "spirv-golden: error: ";
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string timeout_text(double seconds) {
  return fmt::format("no result within {} second{}", seconds, seconds == 1 ? "" : "s");
}

std::string end_text(int status, double seconds) {
  constexpr int signalled = 128;
  if (status == 0) return "";
  if (status == signalled + SIGALRM) return timeout_text(seconds);
  if (status > signalled) {
    return fmt::format("the process of the driver ended with signal {} ({})", status - signalled,
                       strsignal(status - signalled));
  }
  return fmt::format("the process of the driver ended with status {}", status);
}

}  // namespace

Result<BatchResult> run_batch(const std::vector<std::string>& bundles, const DeviceChoice& choice) {
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  std::string list;
  for (const std::string& bundle : bundles) list += fs::absolute(bundle).string() + '\n';
  if (auto done = write_file(folder->file(list_file), std::as_bytes(std::span(list))); !done)
    return tl::unexpected(done.error());
  std::error_code error;
  const std::string self = fs::read_symlink("/proc/self/exe", error).string();
  const Deadline deadline =
      deadline_after((choice.seconds + 1) * static_cast<double>(bundles.size() + 1));
  const auto child = run_program(self,
                                 {"run-batch", folder->file(""), choice.icd,
                                  std::to_string(choice.index), fmt::format("{}", choice.seconds)},
                                 deadline);
  if (!child && child.error().status != Status::limit) return tl::unexpected(child.error());
  BatchResult result;
  result.entries.resize(bundles.size());
  std::ifstream log(folder->file(log_file));
  std::string line;
  while (std::getline(log, line)) take_line(line, result);
  for (BatchEntry& entry : result.entries) {
    // The process ended while it worked on this one.
    if (entry.state == BatchEntry::State::begun)
      entry.seconds = monotonic_seconds() - entry.seconds;
  }
  result.end = child ? end_text(child->status, choice.seconds) : timeout_text(choice.seconds);
  const bool is_error = child && (child->status == static_cast<int>(Status::unsupported) ||
                                  child->status == static_cast<int>(Status::bad_input));
  if (is_error)
    return tl::unexpected(Error{static_cast<Status>(child->status), error_message(child->output)});
  if (auto done = read_outputs(folder->file(""), bundles, result); !done)
    return tl::unexpected(done.error());
  return result;
}

Result<Status> run_batch_child(const std::vector<std::string>& arguments) {
  if (arguments.size() != 4) return bad_input("run-batch is for spirv-golden run only");
  const auto index = static_cast<std::uint32_t>(std::strtoul(arguments[2].c_str(), nullptr, 10));
  const double seconds = std::strtod(arguments[3].c_str(), nullptr);
  if (auto done = Child(arguments[0], {arguments[1], index, seconds}).execute(); !done)
    return tl::unexpected(done.error());
  return Status::ok;
}

}  // namespace spirv_oracle::golden
