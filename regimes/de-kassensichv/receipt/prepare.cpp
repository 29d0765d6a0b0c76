#include "receipt/prepare.hpp"

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "payment/paid_with_sale.hpp"
#include "receipt/record.hpp"

namespace svc::kassensichv {
namespace {

constexpr std::string_view Caption = "TSE (KassenSichV)";

Json saleOf(Call& call, const std::string& id) {
    return call.command("sales.get", Json::object({{"id", id}}));
}

void checkCurrency(const Json& document) {
    const std::string currency = document.textOr("currency");
    if (currency != "EUR") {
        throw ApiError(400, "currency-unsupported", {currency});
    }
}

/// Payments that were made with the sale.
void addPayments(Draft& draft, const Json& sale) {
    for (const Json& payment : sale["payments"].items()) {
        if (payment.textOr("status") != "voided") {
            draft.addPayment(payment.textOr("method"), payment["amount"].integer(),
                             payment["walletAmount"].integer(), payment.textOr("walletCurrency", "EUR"),
                             payment.optionalText("id"));
        }
    }
}

/// Tickets, and invoices on which the till takes money. The till has no part in an invoice on credit.
bool concernsTill(const Json& sale) {
    if (sale.textOr("kind") == "ticket") {
        return true;
    }
    for (const Json& payment : sale["payments"].items()) {
        if (payment.textOr("status") != "voided" && isTillMethod(payment.textOr("method"))) {
            return true;
        }
    }
    return false;
}

std::optional<Receipt> recordSale(Call& call, const std::string& id, bool training) {
    const Json sale = saleOf(call, id);
    if (!concernsTill(sale)) {
        return std::nullopt;
    }
    checkCurrency(sale);
    Draft draft(id, sale.textOr("number"));
    draft.addLines(sale, 1);
    addPayments(draft, sale);
    draft.balance();
    if (sale["partner"].isObject()) {
        const Json sealed = call.command("sales.sealed", Json::object({{"id", id}}));
        draft.setCustomer(sealed["buyer"], sale["partner"]);
    }
    auto receipt = recordReceipt(call, draft, training);
    if (receipt) {
        for (const Json& payment : sale["payments"].items()) {
            notePaidWithSale(call, payment["id"].text());
        }
    }
    return receipt;
}

/// The refund that made the credit note; null for a cancellation.
Json refundOf(const Json& sale, const std::string& noteId) {
    for (const Json& refund : sale["refunds"].items()) {
        if (refund["creditNote"].textOr("id") == noteId) {
            return refund;
        }
    }
    return nullptr;
}

/// Adds the money that is given back.
void addReturned(Draft& draft, const Json& refund) {
    if (!refund.isObject() || refund["moneyReturned"].integer() == 0) {
        return;
    }
    const std::int64_t returned = refund["moneyReturned"].integer();
    const std::string currency = refund.textOr("walletCurrency", "EUR");
    const std::int64_t moved = refund.optionalInteger("walletAmount").value_or(returned);
    draft.addPayment(refund.textOr("method"), -returned, -moved, currency);
}

/// Records the receipt of a credit note. It references the original receipt, and is a training receipt when
/// the original was one. When the till has no receipt of the sale, only the money it pays back is recorded.
std::optional<Receipt> recordCredit(Call& call, const std::string& id, bool cancels, bool training) {
    const Json note = call.command("sales.credit_note", Json::object({{"id", id}}));
    const std::string saleId = note.textOr("saleId");
    const Json refund = refundOf(saleOf(call, saleId), id);
    const auto original = findReceiptOf(call, saleId);
    Draft draft(id, note.textOr("number"));
    if (!original) {
        if (!refund.isObject() || !isTillMethod(refund.textOr("method")) ||
            refund["moneyReturned"].integer() == 0) {
            return std::nullopt;
        }
        checkCurrency(note);
        addReturned(draft, refund);
        draft.addCase(cases::ClaimSettled, note.textOr("number"), -refund["moneyReturned"].integer());
        return recordReceipt(call, draft, training);
    }
    checkCurrency(note);
    draft.addLines(note, -1);
    addReturned(draft, refund);
    draft.balance();
    draft.setReference(*original);
    if (cancels) {
        draft.setCancels();
    }
    return recordReceipt(call, draft, original->type == TrainingType);
}

} // namespace

Json askAhead(Call& call, const Json& input) {
    const Json& document = input["document"];
    if (document.textOr("form") == "ticket") {
        askForReceipt(call, document.textOr("id"));
    }
    return Json::object();
}

Json prepare(Call& call, const Json& input) {
    const Json& document = input["document"];
    const std::string id = document.textOr("id");
    const bool training = input.textOr("mode") == "test";
    const auto receipt = document.textOr("kind") == "sale"
                             ? recordSale(call, id, training)
                             : recordCredit(call, id, input.textOr("operation") == "cancel", training);
    if (!receipt) {
        return nullptr;
    }
    Json lines = Json::array({"Kassen-Seriennummer: " + input["settings"].textOr("serialNumber"),
                              "TSE-Signatur noch nicht erstellt"});
    if (receipt->type == TrainingType) {
        lines.push("Trainingsbeleg");
    }
    const Json payload = Json::object({{"receipt", receipt->id.toString()},
                                       {"processType", ReceiptProcess},
                                       {"processData", receipt->processData}});
    return Json::object({{"mark", Json::object({{"lines", std::move(lines)}, {"caption", Caption}})},
                         {"payload", base64Encode(payload.dump())}});
}

} // namespace svc::kassensichv
