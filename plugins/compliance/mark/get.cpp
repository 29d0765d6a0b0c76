#include "mark/store.hpp"

namespace svc::compliance {

commands::FiscalMarksOutput commands::fiscalMarks(Call& call, const commands::FiscalMarksInput& input) {
    return {.marks = marksOf(call, toText(input.kind), input.id)};
}

} // namespace svc::compliance
