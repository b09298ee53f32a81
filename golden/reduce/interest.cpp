#include "golden/reduce/interest.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "golden/bundle/bundle_folder.h"
#include "golden/bundle/comparison.h"
#include "golden/mutation/score.h"
#include "support/subprocess.h"

namespace spirv_oracle::golden {
namespace {

class DeviceInterest : public Interest {
 public:
  explicit DeviceInterest(DeviceChoice choice) : choice_(std::move(choice)) {}

  Result<bool> holds(const Bundle& bundle) override;
  std::string absence() const override { return "the device accepts the bundle"; }

 private:
  enum class Verdict : std::uint8_t { accepted, differs, ended, failed, skipped };
  Result<Verdict> judge(const Bundle& bundle);

  DeviceChoice choice_;
  std::optional<Verdict> wanted_;
  std::string missing_;  // the reason why the bundle was skipped
};

Result<DeviceInterest::Verdict> DeviceInterest::judge(const Bundle& bundle) {
  const auto folder = TemporaryFolder::create();
  if (!folder) return tl::unexpected(folder.error());
  if (auto done = write_bundle(bundle, folder->file("")); !done)
    return tl::unexpected(done.error());
  const auto result = run_batch({folder->file(bundle.name)}, choice_);
  if (!result) return tl::unexpected(result.error());
  const BatchEntry& entry = result->entries.front();
  switch (entry.state) {
    case BatchEntry::State::not_begun:
      return tl::unexpected(Error{Status::mismatch, result->end + " before it ran the bundle"});
    case BatchEntry::State::begun:
      return Verdict::ended;
    case BatchEntry::State::skipped:
      missing_ = entry.text;
      return Verdict::skipped;
    case BatchEntry::State::failed:
      return Verdict::failed;
    case BatchEntry::State::done:
      break;
  }
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    const auto& actual = entry.outputs.at(resource.name);
    if (actual.size() != resource.output->expected.size() ||
        !compare(*resource.output, actual).holds())
      return Verdict::differs;
  }
  return Verdict::accepted;
}

Result<bool> DeviceInterest::holds(const Bundle& bundle) {
  const auto verdict = judge(bundle);
  if (!verdict) return tl::unexpected(verdict.error());
  if (wanted_) return *verdict == *wanted_;
  if (*verdict == Verdict::skipped)
    return unsupported(fmt::format("the device cannot run {}: {}", bundle.name, missing_));
  if (*verdict == Verdict::accepted) return false;
  wanted_ = *verdict;
  return true;
}

class CommandInterest : public Interest {
 public:
  CommandInterest(std::string command, double seconds)
      : command_(std::move(command)), seconds_(seconds) {}

  Result<bool> holds(const Bundle& bundle) override {
    const auto folder = TemporaryFolder::create();
    if (!folder) return tl::unexpected(folder.error());
    if (auto done = write_bundle(bundle, folder->file("")); !done)
      return tl::unexpected(done.error());
    const auto ended =
        run_program("/bin/sh", {"-c", command_ + " \"$1\"", "sh", folder->file(bundle.name)},
                    deadline_after(seconds_));
    if (!ended && ended.error().status != Status::limit) return tl::unexpected(ended.error());
    return ended && ended->status == 0;
  }
  std::string absence() const override {
    return fmt::format("'{}' does not exit with status 0 for the bundle", command_);
  }

 private:
  std::string command_;
  double seconds_;
};

class WrongDriverInterest : public Interest {
 public:
  WrongDriverInterest(std::string name, FaultsToTry faults)
      : name_(std::move(name)), faults_(std::move(faults)) {}

  Result<bool> holds(const Bundle& bundle) override {
    const auto trials = try_faults(bundle, faults_);
    if (!trials) return tl::unexpected(trials.error());
    const auto is_found = [&](bool ends) {
      return std::ranges::any_of(*trials, [ends](const FaultTrial& trial) {
        return trial.is_found && trial.ends == ends;
      });
    };
    // The reduction must not turn wrong results into an endless run.
    if (!wanted_to_end_) wanted_to_end_ = is_found(true);
    return is_found(*wanted_to_end_);
  }
  std::string absence() const override {
    return fmt::format("the bundle does not find the wrong driver '{}'", name_);
  }

 private:
  std::string name_;
  FaultsToTry faults_;
  std::optional<bool> wanted_to_end_;  // the run of the wrong driver
};

}  // namespace

std::unique_ptr<Interest> device_interest(const DeviceChoice& choice) {
  return std::make_unique<DeviceInterest>(choice);
}

std::unique_ptr<Interest> command_interest(const std::string& command, double seconds) {
  return std::make_unique<CommandInterest>(command, seconds);
}

Result<std::unique_ptr<Interest>> wrong_driver_interest(const std::string& name) {
  FaultsToTry faults = every_fault();
  const auto is_other = [&](const auto& fault) { return fault.name != name; };
  std::erase_if(faults.instructions, is_other);
  std::erase_if(faults.drivers, is_other);
  std::erase_if(faults.draws, is_other);
  if (faults.instructions.empty() && faults.drivers.empty() && faults.draws.empty()) {
    return bad_input(fmt::format(
        "reduce: unknown wrong driver '{}': spirv-golden mutation-score --list shows all", name));
  }
  return std::make_unique<WrongDriverInterest>(name, std::move(faults));
}

}  // namespace spirv_oracle::golden
