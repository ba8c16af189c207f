// The pages of `report`, loaded by a real browser.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "results/base/file.h"
#include "results/base/find_program.h"
#include "results/model/json.h"
#include "results/testing/example.h"
#include "results/testing/kernels.h"
#include "tools/e2e/support.h"

namespace trampcheck {
namespace {

constexpr const char* kBrowser = "chromium";
constexpr double kDeadline_s = 90;
constexpr size_t kPageBytes = 32 << 20;

// What a page may do: nothing from elsewhere; and no script at all but the test's own.
constexpr const char* kNothingFromElsewhere =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
constexpr const char* kNoScripts =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-probe'";

// Says what the browser made of the page, at the end of the document.
constexpr const char* kProbe = R"(<script nonce="probe">//<![CDATA[
(function () {
  function shown(element) { return element.getClientRects().length > 0; }
  function flat(element) {
    var box = element.getBoundingClientRect();
    return box.width < 5 || box.height < 5;
  }
  function cut(element) {
    var box = element.getBoundingClientRect();
    var frame = element.ownerSVGElement.getBoundingClientRect();
    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 ||
           box.bottom > frame.bottom + 1;
  }
  function count(selector, test) {
    return Array.from(document.querySelectorAll(selector)).filter(test).length;
  }
  var words = "svgs " + count("svg", shown) + " flat " +
      count("svg", function (one) { return shown(one) && flat(one); }) + " cut " +
      count("svg text", function (one) { return shown(one) && cut(one); }) + " canvases " +
      count("canvas", function (one) { return shown(one) && !flat(one); }) + " wide " +
      (document.documentElement.scrollWidth > innerWidth ? 1 : 0) + ";";
  document.body.appendChild(document.createElement("pre")).textContent = "probe: " + words;
})();
//]]></script>)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.rfind(what);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << what;
    return text;
  }
  return text.replace(at, what.size(), by);
}

// "svgs 4 flat 0 ..." of a dumped document.
std::string probed(const std::string& dom) {
  constexpr std::string_view kBegin = "probe: svgs";
  const size_t begin = dom.rfind(kBegin);
  if (begin == std::string::npos) return "the probe did not run";
  const size_t end = dom.find(';', begin);
  return dom.substr(begin + 7, end - begin - 7);
}

class Pages : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_program(kBrowser)) GTEST_SKIP() << kBrowser << " is not installed";
    folder_ = empty_folder();
  }

  void TearDown() override { processes_left(); }  // ends what the browser may have left

  std::string path(const std::string& name) { return folder_ + "/" + name; }

  void make(const std::string& name, const RunResult& result) {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    make_file(path(name), serialise(result));
  }

  std::string page_of(const std::string& input, const std::string& format) {
    Ran ran = run_trampcheck({"report", input, "--format", format, "-o", "page.html"}, folder_, 60);
    EXPECT_EQ(ran.status(), 0) << ran.err();
    auto page = read_file(path("page.html"));
    return page ? *page : "";
  }

  // Loads a page, with the probe in it and under a policy; the whole document and what was logged.
  Finished load(std::string page, const char* policy, int width = 1200) {
    page = replaced(page, "<meta charset=\"utf-8\"/>",
                    fmt::format("<meta charset=\"utf-8\"/><meta http-equiv=\"Content-Security-"
                                "Policy\" content=\"{}\"/>",
                                policy));
    make_file(path("probed.html"), replaced(page, "</body>", std::string(kProbe) + "</body>"));
    return browse({fmt::format("--window-size={},900", width), "--dump-dom"}, "probed.html");
  }

  Finished browse(const std::vector<std::string>& options, const std::string& name) {
    std::vector<std::string> argv = {kBrowser,
                                     "--headless",
                                     "--no-sandbox",
                                     "--disable-gpu",
                                     "--disable-dev-shm-usage",
                                     "--disable-breakpad",
                                     "--no-first-run",
                                     "--enable-logging=stderr",
                                     "--user-data-dir=" + path("profile")};
    argv.insert(argv.end(), options.begin(), options.end());
    argv.push_back("file://" + path(name));
    RunOptions how;
    how.start.folder = folder_;
    how.start.env = {"HOME=" + folder_};
    how.deadline_s = kDeadline_s;
    how.output_limit_bytes = kPageBytes;
    auto finished = run_process(argv, how);
    if (!finished) {
      ADD_FAILURE() << finished.error().text();
      return {};
    }
    EXPECT_FALSE(finished->timed_out);
    return *std::move(finished);
  }

  // A strict parser takes the page for XML: one mistake and it shows an error instead.
  void expect_xml(const std::string& page) {
    make_file(path("page.xhtml"), page);
    const Finished seen = browse({"--dump-dom"}, "page.xhtml");
    EXPECT_NE(seen.out.find("<svg"), std::string::npos) << seen.err;
    EXPECT_EQ(seen.out.find("<parsererror"), std::string::npos);
  }

  std::string folder_;
};

bool logged(const Finished& finished) { return finished.err.find(":CONSOLE") != std::string::npos; }

TEST_F(Pages, AReport) {
  for (const LoadedResult& loaded : three_kernels()) {
    make(loaded.result.context.kernel.release + ".json", loaded.result);
  }
  const std::string page = page_of(".", "html");
  const Finished seen = load(page, kNothingFromElsewhere);
  EXPECT_FALSE(logged(seen)) << seen.err;
  // Three mechanisms, two panels and two keys each.
  EXPECT_EQ(probed(seen.out), "svgs 12 flat 0 cut 0 canvases 0 wide 0");
  EXPECT_EQ(probed(load(page, kNothingFromElsewhere, 500).out),
            "svgs 12 flat 0 cut 0 canvases 0 wide 0");
  expect_xml(page);
}

TEST_F(Pages, AHistory) {
  for (int day = 1; day <= 9; ++day) {
    RunResult result = kernel_result("7.3.4").result;
    result.context.started_at = fmt::format("2026-11-0{}T03:00:00Z", day);
    add_mechanism(result, "fentry", day < 5 ? 8'000'000 : 9'000'000, 4'000'000);
    make(fmt::format("nights/{}/result.json", day), result);
  }
  const std::string page = page_of("nights", "history");
  const Finished seen = load(page, kNothingFromElsewhere);
  EXPECT_FALSE(logged(seen)) << seen.err;
  EXPECT_EQ(probed(seen.out), "svgs 0 flat 0 cut 0 canvases 4 wide 0");
  EXPECT_NE(seen.out.find("+12.5 %"), std::string::npos);
  // Without scripts the drawings stand in their places.
  EXPECT_EQ(probed(load(page, kNoScripts).out), "svgs 4 flat 0 cut 0 canvases 0 wide 0");
  EXPECT_EQ(probed(load(page, kNoScripts, 500).out), "svgs 4 flat 0 cut 0 canvases 0 wide 0");
  expect_xml(page);
}

TEST_F(Pages, APicture) {
  make("a.json", example_result());
  page_of("a.json", "html");
  browse({"--window-size=1200,900", "--screenshot=" + path("page.png")}, "page.html");
  std::error_code code;
  EXPECT_GT(std::filesystem::file_size(path("page.png"), code), 10'000U) << code.message();
}

}  // namespace
}  // namespace trampcheck
