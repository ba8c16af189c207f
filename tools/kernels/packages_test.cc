#include "tools/kernels/packages.h"

#include <gtest/gtest.h>

#include "tools/kernels/text.h"

namespace trampcheck {
namespace {

std::vector<Package> fixture() {
  return {
      {"linux-image-6.1.0-57-cloud-amd64", "6.1.192-3", "bookworm-security", 31},
      {"linux-image-6.1.0-0.deb11.57-cloud-amd64", "6.1.193-1~deb11u1", "bullseye-security", 30},
      {"linux-image-6.1.0-9-cloud-amd64", "6.1.27-1", "bookworm", 30},
      {"linux-image-6.12.117+deb13-cloud-amd64", "6.12.117-1", "trixie", 34},
      {"linux-image-6.12.118+deb13-cloud-amd64", "6.12.118-1", "trixie-security", 34},
      {"linux-image-6.12.118+deb12-cloud-amd64", "6.12.118-1~deb12u1", "bookworm", 34},
      {"linux-headers-6.12.118+deb13-cloud-amd64", "6.12.118-1", "trixie-security", 2},
      {"linux-image-7.3.4+deb13-cloud-amd64", "7.3.4-1~bpo13+1", "trixie-backports", 1},
      {"linux-base-7.3.4+deb13-cloud-amd64", "7.3.4-1~bpo13+1", "trixie-backports", 1},
      {"linux-binary-7.3.4+deb13-cloud-amd64", "7.3.4-1~bpo13+1", "trixie-backports", 13},
      {"linux-binary-7.3.10+deb13-cloud-amd64", "7.3.10-1~bpo13+1", "trixie-backports", 13},
      {"linux-image-5.10.0-46-cloud-amd64", "5.10.262-1", "bullseye-security", 30},
      {"linux-headers-9.9.9-cloud-amd64", "9.9.9-1", "trixie", 1},
  };
}

std::string chosen(std::string_view series) {
  auto candidate = choose_candidate(fixture(), series);
  if (!candidate) return "none";
  std::string text = candidate->release + " " + candidate->suite;
  for (const Package& package : candidate->packages) text += " " + package.name.substr(6, 4);
  return text;
}

TEST(ParsePackageName, KnowsWhatHoldsAKernel) {
  auto name = parse_package_name("linux-binary-7.3.4+deb13-cloud-amd64");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->kind, "binary");
  EXPECT_EQ(name->release, "7.3.4+deb13-cloud-amd64");
  EXPECT_EQ(name->series, "7.3");
  EXPECT_EQ(parse_package_name("linux-image-6.16-rc7-cloud-amd64")->series, "6.16");
  for (const char* other :
       {"linux-image-6.12-cloud-amd64", "linux-image-cloud-amd64", "linux-image-6.12.9-amd64",
        "linux-image-6.12.9-cloud-amd64-dbg", "linux-image-6.12.9-cloud-amd64-unsigned",
        "linux-binary-unsigned-7.3.4-cloud-amd64", "linux-image-6.12.9-cloud-arm64",
        "linux-image-6-cloud-amd64", "linux-modules-7.3.4-cloud-amd64", "linux-image-"}) {
    EXPECT_FALSE(parse_package_name(other)) << other;
  }
}

TEST(ChooseCandidate, PrefersTheNativeBuildThenTheNewest) {
  EXPECT_EQ(chosen("6.1"), "6.1.0-57-cloud-amd64 bookworm-security imag");
  EXPECT_EQ(chosen("6.12"), "6.12.118+deb13-cloud-amd64 trixie-security imag head");
  EXPECT_EQ(chosen("7.3"), "7.3.10+deb13-cloud-amd64 trixie-backports bina");
  EXPECT_EQ(chosen("5.10"), "5.10.0-46-cloud-amd64 bullseye-security imag");
  EXPECT_EQ(chosen("9.9"), "none");
}

TEST(ChooseCandidate, DoesNotDependOnTheOrder) {
  auto packages = fixture();
  std::reverse(packages.begin(), packages.end());
  EXPECT_EQ(choose_candidate(packages, "6.12")->release, "6.12.118+deb13-cloud-amd64");
  EXPECT_EQ(choose_candidate(packages, "6.1")->release, "6.1.0-57-cloud-amd64");
}

TEST(SeriesIn, ListsSeriesInOrder) {
  EXPECT_EQ(series_in(fixture()), (std::vector<std::string>{"5.10", "6.1", "6.12", "7.3"}));
  EXPECT_TRUE(is_series("6.12"));
  for (const char* other : {"", "6", "6.", ".1", "6.12.1", "v6.1", "6.1 "}) {
    EXPECT_FALSE(is_series(other)) << other;
  }
}

TEST(PackageReader, KeepsKernelsOnly) {
  std::vector<Package> found;
  PackageReader reader("trixie", found);
  for (std::string_view line : split_lines("Package: bash\nVersion: 5\nSize: 9\n\n"
                                           "Package: linux-image-6.12.9+deb13-cloud-amd64\n"
                                           "Version: 6.12.9-1\nInstalled-Size: 7\nSize: 345\n\n"
                                           "Package: zsh\nVersion: 6\n\n"
                                           "Package: linux-binary-7.3.4-cloud-amd64\n"
                                           "Version: 7.3.4-1\nSize: 1")) {
    reader.line(line);
  }
  reader.finish();
  EXPECT_EQ(found, (std::vector<Package>{
                       {"linux-image-6.12.9+deb13-cloud-amd64", "6.12.9-1", "trixie", 345},
                       {"linux-binary-7.3.4-cloud-amd64", "7.3.4-1", "trixie", 1},
                   }));
}

TEST(Index, SurvivesAFile) {
  auto back = parse_index(write_index(fixture()));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, fixture());
  for (const char* damaged : {"", "{", "[]", "{\"packages\":[1]}", "{\"packages\":[{}]}"}) {
    EXPECT_FALSE(parse_index(damaged)) << damaged;
  }
}

}  // namespace
}  // namespace trampcheck
