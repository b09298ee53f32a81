// A process that answers requests of spirv-run --batch, one after the other.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// A file descriptor, closed at the end. -1: none.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  void close();

 private:
  int number_;
};

// What a request has led to.
struct BatchAnswer {
  int status = 0;            // 128 + N if signal N ended the process
  std::string output;        // on standard output
  std::string messages;      // on standard error
  bool has_crashed = false;  // the process must be started again
};

class BatchWorker {
 public:
  // Prints to std::cout and std::cerr, and returns an exit status.
  using Execute = std::function<int(const std::string& request)>;

  // Starts the process, which is a copy of this one. Errors: limit (the host has no process left).
  static Result<BatchWorker> start(const Execute& execute);
  BatchWorker(BatchWorker&&) = default;
  BatchWorker& operator=(BatchWorker&&) = default;

  // Begins a request.
  void send(std::string_view request);
  // To be polled: readable when the answer is there.
  int descriptor() const { return channel_.number(); }
  // Waits for the answer.
  BatchAnswer receive();
  // Lets the process end, and waits for that.
  void finish();

 private:
  BatchWorker() = default;

  pid_t process_ = 0;
  Descriptor channel_;            // a stream of requests, and one byte for each answer
  Descriptor output_, messages_;  // files in memory, which the process writes anew for each request
};

}  // namespace spirv_oracle
