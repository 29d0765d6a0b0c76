#include "recurring/template.hpp"

#include <array>

#include "sale/builder.hpp"
#include "sale/input.hpp"

namespace svc::sales {
namespace {

/// The fields allowed in a template: the body of a sale without what belongs to a single sale.
constexpr std::array<const char*, 17> TemplateFields{
    "businessUnitId",   "partnerId", "channel",         "currency",       "exchangeRate",
    "pricesIncludeTax", "lines",     "discountPercent", "discountAmount", "paidInFull",
    "walletId",         "method",    "payments",        "deliverLater",   "locationId",
    "purchaseOrderRef", "note"};

/// Refusals name fields of the template by their path in the request.
[[noreturn]] void refuseInTemplate(const ApiError& error) {
    const std::string code(error.code());
    for (const std::string_view kind : {"field-invalid:", "field-required:"}) {
        if (code.rfind(kind, 0) == 0) {
            throw ApiError(400, code.substr(0, kind.size() - 1), {"template." + code.substr(kind.size())});
        }
    }
    throw error;
}

} // namespace

void takeTemplate(Call& call, const Json& given, RecurringSale& sale) {
    Json body = Json::object();
    for (const char* name : TemplateFields) {
        if (const Json& value = given[name]; !value.isNull()) {
            body.set(name, value);
        }
    }
    try {
        sale.partnerId = buildSale(call, saleIn(body), Purpose::Offer).sale.partnerId;
    } catch (const ApiError& error) {
        refuseInTemplate(error);
    }
    sale.template_ = std::move(body);
}

} // namespace svc::sales
