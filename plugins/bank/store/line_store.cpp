#include "store/line_store.hpp"

#include <algorithm>
#include <map>

#include <svc/json_writer.hpp>

namespace svc::bank {

namespace {

#define SVC_LINE_COLUMNS                                                                                     \
    "l.id, l.wallet_id, l.statement_id, l.status, l.amount, l.currency, l.booked_at, l.value_date, "         \
    "l.label, "                                                                                              \
    "l.counterparty_name, l.counterparty_iban, l.reference, l.end_to_end_id, l.bank_reference, "             \
    "l.creditor_reference, l.source, l.transaction_id, l.ignored_reason, l.version, l.created_at, "          \
    "l.updated_at, l.created_by_kind, l.created_by_id, l.reference_list"

constexpr std::string_view FindSql =
    "SELECT " SVC_LINE_COLUMNS " FROM bank.line l WHERE l.company_id = $1 AND l.id = $2";
constexpr std::string_view FindForUpdateSql =
    "SELECT " SVC_LINE_COLUMNS
    " FROM bank.line l WHERE l.company_id = $1 AND l.id = $2 FOR NO KEY UPDATE OF l";
constexpr std::string_view LockSql =
    "SELECT 1 FROM bank.line WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE";
constexpr std::string_view OfTransactionSql =
    "SELECT " SVC_LINE_COLUMNS " FROM bank.line l WHERE l.company_id = $1 AND (l.transaction_id = $2"
    " OR l.id IN (SELECT m.line_id FROM bank.match m WHERE m.company_id = $1 AND m.transaction_id = $2"
    " AND m.kind = 'write_off')) FOR NO KEY UPDATE OF l";

// One statement for many lines; what is there already stays as it is. Arrays: the server reads them in less
// time than JSON.
constexpr std::string_view AddSql =
    "INSERT INTO bank.line (company_id, wallet_id, statement_id, currency, source, created_at, updated_at,"
    " created_by_kind, created_by_id, id, identity, occurrence, amount, booked_at, value_date, label,"
    " counterparty_name, counterparty_iban, reference, end_to_end_id, bank_reference, creditor_reference,"
    " details, reference_list)"
    " SELECT $1, $2, $3, $4, $5, $6, $6, $7, $8, n.id, sha256(convert_to(n.identity, 'UTF8')), n.occurrence,"
    " n.amount, n.booked_at, n.value_date, n.label, n.counterparty_name, n.counterparty_iban, n.reference,"
    " n.end_to_end_id, n.bank_reference, n.creditor_reference, n.details, n.reference_list"
    " FROM unnest($9::uuid[], $10::text[], $11::integer[], $12::bigint[], $13::date[], $14::date[],"
    " $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[],"
    " $22::json[], $23::json[]) AS n (id, identity, occurrence, amount, booked_at, value_date, label,"
    " counterparty_name, counterparty_iban, reference, end_to_end_id, bank_reference, creditor_reference,"
    " details, reference_list)"
    " ON CONFLICT ON CONSTRAINT line_identity_key DO NOTHING RETURNING id";

constexpr std::string_view UpdateSql = "UPDATE bank.line SET status = $3, transaction_id = $4, "
                                       "ignored_reason = $5, version = $6, updated_at = $7"
                                       " WHERE company_id = $1 AND id = $2";

constexpr std::string_view MatchesSql =
    "SELECT line_id, kind, document_id, number, partner_id, partner_name, date, amount, payment_id,"
    " transaction_id, made FROM bank.match WHERE company_id = $1 AND line_id = ANY($2::uuid[])"
    " ORDER BY line_id, ordinal";
constexpr std::string_view AddMatchSql = "INSERT INTO bank.match (company_id, line_id, ordinal, kind, "
                                         "document_id, number, partner_id, partner_name,"
                                         " date, amount, payment_id, transaction_id, made)"
                                         " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
constexpr std::string_view RemoveMatchesSql = "DELETE FROM bank.match WHERE company_id = $1 AND line_id = $2";
constexpr std::string_view PartnersSql =
    "SELECT DISTINCT m.partner_id FROM bank.line l JOIN bank.match m ON m.company_id = l.company_id"
    " AND m.line_id = l.id WHERE l.company_id = $1 AND l.counterparty_iban = $2 AND l.status = 'matched'"
    " AND m.partner_id IS NOT NULL";
constexpr std::string_view LinkedSql =
    "SELECT 1 FROM bank.match WHERE company_id = $1 AND transaction_id = $2"
    " UNION ALL SELECT 1 FROM bank.line WHERE company_id = $1 AND transaction_id = $2";

/// The arrays of AddSql.
struct LineArrays {
    ArrayParam ids, identities, occurrences, amounts, bookedAt, valueDates, labels, names, ibans, references,
        endToEndIds, bankReferences, creditorReferences, details, referenceLists;

