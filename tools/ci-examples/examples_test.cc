// The examples are what their readers take them for: files that CI systems and cron can read, with
// commands that a shell can read and that this repository has.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "results/base/file.h"
#include "tools/process/process.h"

namespace trampcheck {
namespace {

YAML::Node load(const std::string& name) { return YAML::LoadFile("tools/ci-examples/" + name); }

std::vector<std::string> strings(const YAML::Node& list) {
  std::vector<std::string> all;
  for (const auto& item : list) all.push_back(item.as<std::string>());
  return all;
}

// A shell can read it, and what it calls of this repository is there.
void expect_sound(const std::string& command) {
  auto ran = run_process({"bash", "-nc", command}, {});
  ASSERT_TRUE(ran);
  EXPECT_TRUE(ran->ok()) << command << ran->err;
  const std::regex path("tools/(nightly|test)\\b");
  for (std::sregex_iterator one(command.begin(), command.end(), path), end; one != end; ++one) {
    EXPECT_TRUE(std::filesystem::exists(one->str())) << one->str();
  }
}

bool calls_nightly(const std::string& command) {
  const std::regex call("tools/nightly arch/x86/boot/bzImage nights$");
  return std::regex_search(command, call);
}

TEST(Github, AJobThatMeasuresEveryNight) {
  const YAML::Node workflow = load("github.yml");
  EXPECT_EQ(workflow["name"].as<std::string>(), "trampcheck");
  EXPECT_EQ(workflow["on"]["schedule"][0]["cron"].as<std::string>(), "0 3 * * *");
  const YAML::Node job = workflow["jobs"]["attach"];
  ASSERT_TRUE(job.IsMap());
  EXPECT_TRUE(job["runs-on"].IsScalar());
  EXPECT_GT(job["timeout-minutes"].as<int>(), 0);
  int nightly = 0;
  for (const auto& step : job["steps"]) {
    ASSERT_NE(step["run"].IsDefined(), step["uses"].IsDefined()) << step;
    if (!step["run"]) continue;
    const auto command = step["run"].as<std::string>();
    expect_sound(command);
    nightly += calls_nightly(command) ? 1 : 0;
  }
  EXPECT_EQ(nightly, 1);
  const YAML::Node last = job["steps"][job["steps"].size() - 1];
  EXPECT_EQ(last["if"].as<std::string>(), "always()");  // a bad night's files are wanted most
  EXPECT_EQ(last["with"]["path"].as<std::string>(), "nights");
}

TEST(Gitlab, AJobThatMeasuresOnSchedule) {
  const YAML::Node job = load("gitlab.yml")["trampcheck"];
  ASSERT_TRUE(job.IsMap());
  EXPECT_TRUE(job["image"].IsScalar());
  const auto script = strings(job["script"]);
  for (const std::string& command : strings(job["before_script"])) expect_sound(command);
  for (const std::string& command : script) expect_sound(command);
  ASSERT_EQ(script.size(), 1u);
  EXPECT_TRUE(calls_nightly(script[0]));
  EXPECT_EQ(job["artifacts"]["when"].as<std::string>(), "always");
  EXPECT_EQ(strings(job["artifacts"]["paths"]), strings(job["cache"]["paths"]));
  EXPECT_EQ(job["artifacts"]["reports"]["junit"].as<std::string>(), "nights/*/report.junit");
}

TEST(Crontab, OneLineThatCronCanRead) {
  auto text = read_file("tools/ci-examples/crontab");
  ASSERT_TRUE(text);
  std::istringstream lines(*text);
  const std::regex setting("[A-Z]+=\\S+");
  const std::regex entry("([0-9*/,-]+ ){5}[a-z]+ (.+)");
  int entries = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#' || std::regex_match(line, setting)) continue;
    std::smatch parts;
    ASSERT_TRUE(std::regex_match(line, parts, entry)) << line;
    const std::string command = parts[2];
    EXPECT_EQ(command.find('%'), std::string::npos) << "cron makes it a newline";
    EXPECT_NE(command.find("tools/nightly "), std::string::npos);
    expect_sound(command);
    ++entries;
  }
  EXPECT_EQ(entries, 1);
}

}  // namespace
}  // namespace trampcheck
