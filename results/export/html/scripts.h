// Files beside this one as text, made by the build.
#ifndef TRAMPCHECK_RESULTS_EXPORT_HTML_SCRIPTS_H_
#define TRAMPCHECK_RESULTS_EXPORT_HTML_SCRIPTS_H_

namespace trampcheck {

extern const char kUplotScript[];    // uplot/uPlot.iife.min.js
extern const char kUplotStyle[];     // uplot/uPlot.min.css
extern const char kUplotLicence[];   // uplot/LICENSE
extern const char kHistoryScript[];  // history.js

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_EXPORT_HTML_SCRIPTS_H_
