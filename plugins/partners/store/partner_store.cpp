#include "store/partner_store.hpp"

#include <svc/document_terms.hpp>
#include <svc/search_text.hpp>
#include <svc/tally.hpp>

namespace svc::partners {

namespace {

#define SVC_PARTNER_COLUMNS                                                                                  \
    "p.id, p.name, p.kind, p.company, p.email, p.phone, p.country, p.vat_number, p.registration_number, "    \
    "p.peppol_id, p.address, p.delivery_address, p.contacts, p.payment_terms_days, p.credit_limit, "         \
    "p.currency, "                                                                                           \
    "p.language, p.price_list_id, p.tax_exemption_reason, p.buyer_reference, p.external_id, p.tags, "        \
    "p.note, "                                                                                               \
    "p.archived, p.version, p.created_at, p.updated_at, p.created_by_kind, p.created_by_id, b.receivable, "  \
    "b.payable"

#define SVC_PARTNER_ONE                                                                                      \
    "SELECT " SVC_PARTNER_COLUMNS " FROM partners.partner p"                                                 \
    " JOIN partners.balance b ON b.company_id = p.company_id AND b.partner_id = p.id"                        \
    " WHERE p.company_id = $1 AND p.id = $2"

constexpr std::string_view FindSql = SVC_PARTNER_ONE;
constexpr std::string_view FindForUpdateSql = SVC_PARTNER_ONE " FOR NO KEY UPDATE OF p";
constexpr std::string_view FindLockingBalanceSql = SVC_PARTNER_ONE " FOR NO KEY UPDATE OF b";

// Two look-ups instead of an OR, so that each reaches its index. Locked in the order of their ids.
constexpr std::string_view FindByKeysSql =
    "SELECT " SVC_PARTNER_COLUMNS " FROM partners.partner p"
    " JOIN partners.balance b ON b.company_id = p.company_id AND b.partner_id = p.id"
    " WHERE p.company_id = $1 AND p.id IN (SELECT k.id FROM partners.partner k WHERE k.company_id = $1"
    " AND k.external_id = ANY($2::text[]) UNION SELECT k.id FROM partners.partner k WHERE k.company_id = $1"
    " AND k.vat_number = ANY($3::text[])) ORDER BY p.id FOR NO KEY UPDATE OF p";

// By the primary key.
constexpr std::string_view BehindSql =
    "SELECT " SVC_PARTNER_COLUMNS " FROM partners.partner p"
    " JOIN partners.balance b ON b.company_id = p.company_id AND b.partner_id = p.id"
    " WHERE p.company_id = $1 AND p.id > $2 ORDER BY p.id LIMIT $3";

constexpr std::string_view NamesSql =
    "SELECT id, name FROM partners.partner WHERE company_id = $1 AND id = ANY($2::uuid[])";

// An absent filter is NULL. PostgreSQL plans with the values at hand, so what is absent costs nothing. Ranges
// and equality only: LIKE is not leakproof and would not reach an index under row-level security.
constexpr std::string_view Where = " FROM partners.partner p WHERE p.company_id = $1 AND p.archived = $2"
                                   " AND ($4::text IS NULL OR p.external_id = $4)"
                                   " AND ($5::text IS NULL OR p.vat_number = $5)"
                                   " AND ($7::timestamptz IS NULL OR p.created_at >= $7)"
                                   " AND ($8::timestamptz IS NULL OR p.created_at < $8)";

/// One kind as such, not as a list: then an index that begins with it gives the order too.
std::string_view kindOf(const PartnerFilter& filter) {
    return filter.kinds.empty()       ? " AND $3::text[] IS NULL"
           : filter.kinds.size() == 1 ? " AND p.kind = ($3::text[])[1]"
                                      : " AND p.kind = ANY($3::text[])";
}

std::string_view orderOf(std::string_view sort) {
    if (sort == "-name") {
        return " ORDER BY p.sort_name DESC, p.id DESC";
    }
    if (sort == "date") {
        return " ORDER BY p.created_at, p.id";
    }
    if (sort == "-date") {
        return " ORDER BY p.created_at DESC, p.id DESC";
    }
    return " ORDER BY p.sort_name, p.id";
}

constexpr std::string_view InsertSql =
    "INSERT INTO partners.partner (company_id, id, name, sort_name, kind, company, email, phone, country, "
    "vat_number,"
    " registration_number, peppol_id, address, delivery_address, contacts, payment_terms_days, credit_limit,"
    " currency, language, price_list_id, tax_exemption_reason, buyer_reference, external_id, tags, note, "
    "archived,"
    " version, created_at, updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, "
    "$21, $22,"
    " $23, $24, $25, $26, $27, $28, $29, $30, $31)";

constexpr std::string_view InsertBalanceSql =
    "INSERT INTO partners.balance (company_id, partner_id) VALUES ($1, $2)";

constexpr std::string_view UpdateSql =
    "UPDATE partners.partner SET name = $3, sort_name = $4, kind = $5, company = $6, email = $7, phone = $8,"
    " country = $9, vat_number = $10, registration_number = $11, peppol_id = $12, address = $13,"
    " delivery_address = $14, contacts = $15, payment_terms_days = $16, credit_limit = $17, currency = $18,"
    " language = $19, price_list_id = $20, tax_exemption_reason = $21, buyer_reference = $22, external_id = "
    "$23,"
    " tags = $24, note = $25, archived = $26, version = $27, updated_at = $28"
    " WHERE company_id = $1 AND id = $2";

constexpr std::string_view DeleteTermsSql =
    "DELETE FROM partners.term WHERE company_id = $1 AND partner_id = $2";
constexpr std::string_view InsertTermsSql = "INSERT INTO partners.term (company_id, kind, term, partner_id)"
                                            " SELECT DISTINCT $1::uuid, t.kind, t.term, $2::uuid FROM "
                                            "unnest($3::text[], $4::text[]) AS t(kind, term)";

constexpr std::string_view AdjustBalanceSql =
    "UPDATE partners.balance SET receivable = receivable + $3, payable = payable + $4"
    " WHERE company_id = $1 AND partner_id = $2";

// What a period has beyond whole days of UTC.
constexpr std::string_view CountEdgeSql =
    "SELECT count(*) FROM partners.partner WHERE company_id = $1 AND created_at >= $2 AND created_at < $3"
    " AND archived = $4 AND ($5::text[] IS NULL OR kind = ANY ($5))";

constexpr ListTally PartnerTally("partners", "partner");

TallyRow tallyRow(const Partner& partner) {
    TallyRow row;
    row.date = partner.createdAt.utcDate();
    row.by = {partner.archived ? "true" : "false", partner.kind, "", "", ""};
    return row;
}

constexpr std::string_view CountMoreSql =
    "INSERT INTO partners.usage AS u (company_id, active) VALUES ($1, $2)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + excluded.active RETURNING active";
constexpr std::string_view ActiveSql = "SELECT active FROM partners.usage WHERE company_id = $1";
constexpr std::string_view CountOneLessSql =
    "UPDATE partners.usage SET active = active - 1 WHERE company_id = $1";

std::optional<std::string> textAt(const Row& row, std::uint32_t column) {
    const auto text = row.optionalText(column);
    return text ? std::optional<std::string>(*text) : std::nullopt;
}

Json jsonAt(const Row& row, std::uint32_t column) {
    return row.isNull(column) ? Json(nullptr) : row.json(column);
}

/// Reads SVC_PARTNER_COLUMNS, the first of which is at `at`.
Partner partnerAt(const Row& row, std::uint32_t at) {
    Partner partner;
    partner.id = row.uuid(at++);
    partner.name = row.text(at++);
    partner.kind = row.text(at++);
    partner.company = row.boolean(at++);
    partner.email = textAt(row, at++);
    partner.phone = textAt(row, at++);
    partner.country = textAt(row, at++);
    partner.vatNumber = textAt(row, at++);
    partner.registrationNumber = textAt(row, at++);
    partner.peppolId = textAt(row, at++);
    partner.address = jsonAt(row, at++);
    partner.deliveryAddress = jsonAt(row, at++);
    partner.contacts = row.json(at++);
    partner.paymentTermsDays = row.optionalInteger(at++);
    partner.creditLimit = row.optionalInteger(at++);
    partner.currency = row.currency(at++);
    partner.language = textAt(row, at++);
    partner.priceListId = row.optionalUuid(at++);
    partner.taxExemptionReason = textAt(row, at++);
    partner.buyerReference = textAt(row, at++);
    partner.externalId = textAt(row, at++);
    partner.tags = row.json(at++);
    partner.note = textAt(row, at++);
    partner.archived = row.boolean(at++);
    partner.version = row.integer(at++);
    partner.createdAt = row.instant(at++);
    partner.updatedAt = row.instant(at++);
    partner.createdByKind = textAt(row, at++);
    partner.createdById = row.optionalUuid(at++);
    partner.receivable = row.integer(at++);
    partner.payable = row.integer(at);
    return partner;
}

Param orNull(const Json& value) {
    return value.isNull() ? Param(nullptr) : Param(value);
}

Param arrayOrNull(const std::vector<std::string>& values) {
    if (values.empty()) {
        return Param(nullptr);
    }
    ArrayParam list;
    for (const std::string& value : values) {
        list.add(value);
    }
    return list;
}

} // namespace

std::optional<Partner> PartnerStore::findBy(std::string_view sql, const Uuid& id) {
    const Rows rows = call_.db().query(sql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(partnerAt(rows[0], 0));
}

std::optional<Partner> PartnerStore::find(const Uuid& id) {
    return findBy(FindSql, id);
}

std::optional<Partner> PartnerStore::findForUpdate(const Uuid& id) {
    return findBy(FindForUpdateSql, id);
}

std::optional<Partner> PartnerStore::findWithLockedBalance(const Uuid& id) {
    return findBy(FindLockingBalanceSql, id);
}

std::vector<Partner> PartnerStore::findForUpdate(const std::vector<std::string>& externalIds,
                                                 const std::vector<std::string>& vatNumbers) {
    ArrayParam ids;
    for (const std::string& id : externalIds) {
        ids.add(id);
    }
    ArrayParam numbers;
    for (const std::string& number : vatNumbers) {
        numbers.add(number);
    }
    std::vector<Partner> found;
    for (const Row row : call_.db().query(FindByKeysSql, company_, ids, numbers)) {
        found.push_back(partnerAt(row, 0));
    }
    return found;
}

std::vector<std::pair<Uuid, std::string>> PartnerStore::names(const std::vector<Uuid>& ids) {
    ArrayParam list;
    for (const Uuid& id : ids) {
        list.add(id);
    }
    const Rows rows = call_.db().query(NamesSql, company_, list);
    std::vector<std::pair<Uuid, std::string>> result;
    for (const Row row : rows) {
        result.emplace_back(row.uuid(0), row.text(1));
    }
    return result;
}

std::vector<Partner> PartnerStore::behind(const Uuid& id, std::int64_t limit) {
    std::vector<Partner> found;
    for (const Row row : call_.db().query(BehindSql, company_, id, limit)) {
        found.push_back(partnerAt(row, 0));
    }
    return found;
}

PartnerPage PartnerStore::list(const PartnerFilter& filter) {
    const Param kinds = arrayOrNull(filter.kinds);
    const Param words = arrayOrNull(filter.words);
    const Param ends = filter.words.empty() ? Param(nullptr) : Param(wordEnds(filter.words));
    const std::string order(orderOf(filter.sort));
    std::string unkinded(Where);
    // Not behind an OR, where it would be judged partner by partner.
    unkinded += filter.tag ? " AND p.id IN (SELECT t.partner_id FROM partners.term t WHERE t.company_id = $1"
                             " AND t.kind = 'tag' AND t.term = $6)"
                           : " AND $6::text IS NULL";
    const std::string unsearched = unkinded + std::string(kindOf(filter));
    const TermTable terms("partners.term", " AND w.kind = 'word'", "partner_id");
    const std::string mentioned = " AND $9::text[] IS NOT NULL AND $10::text[] IS NOT NULL";
    TermTable::Search search;
    if (!filter.words.empty()) {
        search = terms.search(call_.db(), company_, filter.words, "p.id", 9, 10);
    }
    const std::string unasked = " AND $9::text[] IS NULL AND $10::text[] IS NULL";
    std::string where = unsearched + (filter.words.empty() ? unasked : search.all);
    const auto run = [&](const std::string& text, auto... bounds) {
        return call_.db().query(text, company_, filter.archived, kinds, filter.externalId, filter.vatNumber,
                                filter.tag, filter.from, filter.before, words, ends, bounds...);
    };
    const bool merged = filter.kinds.size() > 1 && filter.words.empty();
    const auto select = [&] {
        // Of several kinds each gives its first ones in order: a rare kind is not looked for among all
        // partners.
        const std::string rows = merged ? " FROM unnest($3::text[]) AS k (kind), LATERAL (SELECT p.*" +
                                              unkinded + unasked + " AND p.kind = k.kind" + order +
                                              " LIMIT $11::bigint + $12::bigint) p"
                                        : where;
        return run("SELECT " SVC_PARTNER_COLUMNS " FROM (SELECT p.*" + rows + order +
                       " LIMIT $11 OFFSET $12) p JOIN partners.balance b ON b.company_id = p.company_id"
                       " AND b.partner_id = p.id" +
                       order,
                   filter.limit, filter.offset);
    };
    Rows rows;
    if (!search.walk.empty()) {
        const std::string gathered = where;
        where = TermTable::first("p", unsearched + mentioned, order, TermTable::Walk) + search.walk;
        rows = select();
        where = gathered;
    }
    if (static_cast<std::int64_t>(rows.size()) < filter.limit) {
        rows = select();
    }
    if (rows.empty() && !filter.words.empty() && filter.offset == 0) {
        // The slower second try: anywhere in a word of the newest partners.
        where = TermTable::first("p", unsearched + mentioned, " ORDER BY p.created_at DESC, p.id DESC",
                                 TermTable::Newest) +
                terms.anywhere("p.id", filter.words.size(), 9);
        rows = select();
    }
    PartnerPage page;
    for (const Row row : rows) {
        page.partners.push_back(partnerAt(row, 0));
    }
    // The page itself tells the total when it is the last one.
    const auto read = static_cast<std::int64_t>(rows.size());
    if (read < filter.limit && (read > 0 || filter.offset == 0)) {
        page.total = filter.offset + read;
    } else if (filter.isTallied()) {
        page.total = tallied(filter);
    } else {
        page.total = run("SELECT count(*)" + where)[0].integer(0);
    }
    return page;
}

std::int64_t PartnerStore::tallied(const PartnerFilter& filter) {
    const DaysOfInstants days = daysOfInstants(filter.from, filter.before);
    std::int64_t count = 0;
    for (const DaysOfInstants::Edge& edge : days.edges) {
        count += call_.db()
                     .query(CountEdgeSql, company_, edge.first, edge.end, filter.archived,
                            arrayOrNull(filter.kinds))[0]
                     .integer(0);
    }
    if (days.anyDay) {
        TallyFilter counted{days.from, days.to, {}};
        counted.by[0] = {filter.archived ? "true" : "false"};
        if (!filter.kinds.empty()) {
            counted.by[1] = filter.kinds;
        }
        count += PartnerTally.read(call_.db(), company_, counted).documents;
    }
    return count;
}

void PartnerStore::insert(const Partner& p) {
    call_.db().send(InsertSql, company_, p.id, p.name, Param::owning(folded(p.name)), p.kind, p.company,
                    p.email, p.phone, p.country, p.vatNumber, p.registrationNumber, p.peppolId,
                    orNull(p.address), orNull(p.deliveryAddress), p.contacts, p.paymentTermsDays,
                    p.creditLimit, p.currency, p.language, p.priceListId, p.taxExemptionReason,
                    p.buyerReference, p.externalId, p.tags, p.note, p.archived, p.version, p.createdAt,
                    p.updatedAt, p.createdByKind, p.createdById);
    call_.db().send(InsertBalanceSql, company_, p.id);
    PartnerTally.add(call_, tallyRow(p));
    writeTerms(p);
}

void PartnerStore::update(const Partner& before, const Partner& p) {
    call_.db().send(UpdateSql, company_, p.id, p.name, Param::owning(folded(p.name)), p.kind, p.company,
                    p.email, p.phone, p.country, p.vatNumber, p.registrationNumber, p.peppolId,
                    orNull(p.address), orNull(p.deliveryAddress), p.contacts, p.paymentTermsDays,
                    p.creditLimit, p.currency, p.language, p.priceListId, p.taxExemptionReason,
                    p.buyerReference, p.externalId, p.tags, p.note, p.archived, p.version, p.updatedAt);
    PartnerTally.move(call_, tallyRow(before), tallyRow(p));
    call_.db().send(DeleteTermsSql, company_, p.id);
    writeTerms(p);
}

void PartnerStore::writeTerms(const Partner& p) {
    std::string text = p.name;
    for (const auto* field : {&p.email, &p.phone, &p.vatNumber, &p.registrationNumber, &p.externalId}) {
        if (*field) {
            text += ' ';
            text += **field;
        }
    }
    for (const Json& contact : p.contacts.items()) {
        text += ' ';
        text += contact.textOr("name");
    }
    ArrayParam kinds;
    ArrayParam terms;
    for (const std::string& word : searchWords(text)) {
        kinds.add("word");
        terms.add(word);
    }
    for (const Json& tag : p.tags.items()) {
        kinds.add("tag");
        terms.add(tag.text());
    }
    call_.db().send(InsertTermsSql, company_, p.id, kinds, terms);
}

void PartnerStore::adjustBalance(const Uuid& id, std::int64_t receivable, std::int64_t payable) {
    call_.db().sendLate("partner:" + id.toString(), AdjustBalanceSql, company_, id, receivable, payable);
}

std::int64_t PartnerStore::countMore(std::int64_t count) {
    return call_.db().query(CountMoreSql, company_, count)[0].integer(0) - count;
}

std::int64_t PartnerStore::active() {
    const Rows rows = call_.db().query(ActiveSql, company_);
    return rows.empty() ? 0 : rows[0].integer(0);
}

void PartnerStore::countOneLess() {
    call_.db().sendLate("partners.usage", CountOneLessSql, company_);
}

} // namespace svc::partners
