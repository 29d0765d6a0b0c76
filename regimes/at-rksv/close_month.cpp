#include "bindings.hpp"
#include "chain.hpp"

namespace svc::at_rksv {

/// Writes the start receipt of a till and the monthly receipts, also in months without sales.
void jobs::closeMonth(Call& call, const Json&) {
    const auto own = calls::compliance::fiscalRegime(call, {.regime = "at-rksv"});
    if (!own || own->state != calls::compliance::FiscalRegimeState::Enabled) {
        return;
    }
    Chain chain(call, own->settings);
    if (chain.isOfThisTill() && !chain.isOfThisMonth()) {
        chain.zero();
    }
}

} // namespace svc::at_rksv
