#include "results/export/text.h"

#include "results/export/full.h"

namespace trampcheck {

std::string text_table(const RunResult& result) { return document_text(full_document(result)); }

}  // namespace trampcheck
