#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "payment/paid_with_sale.hpp"
#include "receipt/record.hpp"

namespace svc::de_kassensichv {
namespace {

constexpr std::string_view Caption = "TSE (KassenSichV)";

using namespace calls::sales;

Sale getSale(Call& call, SaleId id) {
    return get(call, {.id = id}).value();
}

void checkCurrency(Currency currency) {
    if (currency != Currency::of("EUR")) {
        throw ApiError(400, "currency-unsupported", {std::string(currency.code())});
    }
}

template <class Amount>
TaxedAmount taxedAmount(const Amount& amount) {
    return {
        .taxCategory = amount.taxCategory, .taxRate = amount.taxRate, .net = amount.net, .tax = amount.tax};
}

/// The lines, when they sum to the total of the document; else its taxes by rate.
template <class Document>
void addLines(Draft& draft, const Document& document, std::int64_t sign) {
    std::vector<TaxedAmount> amounts;
    std::int64_t sum = 0;
    for (const auto& line : document.lines) {
        TaxedAmount& added = amounts.emplace_back(taxedAmount(line));
        added.text = line.label;
        added.quantity = line.quantity;
        added.unit = line.unit;
        if constexpr (requires { line.itemId; }) {
            added.item = line.itemId ? std::optional(line.itemId->toString()) : std::nullopt;
        }
        sum += added.gross();
    }
    if (amounts.empty() || sum != document.total) {
        amounts.clear();
        for (const SaleTax& tax : document.taxes) {
            amounts.push_back(taxedAmount(tax));
        }
    }
    draft.addLines(amounts, document.total, sign);
}

/// Payments that were made with the sale.
void addPayments(Draft& draft, const Sale& sale) {
    for (const auto& payment : sale.payments) {
        if (payment.status != SalePaymentState::Voided) {
            draft.addPayment(toText(payment.method), payment.amount, payment.walletAmount,
                             std::string(payment.walletCurrency.code()), payment.id.toString());
        }
    }
}

/// Tickets, and invoices on which the till takes money. The till has no part in an invoice on credit.
bool concernsTill(const Sale& sale) {
    if (sale.kind == SaleKind::Ticket) {
        return true;
    }
    for (const auto& payment : sale.payments) {
        if (payment.status != SalePaymentState::Voided && isTillMethod(toText(payment.method))) {
            return true;
        }
    }
    return false;
}

std::optional<Receipt> recordSale(Call& call, const std::string& id, bool training) {
    const Sale sale = getSale(call, SaleId::parse(id).value());
    if (!concernsTill(sale)) {
        return std::nullopt;
    }
    checkCurrency(sale.currency);
    Draft draft(id, sale.number);
    addLines(draft, sale, 1);
    addPayments(draft, sale);
    draft.balance();
    if (sale.partner) {
        const auto seal = sealed(call, {.id = id}).value();
        if (seal.buyer) {
            draft.setCustomer(*seal.buyer, *sale.partner);
        }
    }
    auto receipt = recordReceipt(call, draft, training);
    if (receipt) {
        for (const auto& payment : sale.payments) {
            notePaidWithSale(call, payment.id.toString());
        }
    }
    return receipt;
}

/// The refund that made the credit note; nothing for a cancellation.
std::optional<SaleRefund> refundOf(const Sale& sale, CreditNoteId noteId) {
    for (const SaleRefund& refund : sale.refunds) {
        if (refund.creditNote.id == noteId) {
            return refund;
        }
    }
    return std::nullopt;
}

/// Adds the money that is given back.
void addReturned(Draft& draft, const std::optional<SaleRefund>& refund) {
    if (!refund || refund->moneyReturned == 0) {
        return;
    }
    const std::int64_t returned = refund->moneyReturned;
    const std::string currency(refund->walletCurrency.value_or(Currency::of("EUR")).code());
    const std::int64_t moved = refund->walletAmount.value_or(returned);
    draft.addPayment(refund->method.value_or(""), -returned, -moved, currency);
}

/// Records the receipt of a credit note. It references the original receipt, and is a training receipt when
/// the original was one. When the till has no receipt of the sale, only the money it pays back is recorded.
std::optional<Receipt> recordCredit(Call& call, const std::string& id, bool cancels, bool training) {
    const auto note = creditNote(call, {.id = CreditNoteId::parse(id).value()}).value();
    const auto refund = refundOf(getSale(call, note.saleId), note.id);
    const auto original = findReceiptOf(call, note.saleId.toString());
    Draft draft(id, note.number);
    if (!original) {
        if (!refund || !isTillMethod(refund->method.value_or("")) || refund->moneyReturned == 0) {
            return std::nullopt;
        }
        checkCurrency(note.currency);
        addReturned(draft, refund);
        draft.addCase(cases::ClaimSettled, note.number, -refund->moneyReturned);
        return recordReceipt(call, draft, training);
    }
    checkCurrency(note.currency);
    addLines(draft, note, -1);
    addReturned(draft, refund);
    draft.balance();
    draft.setReference(*original);
    if (cancels) {
        draft.setCancels();
    }
    return recordReceipt(call, draft, original->type == TrainingType);
}

} // namespace

/// Prefetches what prepare reads of the till. Only tickets lock the till early, since many invoices never
/// concern it.
void commands::askAhead(Call& call, const commands::AskAheadInput& input) {
    if (input.document.form == "ticket") {
        askForReceipt(call, input.document.id);
    }
}

/// A receipt in the transaction of its sale, refund or cancellation; nothing when the till has no part in it.
std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    using namespace calls::compliance;
    const std::string& id = input.document.id;
    const bool training = input.mode == FiscalMode::Test;
    const auto receipt = input.document.kind == FiscalDocumentKind::Sale
                             ? recordSale(call, id, training)
                             : recordCredit(call, id, input.operation == FiscalOperation::Cancel, training);
    if (!receipt) {
        return std::nullopt;
    }
    RegimeMark mark{.lines = {"Kassen-Seriennummer: " + input.settings.textOr("serialNumber"),
                              "TSE-Signatur noch nicht erstellt"},
                    .caption = std::string(Caption)};
    if (receipt->type == TrainingType) {
        mark.lines.push_back("Trainingsbeleg");
    }
    const Json payload = Json::object({{"receipt", receipt->id.toString()},
                                       {"processType", ReceiptProcess},
                                       {"processData", receipt->processData}});
    return commands::PrepareOutput{.mark = std::move(mark), .payload = base64Encode(payload.dump())};
}

} // namespace svc::de_kassensichv
