#include "results/export/html/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/export/describe.h"
#include "results/export/escape.h"
#include "results/export/full.h"
#include "results/export/headline.h"
#include "results/export/html/distributions.h"
#include "results/export/html/environment.h"
#include "results/export/html/headline_html.h"
#include "results/export/html/page.h"
#include "results/export/html/parts.h"
#include "results/export/html/scaling.h"
#include "results/export/units.h"

namespace trampcheck {
namespace {

// Changes smaller than this are not marked in the tables of steps.
constexpr double kMarkedPercent = 5;
// A page that holds every phase of hundreds of boots is read by nobody.
constexpr size_t kMostDetailed = 24;

struct Chapter {
  const char* id;
  const char* title;
  const char* words;  // what to know before reading it
  std::string content;
};

std::string counted(size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

size_t mechanisms_measured(const Matrix& matrix, const std::vector<Scaling>& scalings) {
  std::vector<std::string> names = matrix.mechanisms;
  for (const Scaling& scaling : scalings) names.push_back(scaling.mechanism);
  std::sort(names.begin(), names.end());
  return static_cast<size_t>(std::unique(names.begin(), names.end()) - names.begin());
}

std::string title_of(const Matrix& matrix, size_t mechanisms) {
  const std::string on = matrix.kernels.size() == 1 ? matrix.kernels.front().label
                                                    : kernels_counted(matrix, " kernels");
  return fmt::format("trampcheck: {} on {}", counted(mechanisms, "mechanism"), on);
}

std::string functions_words(const Matrix& matrix) {
  int64_t least = INT64_MAX;
  int64_t most = 0;
  for (const KernelRow& row : matrix.kernels) {
    const int64_t chosen = row.functions() ? row.functions()->chosen : 0;
    least = std::min(least, chosen);
    most = std::max(most, chosen);
  }
  const std::string end = thousands(static_cast<double>(most), 0);
  return least == most
             ? fmt::format("{} functions", end)
             : fmt::format("{} to {} functions", thousands(static_cast<double>(least), 0), end);
}

std::string domains_words(const Matrix& matrix) {
  std::vector<std::string> domains;
  for (const KernelRow& row : matrix.kernels) {
    const Context& context = row.context();
    const std::string words = domain_text(context.domain, context.kernel.cpus_online);
    if (std::find(domains.begin(), domains.end(), words) == domains.end()) {
      domains.push_back(words);
    }
  }
  return fmt::format("{}", fmt::join(domains, "; "));
}

Status status_of(const std::vector<LoadedResult>& results) {
  RunResult all;  // for the gravest status of all
  for (const LoadedResult& loaded : results) {
    all.results.push_back({.id = "boot", .status = overall(loaded.result)});
    if (!loaded.result.complete) all.results.push_back({.id = "end", .status = Status::kMiss});
  }
  return overall(all);
}

std::string lead_html(const Matrix& matrix, const std::vector<LoadedResult>& results) {
  const auto& rows = matrix.kernels;
  const std::string kernels =
      rows.size() == 1 ? "kernel " + rows.front().label
                       : fmt::format("kernels {} to {}", rows.front().label, rows.back().label);
  return fmt::format("<p class=\"lead\">{} {}, {}, {}.</p>\n", status_badge(status_of(results)),
                     xml_escape(kernels), xml_escape(functions_words(matrix)),
                     xml_escape(domains_words(matrix)));
}

// What failed, before any figure; nothing where nothing did.
std::string faults_html(const Section& verdicts) {
  std::vector<Note> faults;
  for (const Note& note : verdicts.notes) {
    if (note.label != "result") faults.push_back(note);
  }
  return notes_html(faults);
}

std::string sections_html(const std::vector<Section>& sections) {
  std::string out;
  for (const Section& section : sections) out += section_html(section, 3);
  return out;
}

// Empty where nothing follows.
std::string answers_html(const Document& answers) {
  std::string out;
  bool any = false;
  for (const Section& section : answers) {
    any |= !section.table.empty();
    if (!section.title.empty()) out += heading(3, "", section.title);
    const bool steps = section.title.starts_with("step of");
    out += table_html(section.table, section.title, steps ? kMarkedPercent : 0);
    out += notes_html(section.notes);
  }
  return any ? out : "";
}

std::string result_html(const Matrix& matrix, const std::vector<LoadedResult>& results,
                        const std::vector<Scaling>& scalings) {
  const std::string scales = sections_html(scaling_sections(scalings));
  if (results.size() > 1) {
    const HeadlineParts parts = headline_parts(matrix);
    return faults_html(parts.verdicts) + headline_tables_html(matrix, parts) + scales +
           headline_notes_html(matrix, parts);
  }
  // One result has room for the words of its verdicts.
  std::string verdicts;
  if (!matrix.mechanisms.empty()) {
    verdicts = table_html(verdict_section(matrix).table, "time per function and verdicts");
  }
  return verdicts + scales + notes_html(closing_notes(results.front().result));
}

std::string details_html(const std::vector<LoadedResult>& results) {
  const std::vector<std::string> labels = result_labels(results);
  std::string out;
  for (size_t i = 0; i < std::min(results.size(), kMostDetailed); ++i) {
    std::string content = sections_html(full_document(results[i].result));
    out += folded(fmt::format("{} ({})", labels[i], results[i].path), content);
  }
  if (results.size() <= kMostDetailed) return out;
  return out + paragraph("soft", fmt::format("The other {} are left out here: report on fewer of "
                                             "them to see theirs.",
                                             results.size() - kMostDetailed));
}

std::string chapters_html(const std::vector<Chapter>& chapters) {
  std::string links;
  std::string out;
  for (const Chapter& chapter : chapters) {
    if (chapter.content.empty()) continue;
    links += fmt::format("<a href=\"#{}\">{}</a>\n", chapter.id, chapter.title);
    out += heading(2, chapter.id, chapter.title);
    if (*chapter.words) out += paragraph("soft", chapter.words);
    out += chapter.content;
  }
  return fmt::format("<nav aria-label=\"chapters\">\n{}</nav>\n{}", links, out);
}

}  // namespace

std::string html_text(const std::vector<LoadedResult>& results) {
  const Matrix matrix = make_matrix(results);
  const std::vector<Scaling> scalings = scalings_of(matrix);
  const std::string title = title_of(matrix, mechanisms_measured(matrix, scalings));
  const std::vector<Chapter> chapters = {
      {"result", "Time per function", "", result_html(matrix, results, scalings)},
      {"answers", "What follows", "",
       results.size() == 1 ? "" : answers_html(headline_answers(matrix))},
      {"parts", "Where the time goes",
       "fentry with a link for each function: the whole is waiting, ftrace and one poke each. "
       "Waiting is wall less CPU time: grace periods. ftrace is what the kernel whose trampolines "
       "poke text themselves (poke) takes less of CPU than the stock one (base). One poke each is "
       "the CPU of that kernel: system calls, images, and a text poke for each function; one batch "
       "the same where all sites are poked at once. Patching in it is the time inside that batch, "
       "images the time in which trampolines are sized, allotted, written and protected, the rest "
       "the other CPU time, for links and system calls, all by the kernel that counts "
       "(poke_batch_ipi); where images has no figure they are part of the rest. From 7.2 on a "
       "batch is a tracing_multi link, which looks its functions "
       "up as it attaches and not as their programs are loaded; on detach its programs still need "
       "pokes of their own. IPI rounds are those for text patching, per function. Records are the "
       "functions that ftrace knows. Growth: n^1 is linear in the functions; x1.2 is a fifth more "
       "CPU time for the largest set than with one CPU.",
       sections_html(parts_sections(results))},
      {"distributions", "Distribution of the times",
       "Each stroke is a sample: a round's time divided by the functions it attached. Figures at "
       "the right are medians; from five samples on a box spans the quartiles, with whiskers to 5 "
       "and 95 %. Rest the pointer on a row for its quantiles.",
       distributions_html(matrix)},
      {"scaling", "Growth with the number of functions",
       "Medians over all rounds. A line that climbs one decade for each decade of functions is "
       "linear (n^1); n^0 costs the same however many there are. The exponents are fitted over "
       "the upper two decades.",
       scaling_html(scalings)},
      {"details", "Every phase and check", "", details_html(results)},
      {"environment", "Environment", "", environment_html(matrix)},
      {"reproduce", "How to reproduce", "", reproduce_html(matrix)},
  };
  const std::string body = heading(1, "", title) + lead_html(matrix, results);
  return page_html({title, "", body + chapters_html(chapters)});
}

}  // namespace trampcheck
