#include "recurring/template.hpp"

#include <array>

#include "sale/builder.hpp"
#include "sale/input.hpp"
#include "trade/field_names.hpp"

namespace svc::sales {
namespace {

/// The fields allowed in a template: the body of a sale without what belongs to a single sale.
constexpr std::array<const char*, 17> TemplateFields{
    "businessUnitId",   "partnerId", "channel",         "currency",       "exchangeRate",
    "pricesIncludeTax", "lines",     "discountPercent", "discountAmount", "paidInFull",
    "walletId",         "method",    "payments",        "deliverLater",   "locationId",
    "purchaseOrderRef", "note"};

} // namespace

ApiError inTemplate(const ApiError& refusal) {
    return trade::renamedField(refusal,
                               [](std::string_view path) { return "template." + std::string(path); });
}

void takeTemplate(Call& call, const Json& given, RecurringSale& sale) {
    Json body = Json::object();
    for (const char* name : TemplateFields) {
        if (const Json& value = given[name]; !value.isNull()) {
            body.set(name, value);
        }
    }
    try {
        sale.partnerId = buildSale(call, saleIn(body), Purpose::Repeat).sale.partnerId;
    } catch (const ApiError& refusal) {
        throw inTemplate(refusal);
    }
    sale.template_ = std::move(body);
}

} // namespace svc::sales
