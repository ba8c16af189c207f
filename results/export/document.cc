#include "results/export/document.h"

#include "results/export/layout.h"

namespace trampcheck {
namespace {

constexpr size_t kCellColumns = 40;

Table plain_table(const Table& table) {
  Table out = table;
  for (auto& row : out) {
    for (std::string& cell : row) cell = plain(cell).substr(0, kCellColumns);
  }
  return out;
}

// Below a title notes are set in; a label leaves a blank before its text.
void put_note(std::string& out, const Note& note, bool titled) {
  const std::string label = (titled ? "  " : "") + plain(note.label);
  put_paragraph(out, label.substr(0, kLabelColumns - 1), note.text);
}

}  // namespace

std::string document_text(const Document& document) {
  std::string out;
  for (const Section& section : document) {
    if (section.title.empty() && section.table.empty() && section.notes.empty()) continue;
    if (!out.empty()) out += '\n';
    if (!section.title.empty()) out += plain(section.title).substr(0, kTextColumns) + '\n';
    put_wide_table(out, plain_table(section.table));
    for (const Note& note : section.notes) put_note(out, note, !section.title.empty());
  }
  return out;
}

}  // namespace trampcheck
