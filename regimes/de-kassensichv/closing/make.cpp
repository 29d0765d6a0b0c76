#include "closing/make.hpp"

#include "closing/store.hpp"
#include "till/store.hpp"

namespace svc::de_kassensichv {
namespace {

/// A snapshot of company and till master data: the export shows them as of each closing.
Json masterData(Call& call, const Json& settings) {
    const Json company = call.companyRecord();
    const Json address = company["address"].isObject() ? company["address"] : Json::object();
    const auto unit = call.businessUnit(std::nullopt);
    return Json::object({{"name", company.textOr("legalName", company.textOr("name"))},
                         {"street", address.optionalText("line1")},
                         {"postalCode", address.optionalText("postalCode")},
                         {"city", address.optionalText("city")},
                         {"country", company.textOr("country")},
                         {"vatNumber", company.optionalText("vatNumber")},
                         {"taxNumber", settings.optionalText("taxNumber")},
                         {"location", unit ? unit->optionalText("name") : std::nullopt},
                         {"till", settings.textOr("serialNumber")},
                         {"brand", settings.optionalText("brand")},
                         {"model", settings.optionalText("model")}});
}

} // namespace

void makeClosing(Call& call, const Json& settings, const std::optional<std::string>& session,
                 std::optional<std::int64_t> last) {
    Till till = lockTill(call);
    Closing closing;
    closing.first = till.closedTo + 1;
    closing.last = last.value_or(till.sequence);
    if (closing.last < closing.first) {
        return;
    }
    closing.number = ++till.closing;
    closing.closedAt = call.now();
    closing.date = call.dateOf(recordedAt(call, closing.last));
    closing.session = session;
    closing.master = masterData(call, settings);
    insertClosing(call, closing);
    till.closedTo = closing.last;
    saveTill(call, till);
}

} // namespace svc::de_kassensichv
