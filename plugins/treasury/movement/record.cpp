#include "movement/record.hpp"

#include "category/get.hpp"
#include "movement/rules/posting.hpp"
#include "movement/stamp.hpp"
#include "movement/steps.hpp"
#include "trade/tax.hpp"

namespace svc::treasury {
namespace {

/// The partner that a request names.
std::optional<calls::partners::GetOutput> partnerOf(Call& call, const std::optional<PartnerId>& id) {
    if (!id) {
        return std::nullopt;
    }
    auto partner = calls::partners::offersGet(call) ? calls::partners::get(call, {.id = *id}) : std::nullopt;
    if (!partner) {
        throw ApiError(404, "partner-not-found");
    }
    return partner;
}

/// The counterpart of the wallet's line: the category's account, and the included tax if a rate is given and
/// the company is registered for VAT.
Json counterpartOf(Call& call, const Transaction& t, const Category& category) {
    const std::int64_t tax =
        t.taxRate && call.company().vatNumber ? trade::includedTax(t.valueBase, *t.taxRate) : std::int64_t{0};
    Json line = Json::object({{"role", categoryRole(category.key, t.direction)},
                              {"amount", t.valueBase - tax},
                              {"category", category.key}});
    if (!category.accounts.empty()) {
        line.set("accounts", category.accounts);
    }
    if (tax != 0) {
        // The taxable amount, for the tax report.
        line.set("taxCategory", "S");
        line.set("taxRate", *t.taxRate);
    }
    Json lines = Json::array();
    lines.push(std::move(line));
    if (tax != 0) {
        lines.push(Json::object(
            {{"role", t.direction == Direction::In ? "vat_collected_services" : "vat_deductible_services"},
             {"amount", tax},
             {"taxCategory", "S"},
             {"taxRate", *t.taxRate}}));
    }
    return lines;
}

void tellCreated(Call& call, const Transaction& t, const std::optional<calls::partners::GetOutput>& partner) {
    events::TransactionCreated event{.id = t.id,
                                     .walletId = t.walletId,
                                     .direction = t.direction,
                                     .amount = {t.amount, t.currency},
                                     .category = t.category.value(),
                                     .label = t.label,
                                     .date = t.date,
                                     .balanceAfter = {t.balanceAfter, t.currency}};
    if (partner) {
        event.partner = {.id = partner->id, .name = partner->name};
    }
    emit(call, event);
}

} // namespace

Transaction recordMovement(Call& call, const api::TransactionCreate& body, api::TransactionKind kind,
                           const std::optional<std::string>& documentKind,
                           const std::optional<std::string>& documentId) {
    // Order of checks: the records that the request names, then their states.
    const Wallet found = findWallet(call, body.walletId);
    const auto partner = partnerOf(call, body.partnerId);
    if (found.archived) {
        throw fieldInvalid("walletId");
    }
    if (partner && partner->archived) {
        throw fieldInvalid("partnerId");
    }
    const WalletFacts wallet = WalletFacts::of(found);

    Transaction t;
    t.amount = MinorAmount(body.amount.minor(wallet.currency, "amount"));
    checkSession(wallet);
    const Category category = categoryOf(call, body.category);
    t.date = call.businessDate(body.date);
    t.walletId = wallet.id;
    t.kind = kind;
    t.direction = body.direction;
    t.currency = wallet.currency;
    t.category = category.key;
    t.label = body.label.value_or(category.label);
    t.partnerId = body.partnerId;
    t.taxRate = body.taxRate;
    t.reference = body.reference;
    t.needsSession = wallet.requireSession;
    if (kind == api::TransactionKind::Bank) {
        t.documentKind = documentKind;
        t.documentId = documentId;
        t.reconciled = true;
    }
    stamp(call, t);
    valueMovement(call, wallet, t);

    const std::string id = t.id.toString();
    post(call, wallet, t, counterpartOf(call, t, category),
         {"transaction", id, t.reference.value_or(id), std::nullopt, found.businessUnitId});
    call.history("transaction", id, "created");
    moveNow(call, wallet, t);
    if (t.reconciled) {
        TransactionStore(call).setReconciled(t.id, true);
    }
    tellCreated(call, t, partner);
    return t;
}

Answer<201, api::Transaction> createTransaction(Request& request, const api::TransactionCreate& body) {
    const Transaction t = recordMovement(request, body);
    return Answer<201, api::Transaction>(t).etag(t.version);
}

api::Transaction commands::record(Call& call, const Json& input) {
    api::TransactionCreate body;
    read(input, bind::Place(), body);
    api::TransactionKind kind = api::TransactionKind::Free;
    if (const auto text = input.optionalText("kind"); text && !fromText(*text, kind)) {
        throw Fault("treasury.record: kind is not as its schema says");
    }
    return recordMovement(call, body, kind, input.optionalText("documentKind"),
                          input.optionalText("documentId"));
}

} // namespace svc::treasury
