#include "store/journal_documents.hpp"

#include <svc/id.hpp>

#include "sealing/canonical_json.hpp"

namespace svc::compliance {
namespace {

constexpr std::string_view SalesSql =
    "SELECT s.id, s.kind, s.number, s.date, s.business_unit_id, s.currency, s.total, s.tax_total,"
    " s.total_base, s.taxes, l.label, l.quantity, l.unit_price, l.net, l.tax, l.total, l.tax_category,"
    " l.tax_rate FROM sales.v1_sales s LEFT JOIN sales.v1_lines l ON l.company_id = $1 AND l.sale_id = s.id"
    " WHERE s.company_id = $1 AND s.id = ANY ($2::uuid[]) ORDER BY s.id, l.position";
constexpr std::string_view PaymentsOfSaleSql =
    "SELECT id, date, origin, sale_id, wallet_id, method, currency, amount, amount_base"
    " FROM sales.v1_payments WHERE company_id = $1 AND sale_id = ANY ($2::uuid[])";
constexpr std::string_view PaymentsSql =
    "SELECT id, date, origin, sale_id, wallet_id, method, currency, amount, amount_base"
    " FROM sales.v1_payments WHERE company_id = $1 AND id = ANY ($2::uuid[])";
constexpr std::string_view VoidsSql =
    "SELECT id, date, origin, sale_id, wallet_id, method, currency, amount, amount_base"
    " FROM sales.v1_payments WHERE company_id = $1 AND transaction_id = ANY ($2::uuid[])"
    " AND status = 'voided'";
constexpr std::string_view VoidsOfPaymentsSql =
    "SELECT id, date, origin, sale_id, wallet_id, method, currency, amount, amount_base"
    " FROM sales.v1_payments WHERE company_id = $1 AND id = ANY ($2::uuid[]) AND status = 'voided'";
constexpr std::string_view CreditNotesSql =
    "SELECT id, number, date, sale_id, kind, currency, total, tax_total, total_base, taxes, lines"
    " FROM sales.v1_credit_notes WHERE company_id = $1 AND id = ANY ($2::uuid[])";
#define SVC_REFUND_SQL                                                                                       \
    "SELECT id, date, sale_id, wallet_id, method, currency, money_returned, money_base, credit_note_id"      \
    " FROM sales.v1_refunds WHERE company_id = $1 AND money_returned <> 0 AND "
constexpr std::string_view RefundsSql = SVC_REFUND_SQL "credit_note_id = ANY ($2::uuid[])";
constexpr std::string_view RefundsByIdSql = SVC_REFUND_SQL "id = ANY ($2::uuid[])";
constexpr std::string_view CancellationsSql =
    "SELECT s.id, s.number, c.date, c.id, c.number, c.currency, c.total, c.total_base FROM sales.v1_sales s"
    " JOIN sales.v1_credit_notes c ON c.company_id = $1 AND c.sale_id = s.id AND c.kind = 'cancellation'"
    " WHERE s.company_id = $1 AND s.id = ANY ($2::uuid[]) AND s.status = 'cancelled'";
constexpr std::string_view LastDocumentSql =
    "SELECT greatest((SELECT max(created_at) FROM sales.v1_sales WHERE company_id = $1),"
    " (SELECT max(created_at) FROM sales.v1_payments WHERE company_id = $1),"
    " (SELECT max(created_at) FROM sales.v1_credit_notes WHERE company_id = $1))";
#define SVC_NO_RECORD(kind, document)                                                                        \
    " AND NOT EXISTS (SELECT FROM compliance.journal_entry e WHERE e.company_id = $1 AND e.kind = " kind     \
    " AND e.document = " document "::text AND e.kind <> 'settings')"
// Counted, not looked for: a plan that hopes to find one early looks through the journal for each document.
#define SVC_COUNT(view, kind)                                                                                \
    "(SELECT count(*) FROM sales." view                                                                      \
    " d WHERE d.company_id = $1 AND d.created_at > $2" SVC_NO_RECORD(kind, "d.id") ")"
constexpr std::string_view UnrecordedSql = "SELECT " SVC_COUNT("v1_sales", "d.kind") " + " SVC_COUNT(
    "v1_payments", "'payment'") " + " SVC_COUNT("v1_credit_notes", "'credit_note'") " > 0";

std::string idText(std::string_view prefix, const Uuid& id) {
    return encodeId(prefix, id);
}

Json lineOf(const Row& row) {
    std::uint32_t at = 10;
    Json line = Json::object();
    line.add("label", Json(row.text(at++)));
    line.add("quantity", Json(row.decimal(at++).toString()));
    line.add("unitPrice", Json(row.decimal(at++).toString()));
    line.add("net", Json(row.integer(at++)));
    line.add("tax", Json(row.integer(at++)));
    line.add("total", Json(row.integer(at++)));
    line.add("taxCategory", Json(row.text(at++)));
    line.add("taxRate", Json(row.decimal(at).toString()));
    return line;
}

SealedDocument saleOf(const Row& row) {
    SealedDocument sale;
    sale.kind = row.text(1);
    sale.document = row.text(0);
    sale.number = row.text(2);
    sale.date = row.date(3);
    sale.data = Json::object({{"date", row.text(3)},
                              {"businessUnitId", idText("bus", row.uuid(4))},
                              {"currency", row.text(5)},
                              {"total", row.integer(6)},
                              {"tax", row.integer(7)},
                              {"totalBase", row.integer(8)},
                              {"taxes", sealing::exactly(row.json(9))},
                              {"lines", Json::array()}});
    return sale;
}

/// What payments and refunds have in common, from the column of the sale on.
Json moneyOf(const Row& row, std::uint32_t at) {
    Json data = Json::object();
    data.add("saleId", Json(idText("sal", row.uuid(at))));
    data.add("walletId", Json(idText("wal", row.uuid(at + 1))));
    data.add("method", Json(row.text(at + 2)));
    data.add("currency", Json(row.text(at + 3)));
    data.add("amount", Json(row.integer(at + 4)));
    data.add("amountBase", Json(row.integer(at + 5)));
    return data;
}

std::vector<SealedDocument> paymentsBy(Call& call, std::string_view sql, std::string_view kind,
                                       const ArrayParam& ids) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(sql, call.companyId(), ids)) {
        SealedDocument payment;
        payment.kind = kind;
        payment.document = row.text(0);
        payment.date = row.date(1);
        payment.origin = row.text(2);
        payment.data = moneyOf(row, 3);
        payment.data.add("date", Json(row.text(1)));
        found.push_back(std::move(payment));
    }
    return found;
}

