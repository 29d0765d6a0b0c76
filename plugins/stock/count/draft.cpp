#include "count/draft.hpp"

#include <svc/changes.hpp>

#include "location/store.hpp"

namespace svc::stock {

Count lockDraft(Call& call, CountId id) {
    auto count = lockCount(call, id);
    // A location of another business unit is not accessible, and neither are its counts.
    if (!count || !readLocation(call, count->locationId)) {
        throw ApiError(404, "count-not-found");
    }
    if (count->status != api::CountStatus::Draft) {
        throw ApiError(400, "count-not-draft");
    }
    return *std::move(count);
}

Answer<200, api::StockCount> changed(Call& call, Count& count, std::string_view action, bool lines) {
    ++count.version;
    count.updatedAt = call.now();
    updateCount(call, count, lines);
    call.history("count", count.id.toString(), action,
                 changeOf("status", toText(api::CountStatus::Draft), toText(count.status)));
    return Answer<200, api::StockCount>(count).etag(count.version);
}

} // namespace svc::stock
