// Cases in which the command must refuse: the same things are asked of all of them.
#ifndef TRAMPCHECK_TOOLS_E2E_REFUSAL_H_
#define TRAMPCHECK_TOOLS_E2E_REFUSAL_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tools/e2e/support.h"

namespace trampcheck {

// Each test runs the command in an empty folder of its own.
class Refusal : public testing::Test {
 protected:
  // Runs the command; it must end with `status`, say one line on stderr that begins with
  // "trampcheck: " and holds each of `words` (the thing, then the remedy), say nothing on stdout,
  // and leave neither file nor process.
  void refuse(const std::vector<std::string>& arguments, int status,
              const std::vector<std::string>& words, const std::vector<std::string>& env = {});

  std::string make(const std::string& name, std::string_view bytes) {
    make_file(folder_ + "/" + name, bytes);
    return name;
  }

  std::string folder_ = empty_folder();
};

// Whether the text is one line that begins with "trampcheck: " and holds each of the words.
testing::AssertionResult is_one_line(const std::string& text,
                                     const std::vector<std::string>& words);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_E2E_REFUSAL_H_
