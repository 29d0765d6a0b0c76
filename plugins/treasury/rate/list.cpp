#include "rate/store.hpp"

namespace svc::treasury {

Answer<200, std::vector<api::ExchangeRate>> listRates(Request& request,
                                                      const api::ListRatesParameters& parameters) {
    const RatePage page = RateStore(request).list(parameters.date.value_or(request.today()),
                                                  parameters.page.limit, parameters.page.offset);
    return Answer<200, std::vector<api::ExchangeRate>>(page.rates).total(page.total);
}

} // namespace svc::treasury
