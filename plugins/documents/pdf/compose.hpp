#pragma once

#include <optional>
#include <string>

#include "document/rules/invoice.hpp"
#include "paper/address.hpp"
#include "paper/wording.hpp"
#include "pdf/paper.hpp"

namespace svc::documents {

/// Words, numbers, dates and addresses are formatted as on the web pages of documents.
using namespace paper;

/// The design of a company's documents (PUT …/document-settings).
struct Look {
    std::string accent = "#1f4e79";
    std::string logo; ///< PNG bytes
    std::string introduction;
    std::string footer;
};

/// The invoice, credit note or ticket. `roll`: for drawTicket, else for drawSheet.
Paper composeInvoice(const Invoice& invoice, const Wording& wording, std::string_view language,
                     const Look& look, bool roll);

/// Documents that look like an invoice and are not one.
enum class Kind { Quote, DeliveryNote, PurchaseOrder };

struct OtherFacts {
    Kind kind = Kind::Quote;
    std::string invoiceNumber = {}; ///< of a delivery note; empty: none
    std::optional<Date> until;      ///< of a quote: valid until; of an order: expected on
    std::optional<std::string> carrier;
    std::optional<std::string> tracking;
};
/// A quote, a delivery note (quantities only) or a purchase order (`seller` is the company that orders, the
/// other party is the supplier).
Paper composeOther(const Invoice& document, const OtherFacts& facts, const Wording& wording,
                   std::string_view language, const Look& look);

/// One line of a partner's account, in minor units of the currency of the company.
struct StatementLine {
    Date date;
    std::string kind; ///< invoice, payment, credit_note …; empty or unknown: the number alone is shown
    std::string document;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::int64_t balance = 0;
};
/// A document of the account that is not paid yet.
struct OpenItem {
    std::string document;
    std::optional<Date> due; ///< without one it is never overdue
    std::int64_t amount = 0;
};
struct Statement {
    Date from;
    Date to;
    Date aged; ///< the day as of which the days overdue are counted
    std::int64_t opening = 0;
    std::int64_t closing = 0;
    std::vector<StatementLine> lines;
    std::vector<OpenItem> open;
};
/// The account of a partner; `parties` holds the company and the partner.
Paper composeStatement(const Invoice& parties, const Statement& statement, const Wording& wording,
                       std::string_view language, const Look& look);

/// The payload of the QR code for a SEPA credit transfer of `due` (EPC069-12, version 002); nothing when this
/// is impossible: another currency, no IBAN, nothing due.
std::optional<std::string> epcPayload(const Invoice& invoice, std::int64_t due);

} // namespace svc::documents
