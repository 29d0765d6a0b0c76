#include "regime/view.hpp"

namespace svc::compliance {

Answer<200, api::ReadFiscalAnswer> readFiscal(Request& request) {
    const auto own = listRegimes(request);
    auto counts = countSubmissions(request);
    api::ReadFiscalAnswer answer{.country = request.company().country};
    for (const Regime& regime : allRegimes(request)) {
        if (fitsCompany(request, regime)) {
            const auto found = own.find(regime.id);
            answer.regimes.push_back(
                regimeOf(regime, found == own.end() ? nullptr : &found->second, counts[regime.id]));
        }
    }
    return answer;
}

} // namespace svc::compliance
