// Choosing functions in real kernels: --explain, --sample, sets that move between kernels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tools/e2e/refusal.h"
#include "tools/e2e/shared_guest.h"

namespace trampcheck {
namespace {

class SelectTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!cached_kernel(GetParam())) GTEST_SKIP() << "no kernel " << GetParam() << " is cached";
    const Guest& guest = shared_guest(GetParam());
    ASSERT_EQ(guest.after.size(), size_t{kCommands}) << guest.problem;
    after_ = guest.after;
  }

  const std::string& only_warning(SharedCommand command) const {
    static const std::string kNone;
    const auto& warnings = after_[command].warnings;
    EXPECT_EQ(warnings.size(), 1u) << fmt::format("{}", fmt::join(warnings, "\n"));
    return warnings.empty() ? kNone : warnings.front();
  }

  std::vector<GuestRun> after_;
};

INSTANTIATE_TEST_SUITE_P(Series, SelectTest, testing::Values("5.10", "6.12", "7.3"),
                         [](const auto& series) {
                           std::string name = std::string("v") + series.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

std::vector<std::string> names_of(const std::string& set) {
  std::vector<std::string> names;
  std::istringstream text(set);
  for (std::string line; std::getline(text, line);) {
    if (!line.empty() && !line.starts_with('#')) names.push_back(line);
  }
  return names;
}

TEST_P(SelectTest, ProbeSaysWhatThereIs) {
  const auto json = nlohmann::json::parse(after_[kProbe].out, nullptr, /*allow_exceptions=*/false);
  ASSERT_TRUE(json.is_object()) << after_[kProbe].out;
  EXPECT_EQ(after_[kProbe].status, 0);
  EXPECT_EQ(json["features"]["fentry"]["supported"], true);
  EXPECT_EQ(json["features"]["fexit"]["supported"], true);
  EXPECT_EQ(json["features"]["perf"]["supported"], false);  // no PMU in an emulated machine
  EXPECT_TRUE(json["features"]["perf"]["reason"].is_string());
}

// "   12345  word  explanation" lines, the first of them the sum of the others.
TEST_P(SelectTest, CountsByReasonAddUp) {
  ASSERT_EQ(after_[kExplain].status, 0);
  const std::string& text = after_[kExplain].out;
  const size_t counts = text.find("\n\n");
  ASSERT_NE(counts, std::string::npos);
  std::istringstream lines(text.substr(counts + 2));
  int64_t entries = 0;
  int64_t rest = 0;
  lines >> entries;
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "  entries in available_filter_functions");
  for (int64_t count = 0; lines >> count && std::getline(lines, line);) rest += count;
  EXPECT_GT(entries, 20'000);
  EXPECT_EQ(entries, rest);
  EXPECT_NE(text.find("chosen            tcp_sendmsg\n"), std::string::npos);
}

TEST_P(SelectTest, ASampleFollowsItsSeed) {
  const auto once = names_of(after_[kSampleOnce].delivered);
  EXPECT_EQ(once.size(), 20u);
  EXPECT_EQ(after_[kSampleOnce].delivered, after_[kSampleAgain].delivered);
  EXPECT_NE(once, names_of(after_[kSampleOther].delivered));
}

TEST_P(SelectTest, AGlobThatMatchesNothing) {
  EXPECT_EQ(after_[kNoMatch].status, 2);
  const std::string& line = only_warning(kNoMatch);
  EXPECT_NE(line.find("'no_such_function_*': no function of this kernel matches"), line.npos);
  EXPECT_NE(line.find("trampcheck select --explain"), line.npos);
  EXPECT_EQ(after_[kNoMatch].delivered, "");
}

TEST_P(SelectTest, ADeniedFunction) {
  EXPECT_EQ(after_[kDenied].status, 2);
  const std::string& line = only_warning(kDenied);
  EXPECT_NE(line.find("'do_exit'"), line.npos) << line;
  EXPECT_NE(line.find("1 denied"), line.npos) << line;
}

TEST_P(SelectTest, TestFunctionsAreRunByTheKernel) {
  EXPECT_EQ(after_[kTestFunctions].status, 0);
  auto result = after_[kTestFunctions].result();
  ASSERT_TRUE(result);
  const ResultRow& row = row_of(*result, "attach.fexit");
  EXPECT_EQ(row.status, Status::kPass) << row.reason;
  EXPECT_GE(row.hits.size(), 6u);
  for (const HitCheck& hit : row.hits) {
    EXPECT_TRUE(hit.function.starts_with("bpf_fentry_test"));
    EXPECT_EQ(hit.counted, hit.called) << hit.function;
  }
}

TEST_P(SelectTest, WhereNoFunctionCanBeCalledASentinelIs) {
  EXPECT_EQ(after_[kSentinel].status, 0);
  auto result = after_[kSentinel].result();
  ASSERT_TRUE(result);
  for (const char* id : {"attach.fentry", "attach.fexit"}) {
    const ResultRow& row = row_of(*result, id);
    EXPECT_EQ(row.status, Status::kPass) << row.reason;
    ASSERT_EQ(row.hits.size(), 1u);
    EXPECT_EQ(row.hits[0].function, "bpf_fentry_test1");
    EXPECT_EQ(row.hits[0].counted, row.hits[0].called);
    EXPECT_EQ(row.counts->attached, 3);
  }
}

// The set comes from 6.12: what this kernel has of it is used, what it has not is said.
TEST_P(SelectTest, ASetFromAnotherKernel) {
  if (!cached_kernel("6.12")) GTEST_SKIP() << "no kernel 6.12 is cached";
  const Guest& maker = shared_guest("6.12");
  ASSERT_EQ(maker.after.size(), size_t{kCommands});
  const auto names = names_of(maker.after[kSampleOnce].delivered);
  const auto here = names_of(after_[kSelectSet].delivered);
  EXPECT_EQ(after_[kSelectSet].status, 0);
  EXPECT_LE(here.size(), names.size());
  const std::string series = GetParam();
  if (series == "6.12") return;  // tested with the set "vfs_read, no_such_function"
  const size_t lost = names.size() - here.size();
  if (lost > 0) {
    const std::string& line = only_warning(kSelectSet);
    EXPECT_TRUE(line.starts_with(fmt::format("{} functions of the set", lost))) << line;
  }
  EXPECT_TRUE(lost > 0 || series != "5.10");
  auto result = after_[kFromSet].result();
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->functions);
  EXPECT_GE(result->functions->lost.size(), lost);
  for (const std::string& name : result->functions->names) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

TEST_P(SelectTest, AKernelWithoutBtf) {
  ASSERT_EQ(after_[kHideBtf].status, 0) << after_[kHideBtf].out;
  EXPECT_EQ(after_[kWithoutBtf].status, 4);
  EXPECT_NE(only_warning(kWithoutBtf).find("BTF"), std::string::npos);
  EXPECT_EQ(after_[kWithoutBtf].delivered, "");
  EXPECT_EQ(after_[kShowBtf].status, 0);
}

TEST_P(SelectTest, AFullOrReadOnlyDisk) {
  struct {
    SharedCommand command;
    const char* says;
  } cases[] = {{kFullDisk, "No space left on device"}, {kReadOnlyDisk, "Read-only file system"}};
  for (const auto& [command, says] : cases) {
    EXPECT_EQ(after_[command].status, 4);
    const std::string& line = only_warning(command);
    EXPECT_NE(line.find("/tmp/small/f.json"), line.npos) << line;
    EXPECT_NE(line.find(says), line.npos) << line;
    EXPECT_NE(line.find("-o"), line.npos) << line;
    EXPECT_EQ(after_[command].out, "");  // no file, and no temporary one either
  }
}

}  // namespace
}  // namespace trampcheck
