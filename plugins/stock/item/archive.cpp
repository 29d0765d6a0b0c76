
#include "item/store/items.hpp"

#include "accounting/archive.hpp"

namespace svc::stock {

void commands::archive(Call& call) {
    constexpr std::int64_t AtOnce = 1000;
    accounting::ArchiveFile file(call, calls::ledger::archiveWrite, "items.jsonl");
    ItemId last;
    for (std::vector<Item> page; !(page = itemsBehind(call, last, AtOnce)).empty(); last = page.back().id) {
        for (const Item& item : page) {
            file.write(bind::textOf(item) + '\n');
        }
    }
    file.finish();
}

} // namespace svc::stock
