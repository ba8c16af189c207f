// Type information made up for tests.
#ifndef TRAMPCHECK_HARNESS_KERNEL_TESTING_H_
#define TRAMPCHECK_HARNESS_KERNEL_TESTING_H_

#include <bpf/btf.h>

#include <memory>
#include <string>
#include <vector>

#include "harness/kernel/btf.h"

namespace trampcheck {

// Types are added by their ids; function() is what tests are after.
class BtfMaker {
 public:
  BtfMaker() : btf_(btf__new_empty()) { int_ = btf__add_int(raw(), "int", 4, BTF_INT_SIGNED); }

  struct btf* raw() const {
    return btf_.get();
  }
  int an_int() const { return int_; }
  int pointer() { return btf__add_ptr(raw(), int_); }
  int structure(const char* name, uint32_t bytes) { return btf__add_struct(raw(), name, bytes); }
  int a_union(const char* name, uint32_t bytes) { return btf__add_union(raw(), name, bytes); }
  int alias(const char* name, int type) { return btf__add_typedef(raw(), name, type); }

  // A function with these types of arguments; 0 stands for "...", or for void where returned.
  int function(const std::string& name, const std::vector<int>& arguments, int returned = 0) {
    int prototype = btf__add_func_proto(raw(), returned);
    for (int type : arguments) btf__add_func_param(raw(), type == 0 ? "" : "x", type);
    return btf__add_func(raw(), name.c_str(), BTF_FUNC_GLOBAL, prototype);
  }

  std::string bytes() const {
    uint32_t size = 0;
    const void* data = btf__raw_data(raw(), &size);
    return std::string(static_cast<const char*>(data), size);
  }
  KernelBtf parse() const { return *KernelBtf::parse(bytes()); }

 private:
  std::unique_ptr<struct btf, BtfDeleter> btf_;
  int int_ = 0;
};

}  // namespace trampcheck

#endif  // TRAMPCHECK_HARNESS_KERNEL_TESTING_H_
