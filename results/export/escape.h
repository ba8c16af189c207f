// Texts from results made safe for the languages that reports are written in. Results hold UTF-8,
// but names of files and words of command lines may hold any bytes: what is not UTF-8 becomes
// U+FFFD everywhere.
#ifndef TRAMPCHECK_RESULTS_EXPORT_ESCAPE_H_
#define TRAMPCHECK_RESULTS_EXPORT_ESCAPE_H_

#include <string>
#include <string_view>

namespace trampcheck {

std::string valid_utf8(std::string_view text);

// On one line: control characters, line and paragraph separators become blanks.
std::string one_line(std::string_view text);

// For character data and attribute values of XML 1.0 and HTML, in either kind of quotes. Line
// feeds, tabs and carriage returns are kept as references; other control characters, which XML
// cannot hold, become U+FFFD.
std::string xml_escape(std::string_view text);

// A field of CSV (RFC 4180): in quotes where it needs them.
std::string csv_field(std::string_view text);

// Text in a cell or a line of Markdown (GitHub's): nothing in it is markup.
std::string markdown_escape(std::string_view text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_ESCAPE_H_
