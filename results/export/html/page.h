// The parts that pages are put together from. Everything a page holds is both HTML and well-formed
// XML, so that any parser can read it.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_PAGE_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_PAGE_H_

#include <string>
#include <string_view>

#include "results/export/document.h"
#include "results/model/model.h"

namespace trampcheck {

// The style of all pages, without anything that XML would take for markup.
extern const char kPageStyle[];

struct PageParts {
  std::string title;  // plain text
  std::string head;   // markup that ends the head; may be empty
  std::string body;   // markup
};
std::string page_html(const PageParts& parts);

// <p class="CSS_CLASS">, <h2 id="ID"> and so on; texts are made safe.
std::string paragraph(std::string_view css_class, std::string_view text);
std::string heading(int level, std::string_view id, std::string_view text);

// The word of a status, marked by colour and frame.
std::string status_badge(Status status);

// A table that scrolls by itself where it is wider than the page. First row and first column are
// headings. Cells that end in "[1]" link to the note of that number (notes_html()). With
// `marked_percent`, cells are changes, "+12.3 / -4.5", and those from so many percent on are marked
// as dearer or cheaper.
std::string table_html(const Table& table, std::string_view label, double marked_percent = 0);

// A cell of a table; "[1]" at its end as above, what follows a line feed below and smaller.
std::string note_cell_html(const std::string& cell);

// The notes of a section as a list of terms and their texts.
std::string notes_html(const std::vector<Note>& notes);

// Title at that level, table and notes. Empty for a section without any of them.
std::string section_html(const Section& section, int level);

// Content that is shown on demand, without any script.
std::string folded(std::string_view summary, const std::string& content);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_PAGE_H_
