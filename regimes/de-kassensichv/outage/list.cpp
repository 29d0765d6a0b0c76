#include "bindings.hpp"
#include "outage/store.hpp"

namespace svc::de_kassensichv {

/// The periods in which the TSE did not sign, newest first.
Answer<200, std::vector<api::ListTseOutagesAnswerItem>> listTseOutages(Request& request) {
    std::vector<api::ListTseOutagesAnswerItem> all;
    for (const Outage& one : outages(request)) {
        all.push_back({.startedAt = one.startedAt, .endedAt = one.endedAt, .reason = one.reason});
    }
    return all;
}

} // namespace svc::de_kassensichv
