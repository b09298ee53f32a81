#include "support/large_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>

#include "interpreter/result.h"

namespace spirv_oracle {
namespace {

// Only the used part of a stack takes memory. A megabyte is enough for about a thousand levels of an expression.
constexpr std::size_t largest_stack = std::size_t{256} << 20;
constexpr std::size_t smallest_stack = std::size_t{8} << 20;
constexpr std::size_t stack_of_other_threads = std::size_t{64} << 20;
// Larger than any frame, so that no call can skip it.
constexpr std::size_t guard_size = std::size_t{1} << 20;
constexpr std::size_t signal_stack_size = std::size_t{64} << 10;

// For the signal handler, which must not use anything else.
const StackOverflowReport* overflow_report = nullptr;
thread_local std::uintptr_t lowest_of_stack = 0;
// Of the stack to which run_on_stack() has switched.
thread_local std::uintptr_t lowest_of_large_stack = 0;

std::uintptr_t find_lowest_of_stack() {
  if (lowest_of_large_stack != 0) return lowest_of_large_stack;
  pthread_attr_t attributes;
  void* lowest = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<std::uintptr_t>(lowest);
}

void handle_fault(int signal_number, siginfo_t* fault, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(fault->si_addr);
  const bool is_overflow = lowest_of_stack != 0 && address < lowest_of_stack + guard_size &&
                           address + guard_size >= lowest_of_stack;
  if (!is_overflow) {  // a fault of the program: let it happen again, with the default action
    signal(signal_number, SIG_DFL);
    return;
  }
  const std::string& text = overflow_report->text;
  [[maybe_unused]] const ssize_t written =
      write(overflow_report->descriptor, text.data(), text.size());
  _exit(static_cast<int>(Status::limit));
}

void handle_faults() {
  struct sigaction action {};
  action.sa_sigaction = &handle_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

void use_large_stacks_in_other_threads() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_of_other_threads);
  pthread_attr_setguardsize(&attributes, guard_size);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

struct Call {
  const std::function<int()>& function;
  int result = 0;
};

void* run_call(void* data) {
  const StackOverflowGuard guard;
  Call& call = *static_cast<Call*>(data);
  call.result = call.function();
  return nullptr;
}

#ifdef SPIRV_ORACLE_SANITIZED
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

bool run_in_thread(std::size_t stack, Call& call) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack);
  pthread_attr_setguardsize(&attributes, guard_size);
  pthread_t thread{};
  const bool started = pthread_create(&thread, &attributes, &run_call, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (started) pthread_join(thread, nullptr);
  return started;
}

Call* current_call = nullptr;

void run_current_call() { run_call(current_call); }

// Runs the call in this thread. In another one, the C library would allocate from a separate heap, which grows page by page.
bool run_on_stack(std::size_t stack, Call& call) {
  void* memory = mmap(nullptr, guard_size + stack, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return false;
  ucontext_t caller, called;
  if (mprotect(memory, guard_size, PROT_NONE) != 0 || getcontext(&called) != 0) {
    munmap(memory, guard_size + stack);
    return false;
  }
  called.uc_stack.ss_sp = static_cast<std::byte*>(memory) + guard_size;
  called.uc_stack.ss_size = stack;
  called.uc_link = &caller;
  makecontext(&called, &run_current_call, 0);
  current_call = &call;
  lowest_of_large_stack = reinterpret_cast<std::uintptr_t>(memory) + guard_size;
  swapcontext(&caller, &called);
  lowest_of_large_stack = 0;
  munmap(memory, guard_size + stack);
  return true;
}

}  // namespace

StackOverflowGuard::StackOverflowGuard() {
  if (overflow_report == nullptr) return;
  void* memory =
      mmap(nullptr, signal_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = signal_stack_size;
  sigaltstack(&stack, nullptr);
  signal_stack_ = memory;
  lowest_of_stack = find_lowest_of_stack();
}

StackOverflowGuard::~StackOverflowGuard() {
  if (signal_stack_ == nullptr) return;
  lowest_of_stack = 0;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  munmap(signal_stack_, signal_stack_size);
}

int run_with_large_stack(const StackOverflowReport& report, const std::function<int()>& function) {
  overflow_report = &report;
  handle_faults();
  use_large_stacks_in_other_threads();
  Call call{function};
  for (std::size_t stack = largest_stack; stack >= smallest_stack; stack /= 2) {
    // Sanitizers follow the stacks of threads only.
    const bool has_run = is_sanitized ? run_in_thread(stack, call) : run_on_stack(stack, call);
    if (has_run) return call.result;
  }
  return function();
}

}  // namespace spirv_oracle
