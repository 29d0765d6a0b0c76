#include "expense/record.hpp"

#include <svc/rounding.hpp>

#include "trade/payments.hpp"
#include "trade/rates.hpp"
#include "trade/tax.hpp"
#include "trade/wallets.hpp"

namespace svc::purchases {
namespace {

/// The category of an expense that names none.
constexpr std::string_view DefaultCategory = "other_expense";

struct Category {
    std::string key;
    std::string role = "expense_other";
    Json accounts = Json(nullptr);
};

Category categoryOf(Call& call, const std::optional<std::string>& key) {
    const std::string wanted = key.value_or(std::string(DefaultCategory));
    const auto found = calls::treasury::offersCategory(call)
                           ? calls::treasury::category(
                                 call, {.key = wanted, .direction = calls::treasury::MoneyDirection::Out})
                           : std::nullopt;
    if (!found) {
        // The company may have removed the default category, but its account still exists.
        if (key) {
            throw unknownName(400, "category-unknown", *key);
        }
        return {wanted};
    }
    if (found->direction == calls::treasury::CategoryDirection::In) {
        throw fieldInvalid("category");
    }
    return {wanted, found->role, found->accounts};
}

/// Tax contained in an amount.
std::int64_t includedTax(std::int64_t amount, const std::optional<Decimal>& rate) {
    return rate ? trade::includedTax(amount, *rate) : 0;
}

/// The tax in the currency of the company; if the receipt states another tax than the rate gives, its share
/// of the amount.
std::int64_t taxInBase(const Expense& expense, std::int64_t amountBase) {
    return expense.tax == includedTax(expense.amount, expense.taxRate)
               ? includedTax(amountBase, expense.taxRate)
               : roundedRatio(Int128{amountBase} * expense.tax, expense.amount);
}

Json counterpartOf(Call& call, const Expense& expense, const Category& category, std::int64_t amountBase) {
    // A company without VAT registration bears the tax as cost.
    const std::int64_t tax = call.company().vatNumber ? taxInBase(expense, amountBase) : 0;
    Json line =
        Json::object({{"role", category.role}, {"amount", amountBase - tax}, {"category", category.key}});
    if (category.accounts.isObject() && !category.accounts.empty()) {
        line.set("accounts", category.accounts);
    }
    if (tax != 0) {
        // The taxable amount, for the tax report.
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
    const Decimal rate = trade::requireRate<calls::treasury::rate>(call, expense.currency, expense.date);
    try {
        return trade::convertMinor(expense.amount, expense.currency, rate, base);
    } catch (const trade::DocumentError&) {
        throw fieldInvalid("amount");
    }
}

TransactionId payExpense(Call& call, const Expense& expense, const Category& category,
                         const calls::treasury::KnownWallet& wallet) {
    const std::int64_t amountBase = baseAmountOf(call, expense);
    return calls::treasury::pay(call, {.walletId = expense.walletId,
                                       .wallet = wallet,
                                       .amount = MinorAmount(expense.amount),
                                       .baseAmount = amountBase,
                                       .kind = calls::treasury::TransactionKind::Expense,
                                       .documentKind = std::string("expense"),
                                       .documentId = expense.id.toString(),
                                       .documentNumber = expense.reference.value_or(expense.id.toString()),
                                       .partnerId = expense.partnerId,
                                       .date = expense.date,
                                       .label = expense.label,
                                       .reference = expense.reference,
                                       .category = expense.category,
                                       .businessUnitId = expense.businessUnitId,
                                       .counterpart = counterpartOf(call, expense, category, amountBase)})
        .transactionId;
}

void emitExpenseCreated(Call& call, const Expense& expense,
                        const std::optional<calls::partners::GetOutput>& partner) {
    events::ExpenseCreated event{.id = expense.id,
                                 .label = expense.label,
                                 .category = expense.category,
                                 .amount = {MinorAmount(expense.amount), expense.currency},
                                 .tax = {MinorAmount(expense.tax), expense.currency},
                                 .walletId = expense.walletId,
                                 .transactionId = expense.transactionId,
                                 .date = expense.date};
    if (partner) {
        event.partner = {.id = partner->id, .name = partner->name};
    }
    emit(call, event);
}

} // namespace

Expense recordExpense(Call& call, const api::ExpenseCreate& body, const std::optional<std::string>& currency,
                      const std::optional<std::int64_t>& tax) {
    if (body.amount.decimal().sign() <= 0) {
        throw ApiError(400, "amount-required");
    }
    const auto wallet = trade::requireWallet<calls::treasury::wallet>(call, body.walletId);
    if (currency && *currency != wallet.currency.code()) {
        throw fieldInvalid("walletId");
    }
    std::optional<calls::partners::GetOutput> partner;
    if (body.partnerId) {
        partner = calls::partners::get(call, {.id = *body.partnerId});
        if (!partner) {
            throw ApiError(404, "partner-not-found");
        }
    }
    trade::checkWalletState(wallet, "walletId");
    if (partner && partner->archived) {
        throw fieldInvalid("partnerId");
    }
    const Category category = categoryOf(call, body.category);
    Expense expense;
    expense.date = call.businessDate(body.date);
    expense.id = call.newId<ExpenseId>();
    expense.label = body.label;
    expense.category = category.key;
    expense.currency = wallet.currency;
    expense.amount = body.amount.minor(wallet.currency, "amount");
    expense.taxRate = body.taxRate;
    expense.tax = tax && body.taxRate ? *tax : includedTax(expense.amount, expense.taxRate);
    expense.walletId = wallet.id;
    expense.businessUnitId = wallet.businessUnitId;
    expense.partnerId = body.partnerId;
    expense.reference = body.reference;
    expense.version = 1;
    expense.createdAt = expense.updatedAt = call.now();
    expense.createdBy = call.actor();
    expense.transactionId = payExpense(call, expense, category, wallet);
    insertExpense(call, expense);
    emitExpenseCreated(call, expense, partner);
    call.history("expense", expense.id.toString(), "expense.created");
    return expense;
}

Answer<201, api::Expense> createExpense(Request& request, const api::ExpenseCreate& body) {
    const Expense expense = recordExpense(request, body);
    return Answer<201, api::Expense>(expense).etag(expense.version);
}

api::Expense commands::recordExpense(Call& call, const Json& input) {
    api::ExpenseCreate body;
    read(input, bind::Place(), body);
    return purchases::recordExpense(call, body, input.optionalText("currency"), input.optionalInteger("tax"));
}

} // namespace svc::purchases
