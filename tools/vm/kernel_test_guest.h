// What the guests of the tests do: one verb for each way to go right or wrong.
#ifndef TRAMPCHECK_TOOLS_VM_KERNEL_TEST_GUEST_H_
#define TRAMPCHECK_TOOLS_VM_KERNEL_TEST_GUEST_H_

#include "tools/vm/guest.h"

namespace trampcheck {

int test_guest_main(const Job& job, GuestChannel& channel);

// Text that deflates about as well as a result does; the same for the same size.
std::string test_payload(size_t bytes);

}  // namespace trampcheck

#endif  // TRAMPCHECK_TOOLS_VM_KERNEL_TEST_GUEST_H_
