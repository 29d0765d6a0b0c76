#include "api/routes.hpp"

#include <algorithm>

#include <svc/text.hpp>

#include "api/amounts.hpp"
#include "api/movement.hpp"
#include "api/records.hpp"
#include "domain/conversion.hpp"
#include "domain/default_categories.hpp"
#include "store/category_store.hpp"

namespace svc::treasury {

namespace {

std::optional<std::string> textOf(const Request& request, std::string_view name) {
    const auto value = request.query(name);
    const std::string_view text = value ? trim(*value) : std::string_view{};
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

/// An identifier of the wrong form finds nothing, like an unknown one.
std::optional<Uuid> idOf(const Request& request, std::string_view name, std::string_view prefix) {
    const auto text = textOf(request, name);
    return text ? std::optional(decodeId(prefix, *text).value_or(Uuid())) : std::nullopt;
}

TransactionFilter filterOf(Request& request) {
    TransactionFilter filter;
    filter.dates = request.dateRange();
    filter.walletId = idOf(request, "walletId", "wal");
    filter.direction = textOf(request, "direction");
    filter.category = textOf(request, "category");
    filter.partnerId = idOf(request, "partnerId", "par");
    filter.status = textOf(request, "status");
    filter.text = textOf(request, "q");
    filter.oldestFirst = request.query("sort") == "date";
    filter.kinds = request.queryList("kind");
    if (filter.kinds.empty()) {
        filter.kinds = {"free", "expense", "till_difference", "bank"};
    } else if (std::find(filter.kinds.begin(), filter.kinds.end(), "all") != filter.kinds.end()) {
        filter.kinds.clear();
    }
    const ArrayPage page = request.arrayPage();
    filter.limit = page.limit;
    filter.offset = page.offset;
    return filter;
}

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

/// The category of a body; a company that has done away with the one for what has none still has it.
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

/// What stands against the wallet: the category's account, and the tax in the amount when a rate is given and
/// the company is registered for it.
Json counterpartOf(Call& call, const Transaction& t, const Category& category) {
    const std::int64_t tax =
        t.taxRate && call.company().vatNumber ? includedTax(t.baseAmount, *t.taxRate) : std::int64_t{0};
    Json line = Json::object({{"role", categoryRole(category.key, t.direction)},
                              {"amount", t.baseAmount - tax},
                              {"category", category.key}});
    if (!category.accounts.empty()) {
        line.set("accounts", category.accounts);
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

} // namespace

Response listTransactions(Request& request) {
    const TransactionPage page = TransactionStore(request).list(filterOf(request));
    Json records = Json::array();
    for (const Transaction& transaction : page.transactions) {
        records.push(toJson(transaction));
    }
    return Response::json(200, records).total(page.total);
}

Response createTransaction(Request& request) {
    const Json& body = request.body();
    // Order of checks: the records of the body, then their states.
    const Wallet found = findWallet(request, body);
    const Json named = partnerOf(request, body);
    if (found.archived) {
        throw fieldInvalid("walletId");
    }
    const Json partner = openPartner(named);
    const WalletFacts wallet = WalletFacts::of(found);

    Transaction t;
    t.amount = minorOf(body, "amount", wallet.currency);
    checkSession(wallet);
    const Category category = categoryOf(request, body);
    t.date = businessDate(request, body);
    t.id = request.newUuid();
    t.walletId = wallet.id;
    t.kind = "free";
    t.direction = body.textOr("direction") == "in" ? Direction::In : Direction::Out;
    t.currency = wallet.currency;
    t.baseAmount = baseAmountAt(request, wallet.currency, t.amount, t.date);
    t.category = category.key;
    t.label = body.textOr("label", category.label);
    t.partnerId = partner.isNull() ? std::nullopt : decodeId("par", partner.textOr("id"));
    t.taxRate = body.optionalDecimal("taxRate");
    t.reference = body.optionalText("reference");
    t.needsSession = wallet.requireSession;
    stamp(request, t);

    const std::string id = encodeId("txn", t.id);
    post(request, wallet, t, counterpartOf(request, t, category),
         {"transaction", id, t.reference.value_or(id), std::nullopt,
          found.businessUnitId ? std::optional(encodeId("bus", *found.businessUnitId)) : std::nullopt});
    request.history("transaction", id, "created");
    moveNow(request, wallet, t);
    request.emit("transaction.created", "transaction", id,
                 Json::object({{"id", id},
                               {"walletId", encodeId("wal", t.walletId)},
                               {"direction", toText(t.direction)},
                               {"amount", amountJson(t.amount, t.currency)},
                               {"category", t.category},
                               {"label", t.label},
                               {"partner", partner},
                               {"date", t.date},
                               {"balanceAfter", amountJson(t.balanceAfter, t.currency)}}));
    return Response::json(201, toJson(t)).etag(t.version);
}

Response voidTransaction(Request& request) {
    const Json& body = request.body();
    auto t = TransactionStore(request).findForUpdate(
        request.pathId("transactionId", "txn", "transaction-not-found"));
    if (!t) {
        throw ApiError(404, "transaction-not-found");
    }
    if (!isVoidable(t->kind) || t->reversesId) {
        throw ApiError(400, "transaction-not-voidable");
    }
    if (t->status == "voided") {
        throw ApiError(400, "transaction-voided");
    }
    const Date date = businessDate(request, body);
    const Transaction back = reverse(request, *t, body.textOr("reason"), date);
    const std::string id = encodeId("txn", t->id);
    request.history("transaction", id, "voided");
    request.emit("transaction.voided", "transaction", id,
                 Json::object({{"id", id},
                               {"walletId", encodeId("wal", t->walletId)},
                               {"direction", toText(t->direction)},
                               {"amount", amountJson(t->amount, t->currency)},
                               {"label", t->label},
                               {"reason", t->voidReason},
                               {"voidedAt", t->voidedAt},
                               {"balanceAfter", amountJson(back.balanceAfter, t->currency)}}));
    return Response::json(200, toJson(*t)).etag(t->version);
}

} // namespace svc::treasury
