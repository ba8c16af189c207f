#include "tools/e2e/refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace trampcheck {

namespace {
constexpr double kDeadline_s = 60;  // a loaded machine; the command itself takes milliseconds
}

testing::AssertionResult is_one_line(const std::string& text,
                                     const std::vector<std::string>& words) {
  if (!text.starts_with("trampcheck: ")) return testing::AssertionFailure() << "says: " << text;
  if (std::count(text.begin(), text.end(), '\n') != 1 || text.back() != '\n') {
    return testing::AssertionFailure() << "not one line: " << text;
  }
  for (const std::string& word : words) {
    if (text.find(word) == std::string::npos) {
      return testing::AssertionFailure() << "no \"" << word << "\" in: " << text;
    }
  }
  return testing::AssertionSuccess();
}

void Refusal::refuse(const std::vector<std::string>& arguments, int status,
                     const std::vector<std::string>& words, const std::vector<std::string>& env) {
  SCOPED_TRACE(fmt::format("trampcheck {}", fmt::join(arguments, " ")));
  const auto before = files_in(folder_);
  Ran ran = run_trampcheck(arguments, folder_, kDeadline_s, env);
  EXPECT_EQ(ran.finished.exit.signal, 0);
  EXPECT_EQ(ran.status(), status);
  EXPECT_TRUE(is_one_line(ran.err(), words));
  EXPECT_EQ(ran.out(), "");
  EXPECT_EQ(files_in(folder_), before);
  EXPECT_EQ(ran.processes_left, 0);
}

}  // namespace trampcheck
