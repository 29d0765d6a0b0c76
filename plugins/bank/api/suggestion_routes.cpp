#include <algorithm>
#include <set>
#include <utility>

#include <svc/error.hpp>

#include "api/own_transfers.hpp"
#include "api/payouts.hpp"
#include "api/records.hpp"
#include "api/routes.hpp"
#include "domain/matching.hpp"
#include "domain/text.hpp"

namespace svc::bank {

namespace {

// Open documents of the direction and currency of the line, issued not after it. Both modules keep an index
// of what has a balance. Of thousands only those come out that some signal may mean: the amount ($4), the end
// of a number or reference that stands in the text ($5; an end with other signs always), a partner ($6).
#define SVC_MEANT(NUMBER)                                                                                    \
    "(strpos($5, upper(right(" NUMBER ", 3))) > 0 OR right(" NUMBER ", 3) ~ '[^A-Za-z0-9]')"
#define SVC_SALES                                                                                            \
    " FROM sales.v1_sales s WHERE s.company_id = $1 AND s.balance > 0 AND s.status <> 'cancelled'"           \
    " AND s.currency = $2 AND s.date <= $3"
#define SVC_PURCHASES                                                                                        \
    " FROM purchases.v1_purchases p WHERE p.company_id = $1 AND p.balance > 0 AND p.currency = $2"           \
    " AND p.date <= $3"
constexpr std::string_view SalesSql =
    "SELECT s.id, s.number, NULL, s.payment_reference, s.partner_id, s.partner_name, s.date, s.due_date,"
    " s.balance" SVC_SALES " AND (s.balance = $4 OR s.partner_id = ANY($6::uuid[])"
    " OR " SVC_MEANT("s.number") " OR " SVC_MEANT("s.payment_reference") ") ORDER BY s.due_date LIMIT 20000";
constexpr std::string_view PurchasesSql =
    "SELECT p.id, p.number, p.supplier_reference, NULL, p.partner_id, p.partner_name, p.date, p.due_date,"
    " p.balance" SVC_PURCHASES " AND (p.balance = $4 OR p.partner_id = ANY($6::uuid[])"
    " OR " SVC_MEANT("p.number") " OR " SVC_MEANT("p.supplier_reference") ") ORDER BY p.due_date LIMIT 20000";
constexpr std::string_view CustomersSql =
    "SELECT DISTINCT s.partner_id, s.partner_name" SVC_SALES " AND s.partner_id IS NOT NULL";
constexpr std::string_view SuppliersSql =
    "SELECT DISTINCT p.partner_id, p.partner_name" SVC_PURCHASES " AND p.partner_id IS NOT NULL";
// Movements of the wallet that no statement has told of: recorded by hand, legs of transfers, tills.
constexpr std::string_view MovementsSql =
    "SELECT t.id, t.kind, t.document_id, t.label, t.date FROM treasury.v1_transactions t"
    " WHERE t.company_id = $1 AND t.wallet_id = $2 AND t.direction = $3 AND t.amount = $4 AND NOT "
    "t.reconciled"
    " AND t.status = 'posted' AND t.reverses_id IS NULL AND t.kind <> 'opening'"
    " AND t.date BETWEEN $5::date - 10 AND $5::date + 5"
    " AND NOT EXISTS (SELECT 1 FROM bank.match m WHERE m.company_id = t.company_id AND m.transaction_id ="
    " t.id::text) ORDER BY abs(t.date - $5::date), t.id LIMIT 5";

/// Those who paid from the account before, and, of those who owe, the ones whose name is most like that of
/// the payer.
ArrayParam partnersOf(Call& call, const Line& line, const Payment& payment) {
    ArrayParam partners;
    Certainty best = AlikeNames;
    std::set<Uuid> known;
    for (const std::string& text : payment.knownPartners) {
        if (const auto id = decodeId("par", text); id && known.insert(*id).second) {
            partners.add(*id);
        }
    }
    if (payment.name.empty()) {
        return partners;
    }
    const NameMatcher matcher(payment.name);
    const Rows rows = call.db().query(line.amount > 0 ? CustomersSql : SuppliersSql, call.companyId(),
                                      line.currency, line.bookedAt);
    std::vector<std::pair<Certainty, Uuid>> alike;
    for (const Row row : rows) {
        const Uuid id = row.uuid(0);
        const Certainty likeness = known.count(id) != 0 ? 1 : matcher(row.optionalText(1).value_or(""));
        best = std::max(best, likeness);
        if (likeness >= AlikeNames) {
            alike.emplace_back(likeness, id);
        }
    }
    for (const auto& [likeness, id] : alike) {
        if (likeness >= best - NearlyAsAlike) {
            partners.add(id);
        }
    }
    return partners;
}

std::vector<OpenDocument> openDocuments(Call& call, const Line& line, const Payment& payment) {
    const bool sale = line.amount > 0;
    std::vector<OpenDocument> documents;
    if (!call.offers(sale ? "sales.pay" : "purchases.pay")) {
        return documents;
    }
    const Rows rows =
        call.db().query(sale ? SalesSql : PurchasesSql, call.companyId(), line.currency, line.bookedAt,
                        payment.amount, squashed(payment.text), partnersOf(call, line, payment));
    documents.reserve(rows.size());
    for (const Row row : rows) {
        OpenDocument document;
        document.kind = sale ? "sale" : "purchase";
        document.id = encodeId(sale ? "sal" : "pur", row.uuid(0));
        document.number = row.text(1);
        document.otherNumber = row.optionalText(2).value_or("");
        document.reference = row.optionalText(3).value_or("");
        if (const auto partner = row.optionalUuid(4)) {
            document.partnerId = encodeId("par", *partner);
        }
        document.partnerName = row.optionalText(5).value_or("");
        document.date = row.date(6);
        document.dueDate = row.optionalDate(7).value_or(document.date);
        document.balance = row.integer(8);
        documents.push_back(std::move(document));
    }
    return documents;
}

/// The score, a certainty and no amount, as a number with two decimals.
Json scoreJson(Certainty score) {
    const auto hundredths = static_cast<int>(score * 100 + 0.5);
    return Json(Decimal(Int128{hundredths}, 2));
}

Json toJson(const Suggestion& suggestion, const std::vector<OpenDocument>& documents, const Line& line) {
    Json matches = Json::array();
    for (const SuggestedPart& part : suggestion.parts) {
        const OpenDocument& document = documents[part.document];
        matches.push(Json::object(
            {{"kind", document.kind},
             {"id", document.id},
             {"number", document.number},
             {"partner", document.partnerId.empty()
                             ? Json(nullptr)
                             : Json::object({{"id", document.partnerId}, {"name", document.partnerName}})},
             {"date", document.date},
             {"balance", document.balance},
             {"amount", part.amount}}));
    }
    Json writeOff(nullptr);
    if (suggestion.writeOff != 0) {
        // Less money in is money lost; less money out is money kept.
        const std::int64_t amount = line.amount > 0 ? suggestion.writeOff : -suggestion.writeOff;
        writeOff = Json::object({{"amount", amount},
                                 {"category", suggestion.fee ? "bank_fees"
                                              : amount > 0   ? "other_income"
                                                             : "other_expense"}});
    }
    return Json::object({{"score", scoreJson(suggestion.score)},
                         {"reasons", suggestion.reasons},
                         {"matches", std::move(matches)},
                         {"writeOff", std::move(writeOff)}});
}

/// Movements that are there already: to be linked, not paid twice.
void addMovements(Call& call, const Line& line, Json& answer) {
    const std::int64_t amount = line.amount < 0 ? -line.amount : line.amount;
    const Rows rows = call.db().query(MovementsSql, call.companyId(), line.walletId,
                                      line.amount > 0 ? "in" : "out", amount, line.bookedAt);
    for (const Row row : rows) {
        const bool transfer = row.text(1) == "transfer";
        const std::int64_t days = row.date(4).days() - line.bookedAt.days();
        const std::int64_t away = days < 0 ? -days : days;
        Json match = Json::object(
            {{"kind", transfer ? "transfer" : "transaction"},
             {"id", transfer ? std::string(row.optionalText(2).value_or("")) : encodeId("txn", row.uuid(0))},
             {"number", nullptr},
             {"partner", nullptr},
             {"date", row.date(4)},
             {"balance", amount},
             {"amount", amount}});
        Json reasons = Json::array({"amount", "recorded"});
        if (away <= 3) {
            reasons.push("date");
        }
        answer.push(Json::object({{"score", scoreJson(0.9 - 0.02 * static_cast<Certainty>(away))},
                                  {"reasons", std::move(reasons)},
                                  {"matches", Json::array({std::move(match)})},
                                  {"writeOff", nullptr}}));
    }
}

} // namespace

Response suggestMatches(Request& request) {
    LineStore store(request);
    const auto line = store.find(request.pathId("id", "bnk", "bank-transaction-not-found"));
    if (!line) {
        throw ApiError(404, "bank-transaction-not-found");
    }
    Json answer = Json::array();
    if (line->status != "unmatched") {
        return Response::json(200, answer);
    }
    Payment payment;
    payment.amount = line->amount < 0 ? -line->amount : line->amount;
    payment.date = line->bookedAt;
    payment.name = line->counterpartyName.value_or("");
    payment.text = line->label + "\n" + line->reference.value_or("") + "\n";
    for (const std::string& reference : line->references) {
        payment.text += reference + "\n";
    }
    if (line->counterpartyIban) {
        payment.knownPartners = store.partnersOf(*line->counterpartyIban);
    }
    addMovements(request, *line, answer);
    suggestTransfers(request, *line, answer);
    suggestPayouts(request, *line, payment.name + "\n" + payment.text, answer);
    const std::vector<OpenDocument> documents = openDocuments(request, *line, payment);
    for (const Suggestion& suggestion : suggest(payment, documents)) {
        answer.push(toJson(suggestion, documents, *line));
    }
    auto& all = answer.items();
    std::stable_sort(all.begin(), all.end(), [](const Json& a, const Json& b) {
        return a["score"].decimal() > b["score"].decimal();
    });
    if (all.size() > 10) {
        all.erase(all.begin() + 10, all.end());
    }
    return Response::json(200, answer);
}

} // namespace svc::bank
