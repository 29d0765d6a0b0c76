#include "journal/store/documents.hpp"

#include <map>

#include <svc/columns.hpp>
#include <svc/id.hpp>
#include <svc/inner_rows.hpp>

#include "bindings.hpp"
#include "records/ids.hpp"
#include "sealing/canonical_json.hpp"

namespace svc::compliance {
namespace {

using calls::sales::RecordedLine;
using calls::sales::RecordedPayment;
using calls::sales::RecordedSale;
using records::CreditNoteId;

struct RecordedCreditNote {
    CreditNoteId id{};
    std::string number;
    Date date{};
    SaleId saleId{};
    std::string kind;
    std::string currency;
    std::int64_t total = 0;
    std::int64_t taxTotal = 0;
    std::int64_t totalBase = 0;
    Json taxes;
    Json lines;
};

/// A refund paid with a credit note.
struct RecordedRefund {
    Uuid id{};
    Date date{};
    SaleId saleId{};
    WalletId walletId{};
    std::string method;
    std::string currency;
    std::int64_t amount = 0;
    std::int64_t amountBase = 0;
    CreditNoteId creditNoteId{};
};

/// The columns of the published view of sales that the journal records.
const Table Sales("sales.v1_sales", columnWrittenOnce("id", &RecordedSale::id),
                  column("kind", &RecordedSale::kind), column("number", &RecordedSale::number),
                  column("date", &RecordedSale::date),
                  column("business_unit_id", &RecordedSale::businessUnitId),
                  column("currency", &RecordedSale::currency), column("total", &RecordedSale::total),
                  column("tax_total", &RecordedSale::taxTotal),
                  column("total_base", &RecordedSale::totalBase), column("taxes", &RecordedSale::taxes));
const Table Lines("sales.v1_lines", columnWrittenOnce("id", &RecordedLine::id),
                  column("label", &RecordedLine::label), column("quantity", &RecordedLine::quantity),
                  column("unit_price", &RecordedLine::unitPrice), column("net", &RecordedLine::net),
                  column("tax", &RecordedLine::tax), column("total", &RecordedLine::total),
                  column("tax_category", &RecordedLine::taxCategory),
                  column("tax_rate", &RecordedLine::taxRate));
const Table
    Payments("sales.v1_payments", columnWrittenOnce("id", &RecordedPayment::id),
             column("date", &RecordedPayment::date), column("origin", &RecordedPayment::origin),
             column("sale_id", &RecordedPayment::saleId), column("wallet_id", &RecordedPayment::walletId),
             column("method", &RecordedPayment::method), column("currency", &RecordedPayment::currency),
             column("amount", &RecordedPayment::amount), column("amount_base", &RecordedPayment::amountBase));
const Table CreditNotes(
    "sales.v1_credit_notes", columnWrittenOnce("id", &RecordedCreditNote::id),
    column("number", &RecordedCreditNote::number), column("date", &RecordedCreditNote::date),
    column("sale_id", &RecordedCreditNote::saleId), column("kind", &RecordedCreditNote::kind),
    column("currency", &RecordedCreditNote::currency), column("total", &RecordedCreditNote::total),
    column("tax_total", &RecordedCreditNote::taxTotal), column("total_base", &RecordedCreditNote::totalBase),
    column("taxes", &RecordedCreditNote::taxes), column("lines", &RecordedCreditNote::lines));
const Table Refunds("sales.v1_refunds", columnWrittenOnce("id", &RecordedRefund::id),
                    column("date", &RecordedRefund::date), column("sale_id", &RecordedRefund::saleId),
                    column("wallet_id", &RecordedRefund::walletId), column("method", &RecordedRefund::method),
                    column("currency", &RecordedRefund::currency),
                    column("money_returned", &RecordedRefund::amount),
                    column("money_base", &RecordedRefund::amountBase),
                    column("credit_note_id", &RecordedRefund::creditNoteId));

/// Statements of these columns for `ids`, an array of uuids as the second parameter.
const std::string SalesSql =
    "SELECT " + Sales.select("s") + ", " +
    innerRows(Lines.select("l"),
              "sales.v1_lines l WHERE l.company_id = $1 AND l.sale_id = s.id ORDER BY l.position") +
    " FROM sales.v1_sales s WHERE s.company_id = $1 AND s.id = ANY ($2::uuid[]) ORDER BY s.id";
const std::string FromPayments =
    "SELECT " + Payments.select("p") + " FROM sales.v1_payments p WHERE p.company_id = $1 AND ";
const std::string PaymentsSql = FromPayments + "p.id = ANY ($2::uuid[])";
const std::string VoidsSql = FromPayments + "p.transaction_id = ANY ($2::uuid[]) AND p.status = 'voided'";
const std::string VoidsOfPaymentsSql = FromPayments + "p.id = ANY ($2::uuid[]) AND p.status = 'voided'";
/// With the unit prices of the lines of the sale.
const std::string CreditNotesSql =
    "SELECT " + CreditNotes.select("c") + ", " +
    innerRows("l.id, l.unit_price", "sales.v1_lines l WHERE l.company_id = $1 AND l.sale_id = c.sale_id") +
    " FROM sales.v1_credit_notes c WHERE c.company_id = $1 AND c.id = ANY ($2::uuid[])";
const std::string FromRefunds =
    "SELECT " + Refunds.select("r") +
    " FROM sales.v1_refunds r WHERE r.company_id = $1 AND r.money_returned <> 0 AND ";
const std::string RefundsSql = FromRefunds + "r.credit_note_id = ANY ($2::uuid[])";
const std::string RefundsByIdSql = FromRefunds + "r.id = ANY ($2::uuid[])";
/// The cancelled sale, after the columns of the credit note that cancels it.
const std::string CancellationsSql =
    "SELECT " + CreditNotes.select("c") + ", s.number FROM sales.v1_sales s JOIN sales.v1_credit_notes c" +
    " ON c.company_id = $1 AND c.sale_id = s.id AND c.kind = 'cancellation'" +
    " WHERE s.company_id = $1 AND s.id = ANY ($2::uuid[]) AND s.status = 'cancelled'";
constexpr std::string_view LastDocumentSql =
    "SELECT greatest((SELECT max(created_at) FROM sales.v1_sales WHERE company_id = $1),"
    " (SELECT max(created_at) FROM sales.v1_payments WHERE company_id = $1),"
    " (SELECT max(created_at) FROM sales.v1_credit_notes WHERE company_id = $1))";
// count(*) instead of EXISTS: for EXISTS the planner scans the journal for each document, expecting an early
// hit.
std::string unrecordedIn(const std::string& view, const std::string& kind) {
    return "(SELECT count(*) FROM sales." + view +
           " d WHERE d.company_id = $1 AND d.created_at > $2 AND NOT EXISTS"
           " (SELECT FROM compliance.journal_entry e WHERE e.company_id = $1 AND e.kind = " +
           kind +
           " AND e.document = d.id::text"
           " AND e.kind NOT IN ('settings', 'drawer_opening', 'reprint', 'credit_note_reprint')))";
}
const std::string UnrecordedSql = "SELECT " + unrecordedIn("v1_sales", "d.kind") + " + " +
                                  unrecordedIn("v1_payments", "'payment'") + " + " +
                                  unrecordedIn("v1_credit_notes", "'credit_note'") + " > 0";

Json dataOf(const RecordedLine& line) {
    // Numbers that are not integers are written as text: canonical JSON has one form of them.
    return Json::object({{"label", line.label},
                         {"quantity", line.quantity.toString()},
                         {"unitPrice", line.unitPrice.toString()},
                         {"net", line.net},
                         {"tax", line.tax},
                         {"total", line.total},
                         {"taxCategory", line.taxCategory},
                         {"taxRate", line.taxRate.toString()}});
}

SealedDocument sealedOf(const RecordedSale& sale) {
    Json lines = Json::array();
    for (const RecordedLine& line : sale.lines) {
        lines.push(dataOf(line));
    }
    return {.kind = sale.kind,
            .document = sale.id.uuid().toString(),
            .number = sale.number,
            .date = sale.date,
            .data = Json::object({{"date", sale.date},
                                  {"businessUnitId", sale.businessUnitId},
                                  {"currency", sale.currency},
                                  {"total", sale.total},
                                  {"tax", sale.taxTotal},
                                  {"totalBase", sale.totalBase},
                                  {"taxes", sealing::exactly(sale.taxes)},
                                  {"lines", std::move(lines)}})};
}

/// The common members of payments and refunds.
template <class Money>
Json moneyOf(const Money& money) {
    return Json::object({{"date", money.date},
                         {"saleId", money.saleId},
                         {"walletId", money.walletId},
                         {"method", money.method},
                         {"currency", money.currency},
                         {"amount", money.amount},
                         {"amountBase", money.amountBase}});
}

SealedDocument sealedOf(const RecordedPayment& payment, std::string_view kind) {
    return {.kind = std::string(kind),
            .document = payment.id.uuid().toString(),
            .number = {},
            .date = payment.date,
            .isOfBank = payment.origin == "bank_match",
            .data = moneyOf(payment)};
}

/// Unit prices by the identifiers of the lines of a sale.
using UnitPrices = std::map<std::string, std::string>;

/// A line of a credit note like that of a sale: quantity, unit price and rate are texts. What is no line of
/// the sale is the credit of an amount, of which its net amount is the price.
Json creditedLine(const Json& line, const UnitPrices& prices) {
    const auto id = decodeId("lin", line.textOr("lineId"));
    const auto sold = prices.find(id ? id->toString() : line.textOr("lineId"));
    Json told = sealing::exactly(line);
    for (const char* name : {"quantity", "taxRate"}) {
        told.set(name, line[name].decimal().toString());
    }
    return told.set("unitPrice", sold != prices.end() ? sold->second : std::to_string(line["net"].integer()));
}

SealedDocument sealedOf(const RecordedCreditNote& note, const UnitPrices& prices) {
    Json data = Json::object({{"date", note.date},
                              {"saleId", note.saleId},
                              {"kind", note.kind},
                              {"currency", note.currency},
                              {"total", note.total},
                              {"tax", note.taxTotal},
                              {"totalBase", note.totalBase},
                              {"taxes", sealing::exactly(note.taxes)},
                              {"lines", sealing::exactly(note.lines)}});
    SealedDocument document{.kind = std::string(kinds::CreditNote),
                            .document = note.id.uuid().toString(),
                            .number = note.number,
                            .date = note.date,
                            .data = data,
                            .earlierData = data};
    Json lines = Json::array();
    for (const Json& line : note.lines.items()) {
        lines.push(creditedLine(line, prices));
    }
    document.data.set("lines", std::move(lines));
    return document;
}

SealedDocument cancellationBy(const RecordedCreditNote& note, std::string_view saleNumber) {
    return {.kind = std::string(kinds::Cancellation),
            .document = note.saleId.uuid().toString(),
            .number = std::string(saleNumber),
            .date = note.date,
            .data = Json::object({{"date", note.date},
                                  {"creditNoteId", note.id},
                                  {"creditNoteNumber", note.number},
                                  {"currency", note.currency},
                                  {"total", note.total},
                                  {"totalBase", note.totalBase}})};
}

std::vector<SealedDocument> paymentsBy(Call& call, const std::string& sql, std::string_view kind,
                                       const ArrayParam& ids) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(sql, call.companyId(), ids)) {
        found.push_back(sealedOf(Payments.read(row), kind));
    }
    return found;
}

