// Text as Debian's control files have it: lines, words, stanzas of fields.
#ifndef TRAMPCHECK_TOOLS_KERNELS_TEXT_H_
#define TRAMPCHECK_TOOLS_KERNELS_TEXT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trampcheck {

// The lines of a text without their ends; the views live as long as the text.
std::vector<std::string_view> split_lines(std::string_view text);

// The words between spaces, tabs and line ends.
std::vector<std::string> split_words(std::string_view text);

// Without spaces, tabs and line ends at both ends.
std::string_view trim(std::string_view text);

// The last line that is not empty: programs say last why they gave up.
std::string last_line(std::string_view text);

// "34.7 MB"
std::string megabytes(uint64_t bytes);

// Fields by lower-case name.
struct Stanza {
  std::map<std::string, std::string> fields;

  // A field's value, lines of a long one joined by '\n' with their indent; "" where absent.
  std::string get(const std::string& name) const;
};

// Reads deb822 text: stanzas between empty lines, '#' comment lines left out.
std::vector<Stanza> parse_stanzas(std::string_view text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_KERNELS_TEXT_H_
