#include "regime/known.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {

Submission commands::fiscalRegister(Call& call, const commands::FiscalRegisterInput& input) {
    const auto own = lockRegime(call, input.regime);
    if (!own || own->state != RegimeState::Enabled) {
        throw ApiError(400, "regime-not-enabled");
    }
    return submit(call, input);
}

} // namespace svc::compliance
