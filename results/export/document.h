// A report as sections of a table and notes each, before any format has touched it.
#ifndef TRAMPCHECK_RESULTS_EXPORT_DOCUMENT_H_
#define TRAMPCHECK_RESULTS_EXPORT_DOCUMENT_H_

#include <string>
#include <vector>

namespace trampcheck {

// Rows of equally many cells, the first row and the first column being headings.
using Table = std::vector<std::vector<std::string>>;

struct Note {
  std::string label;  // short; may be empty
  std::string text;
};

// Texts are as they come from the results: whoever writes them makes them safe.
struct Section {
  std::string title;  // may be empty
  Table table;        // may be empty
  std::vector<Note> notes;
};

using Document = std::vector<Section>;

// Plain ASCII, at most 100 columns, an empty line between sections.
std::string document_text(const Document& document);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_DOCUMENT_H_
