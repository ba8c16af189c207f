#include "tools/kernels/build/build.h"

#include <gtest/gtest.h>

namespace trampcheck {
namespace {

TEST(BuildRecipe, EverythingThatIsDoneToASource) {
  const std::vector<Patch> patches = {{"a.patch", "text"}};
  const std::string recipe = build_recipe("poke", patches);
  EXPECT_EQ(recipe.size(), 12U);
  EXPECT_EQ(build_recipe("poke", patches), recipe);
  EXPECT_NE(build_recipe("base", patches), recipe);
  EXPECT_NE(build_recipe("poke", {{"a.patch", "other"}}), recipe);
}

std::string why(std::initializer_list<const char*> lines) {
  MakeErrors errors;
  for (const char* line : lines) errors.line(line);
  return errors.why();
}

TEST(MakeErrors, TheFirstNotTheLast) {
  EXPECT_EQ(why({"  CC      a.o", "a.c:3:5: error: expected ';'", "a.c:9:1: error: more",
                 "make[2]: *** [scripts/Makefile.build:250: a.o] Error 1"}),
            "a.c:3:5: error: expected ';'");
  EXPECT_EQ(why({"make: *** No rule to make target 'x'.  Stop.", ""}),
            "make: *** No rule to make target 'x'.  Stop.");
  EXPECT_EQ(why({"  AR      built-in.a", "/tmp/cc.s: No space left on device",
                 "make[1]: *** [a.o] Error 1"}),
            "/tmp/cc.s: No space left on device");
}

TEST(MakeErrors, WhatIsNone) {
  EXPECT_EQ(why({"*** Note: something harmless", "BTFIDS: FAILED: load BTF from vmlinux",
                 "make: *** [Makefile:9: vmlinux] Error 255"}),
            "BTFIDS: FAILED: load BTF from vmlinux");
}

TEST(MakeErrors, WithoutOneTheLastLine) {
  EXPECT_EQ(why({"  CC      a.o", "  LD      vmlinux ", ""}), "LD      vmlinux");
  EXPECT_EQ(why({}), "");
}

}  // namespace
}  // namespace trampcheck
