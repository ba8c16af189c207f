// Whether a text is well-formed XML, as far as what we write can go wrong.
#ifndef TRAMPCHECK_RESULTS_TESTING_XML_H_
#define TRAMPCHECK_RESULTS_TESTING_XML_H_

#include <string>

namespace trampcheck {

// What is wrong with it, empty for nothing: nesting, quotes of attributes, bare markup, entities,
// control characters. Sections of CDATA are skipped; a DOCTYPE is passed over.
std::string fault_of_xml(std::string text);

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_TESTING_XML_H_
