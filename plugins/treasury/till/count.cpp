#include "till/count.hpp"

#include "movement/stamp.hpp"
#include "movement/steps.hpp"
#include "till/rules/cash_count.hpp"

namespace svc::treasury {

void requireCount(const std::optional<MajorAmount>& amount, const CountInput& pieces,
                  std::string_view field) {
    if (!amount && !pieces) {
        throw fieldRequired(field);
    }
}

Count countOf(const std::optional<MajorAmount>& amount, const CountInput& given, std::string_view field,
              Currency currency) {
    Count count;
    std::vector<Counted> pieces;
    for (const api::CashCountInputItem& piece : given.value_or(std::vector<api::CashCountInputItem>())) {
        const std::int64_t denomination =
            piece.denomination.minor(currency, "count[" + std::to_string(pieces.size()) + "].denomination");
        pieces.push_back({denomination, piece.quantity});
        count.pieces.push(Json::object({{"denomination", denomination}, {"quantity", piece.quantity}}));
    }
    const auto worth = worthOf(pieces);
    if (!worth) {
        throw fieldInvalid("count");
    }
    if (!amount) {
        count.amount = *worth;
        return count;
    }
    count.amount = amount->minor(currency, field);
    if (count.amount < 0) {
        throw fieldInvalid(field);
    }
    if (given && *worth != count.amount) {
        throw fieldInvalid("count");
    }
    return count;
}

void postDifference(Call& call, const Wallet& till, const CashSession& session, std::int64_t difference,
                    std::string_view field) {
    if (difference == 0) {
        return;
    }
    if (!isMinorInRange(difference)) {
        throw fieldInvalid(field);
    }
    const WalletFacts facts = WalletFacts::of(till);
    Transaction t;
    t.walletId = till.id;
    t.kind = api::TransactionKind::TillDifference;
    t.direction = difference > 0 ? Direction::In : Direction::Out;
    t.amount = MinorAmount(difference > 0 ? difference : -difference);
    t.currency = till.currency;
    t.date = call.today();
    t.label = till.name;
    t.documentKind = "cash_session";
    t.documentId = session.id.toString();
    stamp(call, t);
    valueMovement(call, facts, t, std::nullopt, field);
    const Json counterpart = Json::array({Json::object(
        {{"role", difference > 0 ? "till_surplus" : "till_shortage"}, {"amount", t.valueBase}})});
    post(call, facts, t, counterpart,
         {"cash_session", *t.documentId, *t.documentId, std::nullopt, session.businessUnitId});
    moveNow(call, facts, t);
}

} // namespace svc::treasury
