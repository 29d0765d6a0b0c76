#include "api/business/invoice_trader.hpp"

#include <svc/id.hpp>

namespace svc::test {

Trader::Trader(std::unique_ptr<Desk> desk, std::string goods, std::string services)
    : desk_(std::move(desk)), goods_(std::move(goods)), services_(std::move(services)),
      firstDay_(desk_->today()) {}

void Trader::enable(const std::string& regime, const Json& settings) {
    EXPECT_TRUE(
        hasStatus(desk().put("/fiscal/" + regime,
                             Json::object({{"enabled", true}, {"autoSubmit", true}, {"settings", settings}})),
                  200))
        << regime;
}

/// Each order has another price, so that swapped documents are detected.
Json Trader::order() {
    ++count_;
    return js("{'lines':[{'label':'Tea & more','quantity':2,'unitPrice':$1,'taxRate':$2},{'label':'Work',"
              "'quantity':1,'unitPrice':$3,'taxRate':$4,'service':true}],'pricesIncludeTax':false}",
              {std::to_string(10 * count_) + ".05", goods_, std::to_string(100 * count_), services_});
}

Json Trader::invoice(std::size_t partner, bool paid) {
    ++documents_;
    return desk().make("/sales", order().set("partnerId", partners_.at(partner)).set("paidInFull", paid));
}

Json Trader::ticket() {
    ++documents_;
    return desk().make("/sales", order().set("paidInFull", true));
}

void Trader::refund(const Json& sale) {
    ++documents_;
    EXPECT_TRUE(
        hasStatus(desk().post("/sales/" + sale.textOr("id") + "/refund", js("{'reason':'Broken'}")), 201));
}

void Trader::cancel(const Json& sale) {
    ++documents_;
    EXPECT_TRUE(hasStatus(
        desk().post("/sales/" + sale.textOr("id") + "/cancel", js("{'reason':'By mistake'}")), 200));
}

TaxesByRate Trader::books() {
    TaxesByRate taxes;
    const Json report = desk().read("/reports/taxes?from=" + firstDay_);
    for (const Json& group : report["collected"].items()) {
        taxes += {{rateOf(group["taxRate"].decimal().toString()),
                   {group["net"].integer(), group["tax"].integer()}}};
    }
    std::erase_if(taxes, [](const auto& one) { return one.second == NetAndTax{}; });
    return taxes;
}

std::string Trader::uuid() const {
    return decodeId("com", desk_->value("companyId")).value().toString();
}

} // namespace svc::test
