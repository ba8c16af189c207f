// results/schema/v1.json as text, made by the build.
#ifndef TRAMPCHECK_RESULTS_SCHEMA_V1_H_
#define TRAMPCHECK_RESULTS_SCHEMA_V1_H_

namespace trampcheck {

extern const char kSchemaV1[];

}  // namespace trampcheck

#endif  // TRAMPCHECK_RESULTS_SCHEMA_V1_H_