std::vector<SealedDocument> refundsBy(Call& call, const std::string& sql, const ArrayParam& ids) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(sql, call.companyId(), ids)) {
        const RecordedRefund refund = Refunds.read(row);
        Json data = moneyOf(refund);
        data.add("creditNoteId", refund.creditNoteId);
        found.push_back({.kind = std::string(kinds::Refund),
                         .document = refund.id.toString(),
                         .number = {},
                         .date = refund.date,
                         .data = std::move(data)});
    }
    return found;
}

/// The data that the sales module passed for a sale created by the current transaction.
struct Told {
    std::uint64_t transaction = 0;
    std::optional<calls::sales::RecordedOutput> sale;
};

} // namespace

const calls::sales::RecordedOutput* saleInTheMaking(Call& call, SaleId id) {
    thread_local Told told;
    if (told.transaction != call.transactionNumber() || !told.sale || told.sale->sale.id != id) {
        told = {call.transactionNumber(), calls::sales::recorded(call, {.id = id})};
    }
    return told.sale ? &*told.sale : nullptr;
}

std::vector<SealedDocument> sealedSales(Call& call, const ArrayParam& sales) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(SalesSql, call.companyId(), sales)) {
        RecordedSale sale = Sales.read(row);
        eachInner(row, Sales.width(), [&](const Row& line) { sale.lines.push_back(Lines.read(line)); });
        found.push_back(sealedOf(sale));
    }
    return found;
}

