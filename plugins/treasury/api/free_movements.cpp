#include "api/free_movements.hpp"

#include "api/amounts.hpp"
#include "api/movement.hpp"
#include "domain/conversion.hpp"
#include "domain/default_categories.hpp"

namespace svc::treasury {

namespace {

/// The partner of a body, or null.
Json partnerOf(Call& call, const Json& body) {
    const auto text = body.optionalText("partnerId");
    if (!text) {
        return Json(nullptr);
    }
    const Json partner = call.offers("partners.get")
                             ? call.command("partners.get", Json::object({{"id", *text}}))
                             : Json(nullptr);
    if (partner.isNull()) {
        throw ApiError(404, "partner-not-found");
    }
    return partner;
}

/// `{ id, name }` of a partner that may be in new documents, or null.
Json openPartner(const Json& partner) {
    if (partner.isNull()) {
        return partner;
    }
    if (partner.optionalBool("archived").value_or(false)) {
        throw fieldInvalid("partnerId");
    }
    return Json::object({{"id", partner["id"]}, {"name", partner["name"]}});
}

/// What stands against the wallet: the category's account, and the tax in the amount when a rate is given and
/// the company is registered for it.
Json counterpartOf(Call& call, const Transaction& t, const Category& category) {
    const std::int64_t tax =
        t.taxRate && call.company().vatNumber ? includedTax(t.valueBase, *t.taxRate) : std::int64_t{0};
    Json line = Json::object({{"role", categoryRole(category.key, t.direction)},
                              {"amount", t.valueBase - tax},
                              {"category", category.key}});
    if (!category.accounts.empty()) {
        line.set("accounts", category.accounts);
    }
    if (tax != 0) {
        // The base of the tax, for the tax report.
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

Json createdData(const Transaction& t, const Json& partner) {
    return Json::object({{"id", encodeId("txn", t.id)},
                         {"walletId", encodeId("wal", t.walletId)},
                         {"direction", toText(t.direction)},
                         {"amount", amountJson(t.amount, t.currency)},
                         {"category", t.category},
                         {"label", t.label},
                         {"partner", partner},
                         {"date", t.date},
                         {"balanceAfter", amountJson(t.balanceAfter, t.currency)}});
}

Json voidedData(const Transaction& t, std::int64_t balanceAfter) {
    return Json::object({{"id", encodeId("txn", t.id)},
                         {"walletId", encodeId("wal", t.walletId)},
                         {"direction", toText(t.direction)},
                         {"amount", amountJson(t.amount, t.currency)},
                         {"label", t.label},
                         {"reason", t.voidReason},
                         {"voidedAt", t.voidedAt},
                         {"balanceAfter", amountJson(balanceAfter, t.currency)}});
}

} // namespace

Category categoryOf(Call& call, const Json& body) {
    const auto key = body.optionalText("category");
    if (auto category = CategoryStore(call).find(key ? std::string_view(*key) : Unclassified)) {
        return *std::move(category);
    }
    if (key && *key != Unclassified) {
        throw ApiError(400, "category-unknown", {*key});
    }
    const DefaultCategory& known = defaultCategories().back();
    return {std::string(known.key), std::string(known.label(call.language())), std::string(known.direction),
            Json::object()};
}

Transaction recordMovement(Call& call, const Json& body, std::string_view kind) {
    // Order of checks: the records of the body, then their states.
    const Wallet found = findWallet(call, body);
    const Json named = partnerOf(call, body);
    if (found.archived) {
        throw fieldInvalid("walletId");
    }
    const Json partner = openPartner(named);
    const WalletFacts wallet = WalletFacts::of(found);

    Transaction t;
    t.amount = minorOf(body, "amount", wallet.currency);
    checkSession(wallet);
    const Category category = categoryOf(call, body);
    t.date = businessDate(call, body);
    t.id = call.newUuid();
    t.walletId = wallet.id;
    t.kind = kind;
    t.direction = body.textOr("direction") == "in" ? Direction::In : Direction::Out;
    t.currency = wallet.currency;
    t.category = category.key;
    t.label = body.textOr("label", category.label);
    t.partnerId = partner.isNull() ? std::nullopt : decodeId("par", partner.textOr("id"));
    t.taxRate = body.optionalDecimal("taxRate");
    t.reference = body.optionalText("reference");
    t.needsSession = wallet.requireSession;
    if (kind == "bank") {
        t.documentKind = body.optionalText("documentKind");
        t.documentId = body.optionalText("documentId");
        t.reconciled = true;
    }
    stamp(call, t);
    valueMovement(call, wallet, t);

    const std::string id = encodeId("txn", t.id);
    post(call, wallet, t, counterpartOf(call, t, category),
         {"transaction", id, t.reference.value_or(id), std::nullopt,
          found.businessUnitId ? std::optional(encodeId("bus", *found.businessUnitId)) : std::nullopt});
    call.history("transaction", id, "created");
    moveNow(call, wallet, t);
    if (t.reconciled) {
        TransactionStore(call).setReconciled(t.id, true);
    }
    call.emit("transaction.created", "transaction", id, createdData(t, partner));
    return t;
}

Transaction voidMovement(Call& call, const Uuid& id, const Json& body) {
    auto t = TransactionStore(call).findForUpdate(id);
    if (!t) {
        throw ApiError(404, "transaction-not-found");
    }
    if (!isVoidable(t->kind) || t->reversesId) {
        throw ApiError(400, "transaction-not-voidable");
    }
    if (t->status == "voided") {
        throw ApiError(400, "transaction-voided");
    }
    const Date date = businessDate(call, body);
    const Transaction back = reverse(call, *t, body.textOr("reason"), date);
    tellVoided(call, *t, back);
    return *std::move(t);
}

void tellVoided(Call& call, const Transaction& voided, const Transaction& back) {
    const std::string id = encodeId("txn", voided.id);
    call.history("transaction", id, "voided");
    call.emit("transaction.voided", "transaction", id, voidedData(voided, back.balanceAfter));
}

} // namespace svc::treasury
