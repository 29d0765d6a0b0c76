#include "line/store/lines.hpp"

#include <algorithm>
#include <map>

#include "document/id_text_column.hpp"

namespace svc::bank {

namespace {

/// Written by add(); update() writes the columns that change later.
const Table
    Lines("bank.line", columnWrittenOnce("id", &Line::id), columnWrittenOnce("wallet_id", &Line::walletId),
          columnWrittenOnce("statement_id", &Line::statementId), column("status", &Line::status),
          columnWrittenOnce("amount", &Line::amount), columnWrittenOnce("currency", &Line::currency),
          columnWrittenOnce("booked_at", &Line::bookedAt), columnWrittenOnce("value_date", &Line::valueDate),
          columnWrittenOnce("label", &Line::label),
          nestedColumnsWrittenOnce(&Line::counterparty, column("counterparty_name", &api::Counterparty::name),
                                   column("counterparty_iban", &api::Counterparty::iban)),
          columnWrittenOnce("reference", &Line::reference),
          columnWrittenOnce("reference_list", &Line::references),
          columnWrittenOnce("end_to_end_id", &Line::endToEndId),
          columnWrittenOnce("bank_reference", &Line::bankReference),
          columnWrittenOnce("source", &Line::source), idTextColumn("transaction_id", &Line::transactionId),
          column("ignored_reason", &Line::ignoredReason), column("removed_at", &Line::removedAt),
          columnWrittenOnce("possible_duplicate_of", &Line::possibleDuplicateOf),
          column("version", &Line::version), columnWrittenOnce("created_at", &Line::createdAt),
          column("updated_at", &Line::updatedAt), actorColumns("created_by", &Line::createdBy));

struct MatchOfLine : Match {
    BankLineId lineId;
    std::int64_t ordinal = 0; ///< from 1
};
const Table Matches("bank.match", columnWrittenOnce("line_id", &MatchOfLine::lineId),
                    column("ordinal", &MatchOfLine::ordinal), column("kind", &Match::kind),
                    column("document_id", &Match::id), column("number", &Match::number),
                    nestedColumns(&Match::partner, idTextColumn("partner_id", &api::BankPartner::id),
                                  column("partner_name", &api::BankPartner::name)),
                    column("date", &Match::date), column("amount", &Match::amount),
                    idTextColumn("payment_id", &Match::paymentId),
                    idTextColumn("transaction_id", &Match::transactionId), column("made", &Match::made));

const std::string LineSql = "SELECT " + lineColumns() + " FROM bank.line r WHERE r.company_id = $1";
const std::string FindSql = LineSql + " AND r.id = $2";
const std::string FindForUpdateSql = FindSql + " FOR NO KEY UPDATE OF r";
const std::string OfFeedSql =
    LineSql + " AND r.wallet_id = $2 AND r.source = 'feed' AND r.bank_reference = ANY ($3::text[])"
              " ORDER BY r.id FOR NO KEY UPDATE OF r";
constexpr std::string_view LockSql =
    "SELECT 1 FROM bank.line WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE";
const std::string WithOtherSides =
    "(SELECT $2::uuid UNION ALL"
    " SELECT o.line_id FROM bank.match m JOIN bank.match o ON o.company_id = m.company_id"
    " AND o.document_id = m.document_id AND o.kind = 'transfer'"
    " WHERE m.company_id = $1 AND m.line_id = $2 AND m.kind = 'transfer' AND m.made)";
const std::string LockWithOtherSidesSql = "SELECT 1 FROM bank.line l WHERE l.company_id = $1 AND l.id IN " +
                                          WithOtherSides + " ORDER BY l.id FOR NO KEY UPDATE OF l";
// Other movements that a match created are voided together with the payment.
const std::string OpensWithMovement = " AND (NOT m.made OR m.kind IN ('write_off', 'transfer'))";
const std::string OfTransactionSql =
    LineSql +
    " AND (r.transaction_id = $2"
    " OR r.id IN (SELECT m.line_id FROM bank.match m WHERE m.company_id = $1 AND m.transaction_id = $2" +
    OpensWithMovement + ")) FOR NO KEY UPDATE OF r";
const std::string MovementsOfSql =
    "SELECT l.transaction_id FROM bank.line l"
    " WHERE l.company_id = $1 AND l.id = $2 AND l.transaction_id IS NOT NULL"
    " UNION ALL SELECT m.transaction_id FROM bank.match m WHERE m.company_id = $1 AND m.line_id IN " +
    WithOtherSides + OpensWithMovement;

// Inserts many lines in one statement and leaves existing ones unchanged. Parameters are arrays: PostgreSQL
// parses them faster than JSON.
constexpr std::string_view AddSql =
    "INSERT INTO bank.line (company_id, wallet_id, statement_id, currency, source, created_at, updated_at,"
    " created_by_kind, created_by_id, id, identity, occurrence, amount, booked_at, value_date, label,"
    " counterparty_name, counterparty_iban, reference, end_to_end_id, bank_reference, creditor_reference,"
    " details, reference_list, possible_duplicate_of)"
    " SELECT $1, $2, $3, $4, $5, $6, $6, $7, $8, n.id, sha256(convert_to(n.identity, 'UTF8')), n.occurrence,"
    " n.amount, n.booked_at, n.value_date, n.label, n.counterparty_name, n.counterparty_iban, n.reference,"
    " n.end_to_end_id, n.bank_reference, n.creditor_reference, n.details, n.reference_list,"
    " n.possible_duplicate_of"
    " FROM unnest($9::uuid[], $10::text[], $11::integer[], $12::bigint[], $13::date[], $14::date[],"
    " $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[],"
    " $22::json[], $23::json[], $24::uuid[]) AS n (id, identity, occurrence, amount, booked_at, value_date, label,"
    " counterparty_name, counterparty_iban, reference, end_to_end_id, bank_reference, creditor_reference,"
    " details, reference_list, possible_duplicate_of)"
    " ON CONFLICT ON CONSTRAINT line_identity_key DO NOTHING RETURNING id";

const std::string MatchesSql = "SELECT " + Matches.select("m") +
                               " FROM bank.match m WHERE m.company_id = $1 AND m.line_id = ANY($2::uuid[])"
                               " ORDER BY m.line_id, m.ordinal";
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
        endToEndIds, bankReferences, creditorReferences, details, referenceLists, possibleDuplicates;

