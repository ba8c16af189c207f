// Plain text of at most 100 columns: labelled paragraphs and aligned tables.
#ifndef TRAMPCHECK_RESULTS_EXPORT_LAYOUT_H_
#define TRAMPCHECK_RESULTS_EXPORT_LAYOUT_H_

#include <string>
#include <string_view>
#include <vector>

#include "results/export/document.h"

namespace trampcheck {

inline constexpr size_t kTextColumns = 100;
inline constexpr size_t kLabelColumns = 14;

// The text with everything but printable ASCII replaced by '?': what comes from a kernel log or a
// file must not command the reader's terminal.
std::string plain(std::string_view text);

// "label      text", the text wrapped at blanks and set below itself; `text` is made plain.
void put_paragraph(std::string& out, std::string_view label, std::string_view text);

// Rows of equally many cells: the first column is set left, the others right, two blanks between.
// Cells are expected to be plain and short.
void put_table(std::string& out, const Table& rows);

// As put_table(); where that is wider than kTextColumns, several tables below each other with a
// share of the columns each, the first column repeated and an empty line between.
void put_wide_table(std::string& out, const Table& rows);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_LAYOUT_H_
