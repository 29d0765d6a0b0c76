#include "api/create_purchase.hpp"
#include "api/expenses.hpp"
#include "api/routes.hpp"

namespace svc::purchases {
namespace {

constexpr std::string_view Supplier = "SELECT id FROM partners.v1_partners WHERE company_id = $1"
                                      " AND kind IN ('supplier', 'both') AND NOT archived"
                                      " ORDER BY sort_name LIMIT 1";
constexpr std::string_view Goods = "SELECT item_id, quantity FROM stock.v1_stock WHERE company_id = $1"
                                   " AND quantity > 0 ORDER BY value, item_id LIMIT 2";

Json order(const Uuid& supplier, const Uuid& item, const char* reference, int quantity, bool receiveNow) {
    Json line = Json::object({{"itemId", encodeId("itm", item)}, {"quantity", quantity}});
    return Json::object({{"partnerId", encodeId("par", supplier)},
                         {"supplierReference", reference},
                         {"lines", Json::array({std::move(line)})},
                         {"receiveNow", receiveNow}});
}

} // namespace

/// An order that is under way, one that has come, and a charge: where there are a supplier, goods and money.
Json demonstrateCommand(Call& call, const Json& input) {
    if (!call.offers("stock.items") || !call.offers("treasury.wallet")) {
        return Json::object();
    }
    const Rows suppliers = call.db().query(Supplier, call.companyId());
    const Rows goods = call.db().query(Goods, call.companyId());
    if (!suppliers.empty() && goods.size() == 2) {
        const Uuid supplier = suppliers[0].uuid(0);
        const Uuid first = goods[0].uuid(0);
        const Uuid second = goods[1].uuid(0);
        createPurchase(call, order(supplier, first, "BN-7780", 10, true));
        createPurchase(call, order(supplier, second, "BN-7781", 40, false));
    }
    const Json bank = call.command("treasury.wallet", Json::object({{"id", input["bankWalletId"]}}));
    if (!bank.isNull() && bank.optionalBool("allowNegative").value_or(false)) {
        const bool cents = call.company().currency.digits() > 0;
        recordExpense(call, Json::object({{"label", "Window cleaning"},
                                          {"category", "maintenance"},
                                          {"amount", cents ? 45 : 30000},
                                          {"taxRate", call.company().defaultTaxRate},
                                          {"walletId", input["bankWalletId"]}}));
    }
    return Json::object();
}

} // namespace svc::purchases
