#include "results/export/markdown.h"

#include <fmt/format.h>

#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/full.h"
#include "results/export/headline.h"

namespace trampcheck {
namespace {

void put_row(std::string& out, const std::vector<std::string>& row) {
  out += '|';
  for (const std::string& cell : row) out += fmt::format(" {} |", markdown_escape(cell));
  out += '\n';
}

// Names are set left, figures right.
void put_markdown_table(std::string& out, const Table& table) {
  if (table.empty()) return;
  put_row(out, table.front());
  out += '|';
  for (size_t i = 0; i < table.front().size(); ++i) out += i == 0 ? " --- |" : " ---: |";
  out += '\n';
  for (size_t i = 1; i < table.size(); ++i) put_row(out, table[i]);
}

void put_section(std::string& out, const Section& section) {
  if (!section.title.empty()) out += fmt::format("\n### {}\n", markdown_escape(section.title));
  if (!section.table.empty()) out += '\n';
  put_markdown_table(out, section.table);
  if (!section.notes.empty()) out += '\n';
  for (const Note& note : section.notes) {
    out += fmt::format("- **{}** {}\n", markdown_escape(note.label), markdown_escape(note.text));
  }
}

}  // namespace

std::string markdown_text(const std::vector<LoadedResult>& results) {
  const Matrix matrix = make_matrix(results);
  Document document;
  std::string out;
  if (results.size() == 1) {
    out = fmt::format("## trampcheck: {}\n", markdown_escape(result_labels(results).front()));
    document = full_document(results.front().result);
    if (!matrix.mechanisms.empty()) {
      document.insert(document.begin() + 1, verdict_section(matrix));
    }
  } else {
    out = fmt::format("## trampcheck: {}\n", kernels_counted(matrix, " kernels"));
    document = headline(matrix);
  }
  for (const Section& section : document) put_section(out, section);
  return out;
}

}  // namespace trampcheck