    void add(const NewLine& fresh) {
        const Line& line = fresh.line;
        ids.add(line.id);
        identities.add(fresh.identity);
        occurrences.add(fresh.occurrence);
        amounts.add(line.amount);
        bookedAt.add(line.bookedAt);
        valueDates.add(line.valueDate);
        labels.add(line.label);
        names.add(line.counterpartyName);
        ibans.add(line.counterpartyIban);
        references.add(line.reference);
        endToEndIds.add(line.endToEndId);
        bankReferences.add(line.bankReference);
        creditorReferences.add(line.creditorReference);
        details.add(fresh.details);
        JsonWriter list;
        list.value(line.references);
        referenceLists.add(list.take());
    }
};

} // namespace

std::string lineColumns() {
    return SVC_LINE_COLUMNS;
}

Line lineFrom(const Row& row, std::uint32_t column) {
    std::uint32_t at = column;
    Line line;
    line.id = row.uuid(at++);
    line.walletId = row.uuid(at++);
    line.statementId = row.optionalUuid(at++);
    line.status = row.text(at++);
    line.amount = row.integer(at++);
    line.currency = row.currency(at++);
    line.bookedAt = row.date(at++);
    line.valueDate = row.optionalDate(at++);
    line.label = row.text(at++);
    line.counterpartyName = row.optionalString(at++);
    line.counterpartyIban = row.optionalString(at++);
    line.reference = row.optionalString(at++);
    line.endToEndId = row.optionalString(at++);
    line.bankReference = row.optionalString(at++);
    line.creditorReference = row.optionalString(at++);
    line.source = row.text(at++);
    line.transactionId = row.optionalString(at++);
    line.ignoredReason = row.optionalString(at++);
    line.version = row.integer(at++);
    line.createdAt = row.instant(at++);
    line.updatedAt = row.instant(at++);
    line.createdByKind = row.optionalString(at++);
    line.createdById = row.optionalUuid(at++);
    const Json references = row.json(at);
    for (const Json& reference : references.items()) {
        line.references.emplace_back(reference.text());
    }
    return line;
}

void LineStore::readMatches(std::vector<Line>& lines) {
    ArrayParam ids;
    std::map<Uuid, Line*> byId;
    for (Line& line : lines) {
        if (line.status == "matched") {
            ids.add(line.id);
            byId[line.id] = &line;
        }
    }
    if (byId.empty()) {
        return;
    }
    const Rows rows = call_.db().query(MatchesSql, company_, ids);
    for (const Row row : rows) {
        byId.at(row.uuid(0))
            ->matches.push_back({std::string(row.text(1)), std::string(row.text(2)), row.optionalString(3),
                                 row.optionalString(4), row.optionalString(5), row.optionalDate(6),
                                 row.integer(7), row.optionalString(8), row.optionalString(9),
                                 row.boolean(10)});
    }
}

std::optional<Line> LineStore::one(const Rows& rows) {
    if (rows.empty()) {
        return std::nullopt;
    }
    std::vector<Line> lines{lineFrom(rows[0])};
    readMatches(lines);
    return std::move(lines.front());
}

std::optional<Line> LineStore::find(const Uuid& id) {
    return one(call_.db().query(FindSql, company_, id));
}

std::optional<Line> LineStore::findForUpdate(const Uuid& id) {
    return one(call_.db().query(FindForUpdateSql, company_, id));
}

void LineStore::lock(const std::vector<Uuid>& ids) {
    ArrayParam lines;
    for (const Uuid& id : ids) {
        lines.add(id);
    }
    call_.db().query(LockSql, company_, lines);
}

std::optional<Line> LineStore::ofTransaction(std::string_view transactionId) {
    return one(call_.db().query(OfTransactionSql, company_, transactionId));
}

Started LineStore::add(const std::vector<NewLine>& lines) {
    LineArrays rows;
    for (const NewLine& line : lines) {
        rows.add(line);
    }
    const Line& first = lines.front().line;
    const Actor actor = call_.actor();
    return call_.db().start(AddSql, company_, first.walletId, first.statementId, first.currency, first.source,
                            call_.now(), actor.kindText(), actor.optionalId(), rows.ids, rows.identities,
                            rows.occurrences, rows.amounts, rows.bookedAt, rows.valueDates, rows.labels,
                            rows.names, rows.ibans, rows.references, rows.endToEndIds, rows.bankReferences,
                            rows.creditorReferences, rows.details, rows.referenceLists);
}

void LineStore::update(const Line& line) {
    call_.db().send(UpdateSql, company_, line.id, line.status, line.transactionId, line.ignoredReason,
                    line.version, line.updatedAt);
}

void LineStore::addMatches(const Line& line) {
    int ordinal = 0;
    for (const Match& match : line.matches) {
        call_.db().send(AddMatchSql, company_, line.id, ++ordinal, match.kind, match.documentId, match.number,
                        match.partnerId, match.partnerName, match.date, match.amount, match.paymentId,
                        match.transactionId, match.made);
    }
}

void LineStore::removeMatches(const Uuid& lineId) {
    call_.db().send(RemoveMatchesSql, company_, lineId);
}

std::vector<std::string> LineStore::partnersOf(std::string_view iban) {
    std::vector<std::string> partners;
    const Rows rows = call_.db().query(PartnersSql, company_, iban);
    for (const Row row : rows) {
        partners.emplace_back(row.text(0));
    }
    return partners;
}

bool LineStore::isLinked(std::string_view transactionId) {
    return !call_.db().query(LinkedSql, company_, transactionId).empty();
}

} // namespace svc::bank
