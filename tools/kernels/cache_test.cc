#include "tools/kernels/cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

namespace trampcheck {
namespace {

Expected<std::string> root_for(std::map<std::string, std::string> variables) {
  return cache_root([&](const char* name) -> const char* {
    auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

CachePaths fresh_paths(const std::string& name) {
  CachePaths paths{std::string(std::getenv("TEST_TMPDIR")) + "/" + name};
  std::filesystem::remove_all(paths.root);
  return paths;
}

// The smallest file that passes for a 64-bit bzImage.
std::string image() {
  std::string bytes(1024, '\0');
  bytes[0x1f1] = 1;
  bytes.replace(0x202, 6, std::string("HdrS\x0f\x02", 6));
  bytes[0x236] = 1;
  return bytes;
}

CachedKernel keep(const CachePaths& paths, const std::string& series, const std::string& version) {
  auto scratch = make_scratch(paths);
  EXPECT_TRUE(scratch);
  EXPECT_TRUE(write_file_atomically(*scratch + "/vmlinuz", image()));
  CachedKernel kernel{.version = version, .suite = "trixie"};
  kernel.kernel.series = series;
  kernel.kernel.release = version + "-cloud-amd64";
  kernel.kernel.package = "linux-image-" + version + "_" + version;
  auto kept = adopt(paths, *scratch, kernel);
  EXPECT_TRUE(kept);
  return *kept;
}

TEST(CacheRoot, FollowsTheEnvironment) {
  EXPECT_EQ(*root_for({{"TRAMPCHECK_CACHE", "/c"}, {"XDG_CACHE_HOME", "/x"}, {"HOME", "/h"}}),
            "/c");
  EXPECT_EQ(*root_for({{"XDG_CACHE_HOME", "/x"}, {"HOME", "/h"}}), "/x/trampcheck");
  EXPECT_EQ(*root_for({{"XDG_CACHE_HOME", "x"}, {"HOME", "/h"}}), "/h/.cache/trampcheck");
  auto relative = root_for({{"TRAMPCHECK_CACHE", "c"}, {"HOME", "/h"}});
  ASSERT_FALSE(relative);
  EXPECT_EQ(relative.error().what, "TRAMPCHECK_CACHE is c, which is no full path");
  auto none = root_for({{"HOME", ""}});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "there is no folder to keep kernels in");
}

TEST(Cache, KeepsKernelsAndPrefersTheNewest) {
  CachePaths paths = fresh_paths("keeps");
  EXPECT_TRUE(cached_kernels(paths).empty());
  keep(paths, "6.12", "6.12.9-1");
  keep(paths, "6.12", "6.12.10-1");
  keep(paths, "6.1", "6.1.4-1");
  std::vector<std::string> releases;
  for (const auto& cached : cached_kernels(paths)) releases.push_back(cached.kernel.release);
  EXPECT_EQ(releases, (std::vector<std::string>{"6.1.4-1-cloud-amd64", "6.12.10-1-cloud-amd64",
                                                "6.12.9-1-cloud-amd64"}));
  auto best = best_cached(cached_kernels(paths), "6.12");
  ASSERT_TRUE(best);
  EXPECT_EQ(best->kernel.image_path, paths.kernels() + "/linux-image-6.12.10-1_6.12.10-1/vmlinuz");
  EXPECT_EQ(best->kernel.asked, "6.12");
  EXPECT_FALSE(best->kernel.config_path);
  EXPECT_FALSE(best_cached(cached_kernels(paths), "6.16"));
}

TEST(Cache, OverlooksWhatIsHalfThere) {
  CachePaths paths = fresh_paths("half");
  CachedKernel kept = keep(paths, "6.12", "6.12.9-1");
  std::filesystem::resize_file(kept.kernel.image_path, 1000);
  EXPECT_TRUE(cached_kernels(paths).empty());
  keep(paths, "6.12", "6.12.9-1");  // fetched again in its place
  EXPECT_EQ(cached_kernels(paths).size(), 1u);
  std::filesystem::create_directories(paths.kernels() + "/empty");
  auto scratch = make_scratch(paths);
  ASSERT_TRUE(scratch);
  EXPECT_EQ(cached_kernels(paths).size(), 1u);
  ASSERT_TRUE(write_file_atomically(*scratch + "/left", "x"));
  ASSERT_TRUE(make_scratch(paths));
  EXPECT_FALSE(std::filesystem::exists(*scratch + "/left"));
}

TEST(Cache, LocksAndTellsTheAge) {
  CachePaths paths = fresh_paths("lock");
  {
    auto lock = lock_cache(paths, {});
    ASSERT_TRUE(lock);
    const std::atomic<bool> stop = true;
    auto ended = lock_cache(paths, {}, &stop);  // not after half an hour
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().exit, Exit::kInterrupted);
  }
  EXPECT_TRUE(lock_cache(paths, {}));
  EXPECT_LT(*file_age_s(paths.lock()), 60);
  EXPECT_FALSE(file_age_s(paths.root + "/none"));
}

TEST(Cache, SaysWhatCannotBeMade) {
  auto made = make_folder("/proc/trampcheck");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().what, "cannot create /proc/trampcheck: No such file or directory");
}

}  // namespace
}  // namespace trampcheck
