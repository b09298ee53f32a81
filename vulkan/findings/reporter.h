// Reports findings: to the program through VK_EXT_debug_utils, on standard error, and to a file.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "driver/findings.h"
#include "vulkan/api/api.h"

namespace spirv_oracle::vulkan {

// An object that a finding is about.
struct ReportedObject {
  VkObjectType type = VK_OBJECT_TYPE_UNKNOWN;
  std::uint64_t handle = 0;
  std::string name;  // that the program gave it; may be empty
};

// "VkBuffer 'weights'", or with the number of the handle if it has no name.
std::string text_of(const ReportedObject& object);

struct Messenger {
  VkDebugUtilsMessengerCreateInfoEXT info;
  std::uint64_t handle;
};

// Where findings go. There is one for the process.
class Reporter {
 public:
  static Reporter& get();
  static void open_file() { Findings::open_file(); }

  // `file`: named where the finding has no source line. A finding is reported once: those with the same rule at the same
  // place in the same `scope`, or else with the same message, are counted only.
  void report(const Finding& finding, const std::vector<ReportedObject>& objects,
              std::uint64_t scope = 0, const std::string& file = "");
  using Counts = Findings::Counts;
  static Counts of_thread() { return Findings::of_thread(); }
  // A finding about a call of Vulkan that broke a rule.
  void report(const Clause& rule, const std::string& message,
              const std::vector<ReportedObject>& objects = {}, const std::string& vuid = "");

  void add_messenger(const Messenger& messenger);
  void remove_messenger(std::uint64_t handle);

 private:
  void send(const Finding& finding, const std::string& text,
            const std::vector<ReportedObject>& objects);

  std::recursive_mutex mutex_;  // a callback may call Vulkan
  std::vector<Messenger> messengers_;
};

}  // namespace spirv_oracle::vulkan