std::vector<SealedDocument> sealedSale(Call& call, SaleId id) {
    if (const auto* made = saleInTheMaking(call, id)) {
        return {sealedOf(made->sale)};
    }
    ArrayParam ids;
    ids.add(id.uuid());
    return sealedSales(call, ids);
}

std::vector<SealedDocument> sealedPayment(Call& call, SaleId sale, PaymentId payment) {
    if (const auto* made = saleInTheMaking(call, sale)) {
        for (const RecordedPayment& one : made->payments) {
            if (one.id == payment) {
                return {sealedOf(one, kinds::Payment)};
            }
        }
    }
    ArrayParam ids;
    ids.add(payment.uuid());
    return paymentsBy(call, PaymentsSql, kinds::Payment, ids);
}

std::vector<SealedDocument> sealedVoids(Call& call, const ArrayParam& transactions) {
    return paymentsBy(call, VoidsSql, kinds::PaymentVoid, transactions);
}

std::vector<SealedDocument> sealedCreditNotes(Call& call, const ArrayParam& creditNotes) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(CreditNotesSql, call.companyId(), creditNotes)) {
        UnitPrices prices;
        eachInner(row, CreditNotes.width(),
                  [&](const Row& line) { prices.emplace(line.text(0), line.decimal(1).toString()); });
        found.push_back(sealedOf(CreditNotes.read(row), prices));
    }
    return found;
}

