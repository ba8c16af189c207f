#include "harness/measure/burn_options.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(BurnOptions, OneWordOfMany) {
  const BurnOptions options =
      read_burn_options("console=ttyS0 trampcheck.burn=attach:12000000 panic=-1\n");
  EXPECT_EQ(options.phase, "attach");
  EXPECT_EQ(options.instructions, 12'000'000u);
  EXPECT_EQ(read_burn_options("trampcheck.burn=detach:1\n").instructions, 1u);
}

TEST(BurnOptions, Nothing) {
  for (const char* line :
       {"", "quiet", "trampcheck.burn=", "trampcheck.burn=attach",
        "trampcheck.burn=attach:", "trampcheck.burn=attach:1x", "trampcheck.burn=attach:-1"}) {
    EXPECT_EQ(read_burn_options(line).instructions, 0u) << line;
  }
}

}  // namespace
}  // namespace trampcheck
