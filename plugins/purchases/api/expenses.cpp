#include <svc/amounts.hpp>
#include <svc/error.hpp>
#include <svc/rounding.hpp>
#include <svc/text.hpp>

#include "api/expenses.hpp"
#include "api/neighbours.hpp"
#include "api/purchase_input.hpp"
#include "api/routes.hpp"

namespace svc::purchases {
namespace {

/// What an expense without category is booked as.
constexpr std::string_view DefaultCategory = "other_expense";

struct Category {
    std::string key;
    std::string role = "expense_other";
    Json accounts = Json(nullptr);
};

Category categoryOf(Call& call, const Json& body) {
    const auto key = body.optionalText("category");
    const std::string wanted = key.value_or(std::string(DefaultCategory));
    const Json found =
        call.offers("treasury.category")
            ? call.command("treasury.category", Json::object({{"key", wanted}, {"direction", "out"}}))
            : Json();
    if (found.isNull()) {
        // A company may have done away with the category that expenses have by default, not with the account.
        if (key) {
            throw ApiError(400, "category-unknown", {*key});
        }
        return {wanted};
    }
    if (found.textOr("direction") == "in") {
        throw fieldInvalid("category");
    }
    return {wanted, found.textOr("role", "expense_other"), found["accounts"]};
}

/// Tax contained in an amount.
std::int64_t includedTax(std::int64_t amount, const std::optional<Decimal>& rate) {
    if (!rate || rate->isZero()) {
        return 0;
    }
    return Decimal::divide(Decimal(amount) * *rate, Decimal(100) + *rate, 0).toInteger().value();
}

Json counterpartOf(Call& call, const Expense& expense, const Category& category, std::int64_t amountBase) {
    // Who is not registered for the tax bears it.
    const std::int64_t tax = call.company().vatNumber ? includedTax(amountBase, expense.taxRate) : 0;
    Json line =
        Json::object({{"role", category.role}, {"amount", amountBase - tax}, {"category", category.key}});
    if (category.accounts.isObject() && !category.accounts.empty()) {
        line.set("accounts", category.accounts);
    }
    if (tax != 0) {
        // The base of the tax, for the tax report.
        line.set("taxCategory", "S");
        line.set("taxRate", *expense.taxRate);
    }
    Json lines = Json::array({std::move(line)});
    if (tax != 0) {
        lines.push(Json::object({{"role", "vat_deductible_services"},
                                 {"amount", tax},
                                 {"taxCategory", "S"},
                                 {"taxRate", *expense.taxRate}}));
    }
    return lines;
}

std::int64_t baseAmountOf(Call& call, const Expense& expense) {
    const Currency base = call.company().currency;
    if (expense.currency == base) {
        return expense.amount;
    }
    const Decimal rate = rateOf(call, expense.currency, expense.date);
    const Decimal shifted = Decimal(expense.amount).shifted(base.digits() - expense.currency.digits());
    const auto amount = roundedMinor(Decimal::divide(shifted, rate, 0));
    if (!amount) {
        throw fieldInvalid("amount");
    }
    return *amount;
}

Uuid payExpense(Call& call, const Expense& expense, const Category& category, const Json& wallet) {
    const std::string id = encodeId("exp", expense.id);
    const std::int64_t amountBase = baseAmountOf(call, expense);
    const Json paid = call.command(
        "treasury.pay",
        Json::object(
            {{"walletId", encodeId("wal", expense.walletId)},
             {"wallet", wallet},
             {"amount", expense.amount},
             {"baseAmount", amountBase},
             {"kind", "expense"},
             {"documentKind", "expense"},
             {"documentId", id},
             {"documentNumber", expense.reference.value_or(id)},
             {"businessUnitId",
              expense.businessUnitId ? Json(encodeId("bus", *expense.businessUnitId)) : Json(nullptr)},
             {"partnerId", expense.partnerId ? Json(encodeId("par", *expense.partnerId)) : Json(nullptr)},
             {"date", expense.date},
             {"label", expense.label},
             {"reference", expense.reference},
             {"category", expense.category},
             {"taxRate", expense.taxRate},
             {"counterpart", counterpartOf(call, expense, category, amountBase)}}));
    const auto transaction = decodeId("txn", paid.textOr("transactionId"));
    if (!transaction) {
        throw Fault("treasury.pay answered no transaction");
    }
    return *transaction;
}

Json expenseJson(const Expense& e) {
    const auto id = [](std::string_view prefix, const std::optional<Uuid>& value) {
        return value ? Json(encodeId(prefix, *value)) : Json(nullptr);
    };
    return Json::object({{"id", encodeId("exp", e.id)},
                         {"label", e.label},
                         {"category", e.category},
                         {"amount", e.amount},
                         {"tax", e.tax},
                         {"taxRate", e.taxRate},
                         {"currency", e.currency.code()},
                         {"walletId", encodeId("wal", e.walletId)},
                         {"transactionId", encodeId("txn", e.transactionId)},
                         {"partnerId", id("par", e.partnerId)},
                         {"date", e.date},
                         {"reference", e.reference},
                         {"status", e.voidedAt ? "voided" : "posted"},
                         {"voidedAt", e.voidedAt},
                         {"createdAt", e.createdAt},
                         {"updatedAt", e.updatedAt},
                         {"version", e.version},
                         {"createdBy", actorJson(e.createdByKind, e.createdById)}});
}

void emitExpenseCreated(Call& call, const Expense& e, const std::optional<Partner>& partner) {
    const std::string id = encodeId("exp", e.id);
    call.emit(
        "expense.created", "expense", id,
        Json::object({{"id", id},
                      {"label", e.label},
                      {"category", e.category},
                      {"amount", amountJson(e.amount, e.currency)},
                      {"tax", amountJson(e.tax, e.currency)},
                      {"walletId", encodeId("wal", e.walletId)},
                      {"transactionId", encodeId("txn", e.transactionId)},
                      {"partner", partner ? Json::object({{"id", partner->idText}, {"name", partner->name}})
                                          : Json(nullptr)},
                      {"date", e.date}}));
}

} // namespace

Expense recordExpense(Call& call, const Json& body) {
    Expense expense;
    const auto amount = body.optionalDecimal("amount");
    if (!amount || amount->sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
    expense.taxRate = body.optionalDecimal("taxRate");
    const auto date = dateIn(body, "date");

    const Wallet wallet = requireWallet(call, body.optionalText("walletId"), {}, "walletId");
    if (const auto currency = body.optionalText("currency");
        currency && *currency != wallet.currency.code()) {
        throw fieldInvalid("walletId");
    }
    std::optional<Partner> partner;
    if (const auto id = body.optionalText("partnerId")) {
        partner = findPartner(call, *id);
        if (!partner) {
            throw ApiError(404, "partner-not-found");
        }
        expense.partnerId = partner->id;
    }
    checkWalletState(wallet, "walletId");
    if (partner && partner->archived) {
        throw fieldInvalid("partnerId");
    }
    const Category category = categoryOf(call, body);
    expense.date = date.value_or(call.today());
    call.checkDate(expense.date);
    expense.currency = wallet.currency;
    expense.amount = amountOf(*amount, wallet.currency, "amount");

    expense.id = call.newUuid();
    expense.label = body.textOr("label");
    expense.category = category.key;
    expense.tax = includedTax(expense.amount, expense.taxRate);
    expense.walletId = wallet.id;
    if (wallet.businessUnitId) {
        expense.businessUnitId = decodeId("bus", *wallet.businessUnitId);
    }
    expense.reference = body.optionalText("reference");
    expense.createdAt = expense.updatedAt = call.now();
    if (const auto kind = call.actor().kindText()) {
        expense.createdByKind = std::string(*kind);
    }
    expense.createdById = call.actor().optionalId();
    expense.transactionId = payExpense(call, expense, category, wallet.facts);
    insertExpense(call, expense);
    emitExpenseCreated(call, expense, partner);
    call.history("expense", encodeId("exp", expense.id), "expense.created");
    return expense;
}

Response createExpenseRoute(Request& request) {
    const Expense expense = recordExpense(request, request.body());
    return Response::json(201, expenseJson(expense)).etag(expense.version);
}

Json recordExpenseCommand(Call& call, const Json& input) {
    return expenseJson(recordExpense(call, input));
}

Response listExpensesRoute(Request& request) {
    ExpenseFilter filter;
    filter.dates = request.dateRange();
    const auto text = [&](std::string_view name) -> std::optional<std::string> {
        const auto value = request.query(name);
        return value && !trim(*value).empty() ? std::optional<std::string>(trim(*value)) : std::nullopt;
    };
    filter.category = text("category");
    // An identifier of the wrong form finds nothing, like an unknown one.
    if (const auto wallet = text("walletId")) {
        filter.walletId = decodeId("wal", *wallet).value_or(Uuid());
    }
    if (const auto partner = text("partnerId")) {
        filter.partnerId = decodeId("par", *partner).value_or(Uuid());
    }
    filter.text = text("q");
    filter.oldestFirst = request.query("sort") == "date";
    const ExpensePage page = listExpenses(request, filter, request.arrayPage());
    Json records = Json::array();
    for (const Expense& expense : page.rows) {
        records.push(expenseJson(expense));
    }
    return Response::json(200, records).total(page.count);
}

Json expenseDocumentCommand(Call& call, const Json& input) {
    const auto id = decodeId("exp", input.textOr("id"));
    const auto expense = id ? findExpense(call, *id) : std::nullopt;
    if (!expense) {
        return Json(nullptr);
    }
    return Json::object(
        {{"id", encodeId("exp", expense->id)},
         {"number", nullptr},
         {"date", expense->date},
         {"partnerId", expense->partnerId ? Json(encodeId("par", *expense->partnerId)) : Json(nullptr)},
         {"label", expense->label}});
}

void expenseVoidedHook(Call& call, const Json& event) {
    const auto transaction = decodeId("txn", event.textOr("objectId"));
    if (!transaction) {
        return;
    }
    if (const auto id = voidExpenseOf(call, *transaction)) {
        call.history("expense", encodeId("exp", *id), "expense.voided");
    }
}

} // namespace svc::purchases
