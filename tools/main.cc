// trampcheck: the command on a host, and /init of its own guests.
#include "tools/cli/guest_main.h"
#include "tools/cli/verbs.h"
#include "tools/vm/guest.h"

int main(int argc, char** argv) {
  using namespace trampcheck;
  if (is_guest_init()) guest_run(run_guest_job);
  return run_command_line(host_environment({argv + 1, argv + argc}));
}