std::vector<SealedDocument> sealedRefunds(Call& call, const ArrayParam& creditNotes) {
    return refundsBy(call, RefundsSql, creditNotes);
}

std::vector<SealedDocument> sealedCancellations(Call& call, const ArrayParam& sales) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(CancellationsSql, call.companyId(), sales)) {
        found.push_back(cancellationBy(CreditNotes.read(row), row.text(CreditNotes.width())));
    }
    return found;
}

std::vector<SealedDocument> documentsOf(Call& call, const std::vector<JournalEntry>& entries) {
    ArrayParam sales;
    ArrayParam payments;
    ArrayParam voids;
    ArrayParam notes;
    ArrayParam refunds;
    ArrayParam cancelled;
    const auto add = [](ArrayParam& ids, const JournalRecord& record) {
        if (const auto id = Uuid::parse(record.document)) {
            ids.add(*id);
        }
    };
    for (const JournalEntry& entry : entries) {
        const std::string_view kind = entry.record.kind;
        if (kind == kinds::Invoice || kind == kinds::Ticket) {
            add(sales, entry.record);
        } else if (kind == kinds::Payment) {
            add(payments, entry.record);
        } else if (kind == kinds::PaymentVoid) {
            add(voids, entry.record);
        } else if (kind == kinds::CreditNote) {
            add(notes, entry.record);
        } else if (kind == kinds::Refund) {
            add(refunds, entry.record);
        } else if (kind == kinds::Cancellation) {
            add(cancelled, entry.record);
        }
    }
    std::vector<SealedDocument> all = sealedSales(call, sales);
    const auto take = [&all](std::vector<SealedDocument> more) {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    };
    take(paymentsBy(call, PaymentsSql, kinds::Payment, payments));
    take(paymentsBy(call, VoidsOfPaymentsSql, kinds::PaymentVoid, voids));
    take(sealedCreditNotes(call, notes));
    take(refundsBy(call, RefundsByIdSql, refunds));
    take(sealedCancellations(call, cancelled));
    return all;
}

std::string recordedData(Json data, bool training) {
    if (training) {
        data.set("training", Json(true));
    }
    return sealing::canonicalJson(data);
}

bool isTraining(const JournalRecord& record) {
    // In a text value of the data the quotation marks would be escaped.
    return record.data.find(R"("training":true)") != std::string::npos;
}

std::optional<Instant> lastDocument(Call& call) {
    return call.db().query(LastDocumentSql, call.companyId())[0].optionalInstant(0);
}

bool hasUnrecorded(Call& call, Instant since) {
    return call.db().query(UnrecordedSql, call.companyId(), since)[0].boolean(0);
}

} // namespace svc::compliance
