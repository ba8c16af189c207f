#include "results/base/find_program.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

namespace trampcheck {
namespace {

TEST(FindProgram, LooksOnPath) {
  const std::string folder = std::getenv("TEST_TMPDIR");
  std::ofstream(folder + "/tool");
  std::ofstream(folder + "/not-executable");
  chmod((folder + "/tool").c_str(), 0755);
  setenv("PATH", ("/nonexistent::" + folder).c_str(), 1);
  EXPECT_EQ(find_program("tool"), folder + "/tool");
  EXPECT_EQ(find_program("not-executable"), std::nullopt);
  EXPECT_EQ(find_program("no-such-program"), std::nullopt);
  unsetenv("PATH");
  EXPECT_EQ(find_program("tool"), std::nullopt);
}

}  // namespace
}  // namespace trampcheck
