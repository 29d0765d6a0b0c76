#include <svc/contracts/archive.hpp>

#include "api/handlers.hpp"
#include "store/items.hpp"

namespace svc::stock {

Json archiveItems(Call& call, const Json&) {
    contracts::ArchiveFile file(call, "items.jsonl");
    const Currency currency = call.company().currency;
    for (const bool archived : {false, true}) {
        ItemFilter filter;
        filter.archived = archived;
        ArrayPage page{1000, 0};
        for (bool more = true; more; page.offset += page.limit) {
            const ItemPage found = listItems(call, filter, page);
            for (const Item& item : found.items) {
                contracts::appendRecord(file, itemRecord(item, currency));
            }
            more = static_cast<std::int64_t>(found.items.size()) == page.limit;
        }
    }
    file.finish();
    return Json::object();
}

} // namespace svc::stock
