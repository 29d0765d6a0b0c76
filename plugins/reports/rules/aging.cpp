#include "rules/aging.hpp"

#include <algorithm>

namespace svc::reports {
namespace {

std::size_t bucketOf(const std::optional<Date>& dueDate, Date at) {
    const std::int32_t late = dueDate ? at.daysSince(*dueDate) : 0;
    return late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4;
}

} // namespace

std::vector<Aged> agedByPartner(const std::vector<OpenDocument>& open, Date at) {
    std::vector<Aged> partners;
    for (const OpenDocument& document : open) {
        auto found = std::find_if(partners.begin(), partners.end(), [&](const Aged& aged) {
            const OpenDocument& first = aged.documents.front();
            return first.partner == document.partner && first.currency == document.currency;
        });
        if (found == partners.end()) {
            found = partners.insert(partners.end(), Aged());
        }
        found->documents.push_back(document);
        found->total += document.balance;
        found->totalBase += document.balanceBase;
        found->buckets[bucketOf(document.dueDate, at)] += document.balance;
    }
    return partners;
}

} // namespace svc::reports
