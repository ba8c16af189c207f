// What the fuzzer has found so far, without the fuzzer.
#include <gtest/gtest.h>

#include <filesystem>

#include "results/base/file.h"
#include "results/fuzz/result_fuzzer.h"

namespace trampcheck {
namespace {

TEST(Replay, TheWholeCorpus) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("results/fuzz/corpus")) {
    SCOPED_TRACE(entry.path().string());
    auto bytes = read_file(entry.path().string());
    ASSERT_TRUE(bytes) << bytes.error().text();
    EXPECT_EQ(
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()), 0);
    ++files;
  }
  EXPECT_GT(files, 10u);
}

}  // namespace
}  // namespace trampcheck
