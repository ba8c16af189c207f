// libFuzzer's entry, for those who call it themselves.
#ifndef TRAMPCHECK_RESULTS_FUZZ_RESULT_FUZZER_H_
#define TRAMPCHECK_RESULTS_FUZZ_RESULT_FUZZER_H_

#include <cstddef>
#include <cstdint>

// Reads the bytes as a result file and, where it is one, writes it again and compares it with
// itself. Aborts where any of that breaks a promise; returns 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#endif  // TRAMPCHECK_RESULTS_FUZZ_RESULT_FUZZER_H_
