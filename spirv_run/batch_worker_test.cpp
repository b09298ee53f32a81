#include "spirv_run/batch_worker.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <iostream>

namespace spirv_oracle {
namespace {

int answer(const std::string& request) {
  if (request == "abort") std::raise(SIGKILL);
  if (request == "exit") {
    std::cerr << "out of time\n" << std::flush;
    _exit(5);
  }
  std::cout << "echo " << request;
  return static_cast<int>(request.size());
}

TEST(BatchWorker, AnswersOneRequestAfterTheOther) {
  auto worker = BatchWorker::start(answer);
  ASSERT_TRUE(worker);
  const std::string large(3u << 20, 'x');
  for (const std::string& request : {std::string("ab"), large, std::string(), std::string("abc")}) {
    worker->send(request);
    const BatchAnswer given = worker->receive();
    EXPECT_EQ(given.status, static_cast<int>(request.size() % 256));
    EXPECT_EQ(given.output, "echo " + request);
    EXPECT_FALSE(given.has_crashed);
  }
  worker->finish();
}

TEST(BatchWorker, SaysHowItEnded) {
  auto killed = BatchWorker::start(answer);
  ASSERT_TRUE(killed);
  killed->send("abort");
  const BatchAnswer of_killed = killed->receive();
  EXPECT_TRUE(of_killed.has_crashed);
  EXPECT_EQ(of_killed.status, 128 + SIGKILL);
  auto ended = BatchWorker::start(answer);
  ASSERT_TRUE(ended);
  ended->send("exit");
  const BatchAnswer of_ended = ended->receive();
  EXPECT_TRUE(of_ended.has_crashed);
  EXPECT_EQ(of_ended.status, 5);
  EXPECT_EQ(of_ended.messages, "out of time\n");
}

}  // namespace
}  // namespace spirv_oracle