    void add(const NewLine& fresh) {
        const Line& line = fresh.line;
        ids.add(line.id);
        identities.add(fresh.identity);
        occurrences.add(fresh.occurrence);
        amounts.add(line.amount.minor());
        bookedAt.add(line.bookedAt);
        valueDates.add(line.valueDate);
        labels.add(line.label);
        names.add(line.counterparty.name);
        ibans.add(line.counterparty.iban);
        references.add(line.reference);
        endToEndIds.add(line.endToEndId);
        bankReferences.add(line.bankReference);
        creditorReferences.add(fresh.creditorReference);
        details.add(fresh.details);
        referenceLists.add(bind::textOf(line.references));
        possibleDuplicates.add(line.possibleDuplicateOf);
    }
};

} // namespace

const std::string& lineColumns() {
    static const std::string columns = Lines.select("r");
    return columns;
}

Line lineFrom(const Row& row, std::uint32_t column) {
    return Lines.read(row, column);
}

void LineStore::readMatches(std::vector<Line>& lines) {
    ArrayParam ids;
    std::map<BankLineId, Line*> byId;
    for (Line& line : lines) {
        if (line.status == api::LineStatus::Matched) {
            ids.add(line.id);
            byId[line.id] = &line;
        }
    }
    if (byId.empty()) {
        return;
    }
    const Rows rows = call_.db().query(MatchesSql, company_, ids);
    for (const Row row : rows) {
        MatchOfLine match = Matches.read(row);
        byId.at(match.lineId)->matches.push_back(std::move(match));
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

std::optional<Line> LineStore::find(BankLineId id) {
    return one(call_.db().query(FindSql, company_, id));
}

std::optional<Line> LineStore::findForUpdate(BankLineId id) {
    return one(call_.db().query(FindForUpdateSql, company_, id));
}

void LineStore::lock(const std::vector<BankLineId>& ids) {
    ArrayParam lines;
    for (const BankLineId id : ids) {
        lines.add(id);
    }
    call_.db().query(LockSql, company_, lines);
}

void LineStore::lockWithOtherSides(BankLineId id) {
    call_.db().query(LockWithOtherSidesSql, company_, id);
}

std::optional<Line> LineStore::ofTransaction(std::string_view transactionId) {
    return one(call_.db().query(OfTransactionSql, company_, transactionId));
}

std::vector<TransactionId> LineStore::movementsOf(BankLineId id) {
    std::vector<TransactionId> movements;
    for (const Row row : call_.db().query(MovementsOfSql, company_, id)) {
        if (const auto movement = TransactionId::parse(row.optionalText(0).value_or(""))) {
            movements.push_back(*movement);
        }
    }
    return movements;
}

std::vector<Line> LineStore::ofFeed(WalletId wallet, const std::vector<std::string>& references) {
    ArrayParam wanted;
    for (const std::string& reference : references) {
        wanted.add(reference);
    }
    std::vector<Line> lines;
    for (const Row row : call_.db().query(OfFeedSql, company_, wallet, wanted)) {
        lines.push_back(lineFrom(row));
    }
    readMatches(lines);
    return lines;
}

Started LineStore::add(const std::vector<NewLine>& lines) {
    LineArrays rows;
    for (const NewLine& line : lines) {
        rows.add(line);
    }
    const Line& first = lines.front().line;
    const Actor actor = call_.actor();
    return call_.db().start(AddSql, company_, first.walletId, first.statementId, first.currency,
                            toText(first.source), call_.now(), actor.kindText(), actor.optionalId(), rows.ids,
                            rows.identities, rows.occurrences, rows.amounts, rows.bookedAt, rows.valueDates,
                            rows.labels, rows.names, rows.ibans, rows.references, rows.endToEndIds,
                            rows.bankReferences, rows.creditorReferences, rows.details, rows.referenceLists,
                            rows.possibleDuplicates);
}

void LineStore::update(const Line& line) {
    Lines.update(call_, line);
}

void LineStore::addMatches(const Line& line) {
    std::vector<MatchOfLine> matches;
    for (const Match& match : line.matches) {
        matches.push_back({match, line.id, static_cast<std::int64_t>(matches.size()) + 1});
    }
    Matches.insert(call_, matches);
}

void LineStore::removeMatches(BankLineId lineId) {
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

bool LineStore::isLinked(TransactionId transactionId) {
    const std::string id = transactionId.toString();
    return !call_.db().query(LinkedSql, company_, id).empty();
}

} // namespace svc::bank
