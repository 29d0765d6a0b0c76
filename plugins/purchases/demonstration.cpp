#include "expense/record.hpp"
#include "purchase/create.hpp"

namespace svc::purchases {
namespace {

constexpr std::string_view Supplier = "SELECT id FROM partners.v1_partners WHERE company_id = $1"
                                      " AND kind IN ('supplier', 'both') AND NOT archived"
                                      " ORDER BY sort_name LIMIT 1";
constexpr std::string_view Goods = "SELECT item_id, quantity FROM stock.v1_stock WHERE company_id = $1"
                                   " AND NOT archived AND quantity > 0 ORDER BY value, item_id LIMIT 2";

} // namespace

/// Creates an open order, a received one, and an expense, if there are a supplier, goods and money.
void commands::demonstrate(Call& call, const commands::DemonstrateInput& input) {
    if (!calls::stock::offersItems(call) || !calls::treasury::offersWallet(call)) {
        return;
    }
    const Rows suppliers = call.db().query(Supplier, call.companyId());
    const Rows goods = call.db().query(Goods, call.companyId());
    if (!suppliers.empty() && goods.size() == 2) {
        const auto supplier = suppliers[0].id<PartnerId>(0);
        const auto order = [&](ItemId item, std::string reference, int quantity, bool receiveNow) {
            makePurchase(call, {.partnerId = supplier,
                                .lines = {{.itemId = item, .quantity = Decimal(quantity)}},
                                .supplierReference = std::move(reference),
                                .receiveNow = receiveNow});
        };
        const auto first = goods[0].id<ItemId>(0);
        const auto second = goods[1].id<ItemId>(0);
        order(first, "BN-7780", 10, true);
        order(second, "BN-7781", 40, false);
    }
    const auto bank = calls::treasury::wallet(call, {.id = input.bankWalletId});
    if (bank && bank->allowNegative) {
        const bool cents = call.company().currency.digits() > 0;
        purchases::recordExpense(call, {.amount = MajorAmount(Decimal(cents ? 45 : 30000)),
                                        .label = "Window cleaning",
                                        .category = "maintenance",
                                        .taxRate = call.company().defaultTaxRate,
                                        .walletId = input.bankWalletId});
    }
}

} // namespace svc::purchases
