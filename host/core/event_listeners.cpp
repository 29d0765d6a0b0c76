#include "host/core/event_listeners.hpp"

#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"
#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

constexpr std::string_view Listens =
    "SELECT EXISTS (SELECT FROM svc.webhook WHERE company_id = $1 AND enabled"
    " AND events && ARRAY[$2, split_part($2, '.', 1) || '.*', '*'])";

} // namespace

void offerEventListeners(Catalogue& catalogue) {
    catalogue.add(
        Command{"events.listens", "host", [](UnitOfWork& work, std::string_view text) {
                    const std::string type = Json::parse(text).textOr("type");
                    const auto rows = work.db().query(Listens, {work.company().id.toString(), type});
                    return Json::object({{"listens", rows.text(0, 0) == "t"}}).dump();
                }});
}

} // namespace svc::host
