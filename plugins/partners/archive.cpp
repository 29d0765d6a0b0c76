#include "accounting/archive.hpp"
#include "store/partners.hpp"

namespace svc::partners {

void commands::archive(Call& call) {
    constexpr std::int64_t AtOnce = 1000;
    PartnerStore store(call);
    accounting::ArchiveFile file(call, calls::ledger::archiveWrite, "partners.jsonl");
    PartnerId last;
    for (std::vector<api::Partner> page; !(page = store.behind(last, AtOnce)).empty();
         last = page.back().id) {
        for (const api::Partner& partner : page) {
            file.write(bind::textOf(partner) + '\n');
        }
    }
    file.finish();
}

} // namespace svc::partners
