#include "host/http/pipeline/language.hpp"

#include "host/http/pipeline/checks/checks.hpp"

namespace svc::host::http {

void Pipeline::Check::language(Pipeline&, Run& run, Trace&) {
    Exchange& exchange = run.exchange;
    exchange.language = chooseLanguage(exchange.header("Accept-Language"),
                                       exchange.company ? exchange.company->language : "en");
}

} // namespace svc::host::http
