#include "results/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "results/base/file.h"
#include "results/testing/example.h"

namespace trampcheck {
namespace {

std::string scratch(const std::string& name) {
  return std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
}

TEST(Store, SavesAndLoads) {
  std::string path = scratch("example.json");
  auto saved = save_result(example_result(), path);
  ASSERT_TRUE(saved) << saved.error().text();
  auto loaded = load_result(path);
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_EQ(loaded->results.size(), example_result().results.size());
  EXPECT_TRUE(validate_file(path));
}

TEST(Store, AnInvalidResultIsNotWritten) {
  std::string path = scratch("invalid.json");
  RunResult result = example_result();
  example_row(result, "attach.fentry").counts->attached = 3;
  auto saved = save_result(result, path);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().exit, Exit::kUsage);
  result = example_result();
  result.context.domain = "moon";  // only the schema knows
  saved = save_result(result, path);
  ASSERT_FALSE(saved);
  EXPECT_NE(saved.error().what.find("context.domain"), std::string::npos) << saved.error().what;
  EXPECT_NE(access(path.c_str(), F_OK), 0);
}

TEST(Store, AFailedSaveKeepsTheOldFile) {
  std::string path = scratch("kept.json");
  ASSERT_TRUE(save_result(example_result(), path));
  RunResult broken = example_result();
  broken.context.started_at = "yesterday";
  EXPECT_FALSE(save_result(broken, path));
  EXPECT_TRUE(load_result(path));
}

TEST(Store, SaysWhereItCannotWriteOrRead) {
  auto saved = save_result(example_result(), scratch("no/such/f.json"));
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ENOENT);
  EXPECT_EQ(saved.error().exit, Exit::kEnvironment);
  auto loaded = load_result(scratch("absent.json"));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ENOENT);
}

TEST(Store, RefusesEmptyAndBinaryFiles) {
  std::string path = scratch("bad.json");
  std::string all_bytes;
  for (int c = 0; c < 256; ++c) all_bytes += static_cast<char>(c);
  for (const std::string& text : {std::string(), all_bytes, std::string(100000, '['),
                                  std::string("\n"), std::string(4096, '\0')}) {
    ASSERT_TRUE(write_file_atomically(path, text));
    auto loaded = load_result(path);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().exit, Exit::kUsage);
    EXPECT_EQ(loaded.error().what.find(path), 0u);
    EXPECT_EQ(loaded.error().text().find('\n'), std::string::npos);
  }
}

// Every function of a big kernel, named and timed singly.
TEST(Store, TakesEveryFunctionOfAKernel) {
  constexpr int kFunctions = 40'000;
  RunResult result = example_result();
  PerFunction times{.unit = "tsc"};
  for (int i = 0; i < kFunctions; ++i) times.functions.push_back("function_" + std::to_string(i));
  times.samples.assign(5, std::vector<int64_t>(kFunctions, 12'345'678));
  result.functions->names = times.functions;
  result.functions->available += kFunctions - result.functions->chosen;
  result.functions->chosen = kFunctions;
  example_row(result, "attach.fentry.attach").per_function = times;
  std::string path = scratch("big.json");
  auto saved = save_result(result, path);
  ASSERT_TRUE(saved) << saved.error().text();
  auto loaded = load_result(path);
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_EQ(example_row(*loaded, "attach.fentry.attach").per_function->summary.n, 5 * kFunctions);
}

}  // namespace
}  // namespace trampcheck
