#include <svc/contracts/archive.hpp>

#include "api/handlers.hpp"
#include "store/items.hpp"

namespace svc::stock {
namespace {

constexpr std::int64_t AtOnce = 1000;

} // namespace

Json archiveItems(Call& call, const Json&) {
    contracts::ArchiveFile file(call, "items.jsonl");
    const Currency currency = call.company().currency;
    Uuid last;
    for (std::vector<Item> page; !(page = itemsBehind(call, last, AtOnce)).empty(); last = page.back().id) {
        for (const Item& item : page) {
            contracts::appendRecord(file, itemRecord(item, currency));
        }
    }
    file.finish();
    return Json::object();
}

} // namespace svc::stock
