#include <svc/contracts/archive.hpp>

#include "api/commands.hpp"
#include "api/partner_json.hpp"
#include "store/partner_store.hpp"

namespace svc::partners {
namespace {

constexpr std::int64_t AtOnce = 1000;

} // namespace

Json archiveCommand(Call& call, const Json&) {
    PartnerStore store(call);
    contracts::ArchiveFile file(call, "partners.jsonl");
    Uuid last;
    for (std::vector<Partner> page; !(page = store.behind(last, AtOnce)).empty(); last = page.back().id) {
        for (const Partner& partner : page) {
            contracts::appendRecord(file, toJson(partner));
        }
    }
    file.finish();
    return Json::object();
}

} // namespace svc::partners
