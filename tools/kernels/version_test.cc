#include "tools/kernels/version.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

int sign(int order) { return (order > 0) - (order < 0); }

// Each line checked with dpkg --compare-versions.
TEST(CompareVersions, OrdersAsDpkgDoes) {
  struct Case {
    const char* a;
    const char* b;
    int order;
  };
  for (const Case& c : {
           Case{"6.12.118-1", "6.12.117-1", 1},
           Case{"6.12.118-1", "6.12.9-1", 1},
           Case{"6.12.118-1~deb12u1", "6.12.118-1", -1},
           Case{"7.3.4-1~bpo13+1", "7.3.4-1", -1},
           Case{"7.3.4-1~bpo13+1", "7.3.4-1~bpo13+2", -1},
           Case{"6.19~rc8-1", "6.19-1", -1},
           Case{"6.19~rc8-1", "6.19~rc10-1", -1},
           Case{"1:1.0-1", "2.0-1", 1},
           Case{"0:1.0-1", "1.0-1", 0},
           Case{"1.0", "1.0-0", 0},
           Case{"1.0a", "1.0+", -1},
           Case{"1.007", "1.7", 0},
           Case{"1.0-2-1", "1.0-10", 1},
           Case{"", "1", -1},
       }) {
    EXPECT_EQ(sign(compare_versions(c.a, c.b)), c.order) << c.a << " " << c.b;
    EXPECT_EQ(sign(compare_versions(c.b, c.a)), -c.order) << c.b << " " << c.a;
  }
}

}  // namespace
}  // namespace trampcheck
