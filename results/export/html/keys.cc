#include "results/export/html/keys.h"

#include <fmt/format.h>

#include "results/export/escape.h"
#include "results/export/html/svg.h"

namespace trampcheck {

std::string key_html(size_t series, std::string_view text) {
  Svg svg(13, 13, "");
  svg.marker({6.5, 6.5}, series, fmt::format("mark f{}", series % kColours));
  std::string mark = svg.take();
  // The text beside it says all: the mark is decoration for those who cannot see it.
  constexpr std::string_view kRole = R"(role="img" aria-label="")";
  mark.replace(mark.find(kRole), kRole.size(), R"(class="swatch" aria-hidden="true")");
  return fmt::format("<span class=\"key\">{}{}</span>", mark, xml_escape(text));
}

}  // namespace trampcheck