std::vector<SealedDocument> refundsBy(Call& call, std::string_view sql, const ArrayParam& ids) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(sql, call.companyId(), ids)) {
        SealedDocument refund;
        refund.kind = kinds::Refund;
        refund.document = row.text(0);
        refund.date = row.date(1);
        refund.data = moneyOf(row, 2);
        refund.data.add("date", Json(row.text(1)));
        refund.data.add("creditNoteId", Json(idText("crn", row.uuid(8))));
        found.push_back(std::move(refund));
    }
    return found;
}

} // namespace

std::vector<SealedDocument> sealedSales(Call& call, const ArrayParam& sales) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(SalesSql, call.companyId(), sales)) {
        if (found.empty() || found.back().document != row.text(0)) {
            found.push_back(saleOf(row));
        }
        if (!row.isNull(10)) {
            found.back().data.find("lines")->push(lineOf(row));
        }
    }
    return found;
}

void askSealedSale(Call& call, const ArrayParam& sale) {
    call.db().askAhead(SalesSql, call.companyId(), sale);
    call.db().askAhead(PaymentsOfSaleSql, call.companyId(), sale);
}

std::vector<SealedDocument> sealedPayment(Call& call, const ArrayParam& sale, const Uuid& payment) {
    std::vector<SealedDocument> ofSale = paymentsBy(call, PaymentsOfSaleSql, kinds::Payment, sale);
    std::erase_if(ofSale,
                  [id = payment.toString()](const SealedDocument& one) { return one.document != id; });
    return ofSale;
}

std::vector<SealedDocument> sealedVoids(Call& call, const ArrayParam& transactions) {
    return paymentsBy(call, VoidsSql, kinds::PaymentVoid, transactions);
}

std::vector<SealedDocument> sealedCreditNotes(Call& call, const ArrayParam& creditNotes) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(CreditNotesSql, call.companyId(), creditNotes)) {
        SealedDocument note;
        note.kind = kinds::CreditNote;
        note.document = row.text(0);
        note.number = row.text(1);
        note.date = row.date(2);
        note.data = Json::object({{"date", row.text(2)},
                                  {"saleId", idText("sal", row.uuid(3))},
                                  {"kind", row.text(4)},
                                  {"currency", row.text(5)},
                                  {"total", row.integer(6)},
                                  {"tax", row.integer(7)},
                                  {"totalBase", row.integer(8)},
                                  {"taxes", sealing::exactly(row.json(9))},
                                  {"lines", sealing::exactly(row.json(10))}});
        found.push_back(std::move(note));
    }
    return found;
}

std::vector<SealedDocument> sealedRefunds(Call& call, const ArrayParam& creditNotes) {
    return refundsBy(call, RefundsSql, creditNotes);
}

std::vector<SealedDocument> sealedCancellations(Call& call, const ArrayParam& sales) {
    std::vector<SealedDocument> found;
    for (const Row row : call.db().query(CancellationsSql, call.companyId(), sales)) {
        SealedDocument cancelled;
        cancelled.kind = kinds::Cancellation;
        cancelled.document = row.text(0);
        cancelled.number = row.text(1);
        cancelled.date = row.date(2);
        cancelled.data = Json::object({{"date", row.text(2)},
                                       {"creditNoteId", idText("crn", row.uuid(3))},
                                       {"creditNoteNumber", row.text(4)},
                                       {"currency", row.text(5)},
                                       {"total", row.integer(6)},
                                       {"totalBase", row.integer(7)}});
        found.push_back(std::move(cancelled));
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
    // Within a text of the data the quotation marks would be escaped.
    return record.data.find(R"("training":true)") != std::string::npos;
}

std::optional<Instant> lastDocument(Call& call) {
    return call.db().query(LastDocumentSql, call.companyId())[0].optionalInstant(0);
}

bool hasUnrecorded(Call& call, Instant since) {
    return call.db().query(UnrecordedSql, call.companyId(), since)[0].boolean(0);
}

} // namespace svc::compliance
