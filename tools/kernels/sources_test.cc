#include "tools/kernels/sources.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "results/base/file.h"

namespace trampcheck {
namespace {

TEST(ParseOneLineSources, ReadsOptionsAndSkipsTheRest) {
  EXPECT_EQ(
      parse_one_line_sources(R"(# deb http://old.example/debian sid main
deb http://a.example/debian/ bookworm main contrib # ours
deb-src http://a.example/debian bookworm main
deb [ arch=amd64 signed-by=/keys/a.gpg ] http://b.example/debian trixie main
	deb [trusted=yes] file:///srv/debian trixie main
deb [arch=amd64 http://broken.example/debian trixie main
deb http://short.example/debian
)"),
      (std::vector<Source>{
          {.uri = "http://a.example/debian", .suites = {"bookworm"}},
          {.uri = "http://b.example/debian", .suites = {"trixie"}, .signed_by = "/keys/a.gpg"},
          {.uri = "file:///srv/debian", .suites = {"trixie"}, .trusted = true},
      }));
}

TEST(ParseDeb822Sources, ReadsStanzas) {
  EXPECT_EQ(parse_deb822_sources(R"(Types: deb deb-src
# a comment between fields
URIs: http://a.example/debian http://b.example/debian/
Suites: bookworm
 bookworm-updates
Components: main
Signed-By: /keys/a.gpg

Types: deb
URIs: http://off.example/debian
Suites: sid
Enabled: no

Types: deb-src
URIs: http://sources.example/debian
Suites: sid

types: deb
uris: http://key.example/debian
suites: trixie
signed-by:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
 -----END PGP PUBLIC KEY BLOCK-----
)"),
            (std::vector<Source>{
                {.uri = "http://a.example/debian",
                 .suites = {"bookworm", "bookworm-updates"},
                 .signed_by = "/keys/a.gpg"},
                {.uri = "http://b.example/debian",
                 .suites = {"bookworm", "bookworm-updates"},
                 .signed_by = "/keys/a.gpg"},
                {.uri = "http://key.example/debian",
                 .suites = {"trixie"},
                 .signed_by = "\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n"
                              " -----END PGP PUBLIC KEY BLOCK-----"},
            }));
}

TEST(ReadSources, ReadsAllFilesInOrder) {
  std::string folder = std::string(std::getenv("TEST_TMPDIR")) + "/apt";
  std::filesystem::create_directories(folder + "/parts");
  auto put = [&](const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file_atomically(folder + name, text));
  };
  put("/parts/b.list", "deb http://b.example/debian sid main\n");
  put("/parts/a.sources", "Types: deb\nURIs: http://a.example/debian\nSuites: sid\n");
  put("/parts/c.list.disabled", "deb http://c.example/debian sid main\n");
  put("/sources.list", "deb http://d.example/debian sid main\n");
  std::vector<std::string> uris;
  for (const auto& source : read_sources(folder + "/sources.list", folder + "/parts")) {
    uris.push_back(source.uri);
  }
  EXPECT_EQ(uris, (std::vector<std::string>{"http://d.example/debian", "http://a.example/debian",
                                            "http://b.example/debian"}));
  EXPECT_TRUE(read_sources(folder + "/none", folder + "/none").empty());
}

TEST(ChooseSources, TakesDebianAndItsSecurityMirror) {
  auto chosen = choose_sources({
      {.uri = "https://packages.example/apt", .suites = {"cloud"}},
      {.uri = "http://s.example/debian-security",
       .suites = {"bookworm-security"},
       .signed_by = "F"},
      {.uri = "http://m.example/debian", .suites = {"bookworm"}, .signed_by = "F"},
      {.uri = "http://other.example/debian", .suites = {"trixie"}},
  });
  ASSERT_TRUE(chosen);
  EXPECT_EQ(write_deb822(*chosen),
            "Types: deb\nURIs: http://m.example/debian\n"
            "Suites: bullseye bookworm trixie trixie-backports\nComponents: main\nSigned-By: F\n\n"
            "Types: deb\nURIs: http://s.example/debian-security\n"
            "Suites: bullseye-security bookworm-security trixie-security\n"
            "Components: main\nSigned-By: F\n\n");
}

TEST(ChooseSources, KnowsDebianByItsSuites) {
  auto chosen = choose_sources({{.uri = "mirror+file:///etc/mirrors.txt", .suites = {"trixie"}}});
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->main.uri, "mirror+file:///etc/mirrors.txt");
  EXPECT_TRUE(chosen->security.empty());
}

TEST(ChooseSources, SaysThatThereIsNone) {
  auto chosen = choose_sources({{.uri = "http://ubuntu.example/ubuntu", .suites = {"noble"}},
                                {.uri = "http://u.example/ubuntu", .suites = {"noble-security"}}});
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().what, "apt's configuration names no Debian mirror to take kernels from");
}

}  // namespace
}  // namespace trampcheck
