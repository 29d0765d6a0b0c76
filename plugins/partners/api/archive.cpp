#include <svc/contracts/archive.hpp>

#include "api/commands.hpp"
#include "api/partner_json.hpp"
#include "store/partner_store.hpp"

namespace svc::partners {

Json archiveCommand(Call& call, const Json&) {
    PartnerStore store(call);
    contracts::ArchiveFile file(call, "partners.jsonl");
    for (const bool archived : {false, true}) {
        PartnerFilter filter;
        filter.archived = archived;
        filter.sort = "date";
        filter.limit = 1000;
        for (bool more = true; more; filter.offset += filter.limit) {
            const PartnerPage page = store.list(filter);
            for (const Partner& partner : page.partners) {
                contracts::appendRecord(file, toJson(partner));
            }
            more = static_cast<std::int64_t>(page.partners.size()) == filter.limit;
        }
    }
    file.finish();
    return Json::object();
}

} // namespace svc::partners
