#include <svc/changes.hpp>

#include "quote/store.hpp"

namespace svc::sales {

void jobs::expireQuotes(Call& call, const Json&) {
    // Small batches keep the locks short; the rest is left to the next batch.
    constexpr int Slice = 500;
    for (;;) {
        const std::vector<QuoteId> expired = sales::expireQuotes(call, call.today(), Slice);
        for (const QuoteId& id : expired) {
            call.history(
                "quote", id.toString(), "quote.expired",
                changeOf("status", toText(api::QuoteStatus::Open), toText(api::QuoteStatus::Expired)));
        }
        if (expired.size() < Slice) {
            return;
        }
    }
}

} // namespace svc::sales
