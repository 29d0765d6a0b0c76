#include "store/partner_store.hpp"

#include <array>
#include <tuple>

#include <svc/search_text.hpp>

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

// One look-up for each key: an import asks for keys that its own transaction has not committed, which the
// figures of the planner know nothing of. A sub-select with OFFSET stays one, so each reaches its index.
constexpr std::string_view IdsByKeysSql =
    "SELECT f.id FROM unnest($2::text[]) AS n (key) CROSS JOIN LATERAL (SELECT k.id FROM partners.partner k"
    " WHERE k.company_id = $1 AND k.external_id = n.key OFFSET 0) f"
    " UNION SELECT f.id FROM unnest($3::text[]) AS n (key) CROSS JOIN LATERAL (SELECT k.id"
    " FROM partners.partner k WHERE k.company_id = $1 AND k.vat_number = n.key OFFSET 0) f";
// Locked in the order of their ids.
constexpr std::string_view FindAllForUpdateSql =
    "SELECT " SVC_PARTNER_COLUMNS " FROM partners.partner p"
    " JOIN partners.balance b ON b.company_id = p.company_id AND b.partner_id = p.id"
    " WHERE p.company_id = $1 AND p.id = ANY($2::uuid[]) ORDER BY p.id FOR NO KEY UPDATE OF p";

// By the primary key.
constexpr std::string_view BehindSql =
    "SELECT " SVC_PARTNER_COLUMNS " FROM partners.partner p"
    " JOIN partners.balance b ON b.company_id = p.company_id AND b.partner_id = p.id"
    " WHERE p.company_id = $1 AND p.id > $2 ORDER BY p.id LIMIT $3";

constexpr std::string_view NamesSql =
    "SELECT id, name FROM partners.partner WHERE company_id = $1 AND id = ANY($2::uuid[])";

// A row of each array is a record: one statement for many.
constexpr std::string_view InsertSql =
    "INSERT INTO partners.partner (company_id, created_at, updated_at, created_by_kind, created_by_id, id, "
    "name, sort_name, kind, company, email, phone, country, vat_number, registration_number, peppol_id, "
    "address, delivery_address, contacts, payment_terms_days, credit_limit, currency, language, "
    "price_list_id, tax_exemption_reason, buyer_reference, external_id, tags, note, archived, version)"
    " SELECT $1, $2, $2, $3, $4, n.* FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[],"
    " $9::boolean[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],"
    " $16::json[], $17::json[], $18::json[], $19::integer[], $20::bigint[], $21::text[], $22::text[],"
    " $23::uuid[], $24::text[], $25::text[], $26::text[], $27::json[], $28::text[], $29::boolean[],"
    " $30::integer[]) AS n";

constexpr std::string_view InsertBalanceSql =
    "INSERT INTO partners.balance (company_id, partner_id) SELECT $1, unnest($2::uuid[])";

constexpr std::string_view UpdateSql =
    "UPDATE partners.partner SET name = $3, sort_name = $4, kind = $5, company = $6, email = $7, phone = $8,"
    " country = $9, vat_number = $10, registration_number = $11, peppol_id = $12, address = $13,"
    " delivery_address = $14, contacts = $15, payment_terms_days = $16, credit_limit = $17, currency = $18,"
    " language = $19, price_list_id = $20, tax_exemption_reason = $21, buyer_reference = $22, external_id = "
    "$23,"
    " tags = $24, note = $25, archived = $26, version = $27, updated_at = $28"
    " WHERE company_id = $1 AND id = $2";

constexpr std::string_view DeleteTagsSql =
    "DELETE FROM partners.tag WHERE company_id = $1 AND partner_id = $2";
constexpr std::string_view InsertTagsSql = "INSERT INTO partners.tag (company_id, tag, partner_id)"
                                           " SELECT DISTINCT $1::uuid, t.tag, t.partner_id FROM "
                                           "unnest($2::uuid[], $3::text[]) AS t (partner_id, tag)";

constexpr std::string_view AdjustBalanceSql =
    "UPDATE partners.balance SET receivable = receivable + $3, payable = payable + $4"
    " WHERE company_id = $1 AND partner_id = $2";

constexpr std::string_view CountMoreSql =
    "INSERT INTO partners.usage AS u (company_id, active) VALUES ($1, $2)"
    " ON CONFLICT (company_id) DO UPDATE SET active = u.active + excluded.active RETURNING active /* adds "
    "2-2 */";
constexpr std::string_view ActiveSql = "SELECT active FROM partners.usage WHERE company_id = $1";
constexpr std::string_view CountOneLessSql =
    "UPDATE partners.usage SET active = active - 1 WHERE company_id = $1";

Json jsonAt(const Row& row, std::uint32_t column) {
    return row.isNull(column) ? Json(nullptr) : row.json(column);
}

Param orNull(const Json& value) {
    return value.isNull() ? Param(nullptr) : Param(value);
}

} // namespace

std::string partnerColumns() {
    return SVC_PARTNER_COLUMNS;
}

Partner partnerFrom(const Row& row, std::uint32_t at) {
    Partner partner;
    partner.id = row.uuid(at++);
    partner.name = row.text(at++);
    partner.kind = row.text(at++);
    partner.company = row.boolean(at++);
    partner.email = row.optionalString(at++);
    partner.phone = row.optionalString(at++);
    partner.country = row.optionalString(at++);
    partner.vatNumber = row.optionalString(at++);
    partner.registrationNumber = row.optionalString(at++);
    partner.peppolId = row.optionalString(at++);
    partner.address = jsonAt(row, at++);
    partner.deliveryAddress = jsonAt(row, at++);
    partner.contacts = row.json(at++);
    partner.paymentTermsDays = row.optionalInteger(at++);
    partner.creditLimit = row.optionalInteger(at++);
    partner.currency = row.currency(at++);
    partner.language = row.optionalString(at++);
    partner.priceListId = row.optionalUuid(at++);
    partner.taxExemptionReason = row.optionalString(at++);
    partner.buyerReference = row.optionalString(at++);
    partner.externalId = row.optionalString(at++);
    partner.tags = row.json(at++);
    partner.note = row.optionalString(at++);
    partner.archived = row.boolean(at++);
    partner.version = row.integer(at++);
    partner.createdAt = row.instant(at++);
    partner.updatedAt = row.instant(at++);
    partner.createdByKind = row.optionalString(at++);
    partner.createdById = row.optionalUuid(at++);
    partner.receivable = row.integer(at++);
    partner.payable = row.integer(at);
    return partner;
}

std::optional<Partner> PartnerStore::findBy(std::string_view sql, const Uuid& id) {
    const Rows rows = call_.db().query(sql, company_, id);
    return rows.empty() ? std::nullopt : std::optional(partnerFrom(rows[0]));
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
    ArrayParam known;
    const Rows rows = call_.db().query(IdsByKeysSql, company_, ids, numbers);
    for (const Row row : rows) {
        known.add(row.uuid(0));
    }
    std::vector<Partner> found;
    if (!rows.empty()) {
        for (const Row row : call_.db().query(FindAllForUpdateSql, company_, known)) {
            found.push_back(partnerFrom(row));
        }
    }
    return found;
}

std::optional<Uuid> PartnerStore::findSupplier(const SupplierNumbers& numbers) {
    const auto only = [&](const char* column,
                          const std::optional<std::string>& number) -> std::optional<Uuid> {
        if (!number) {
            return std::nullopt;
        }
        const Rows rows = call_.db().query("SELECT id FROM partners.partner WHERE company_id = $1 AND " +
                                               std::string(column) +
                                               " = $2 AND kind <> 'customer' AND NOT archived LIMIT 2",
                                           company_, *number);
        return rows.size() == 1 ? std::optional(rows[0].uuid(0)) : std::nullopt;
    };
    for (const auto& [column, number] : {std::pair("vat_number", &numbers.vatNumber),
                                         std::pair("registration_number", &numbers.registrationNumber),
                                         std::pair("peppol_id", &numbers.peppolId)}) {
        if (const auto found = only(column, *number)) {
            return found;
        }
    }
    return std::nullopt;
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
        found.push_back(partnerFrom(row));
    }
    return found;
}

void PartnerStore::insert(const std::vector<Partner>& partners) {
    if (partners.empty()) {
        return;
    }
    std::array<ArrayParam, 26> columns;
    for (const Partner& p : partners) {
        const std::array<Param, 26> row = {p.id,
                                           p.name,
                                           Param::owning(folded(p.name)),
                                           p.kind,
                                           p.company,
                                           p.email,
                                           p.phone,
                                           p.country,
                                           p.vatNumber,
                                           p.registrationNumber,
                                           p.peppolId,
                                           orNull(p.address),
                                           orNull(p.deliveryAddress),
                                           p.contacts,
                                           p.paymentTermsDays,
                                           p.creditLimit,
                                           p.currency,
                                           p.language,
                                           p.priceListId,
                                           p.taxExemptionReason,
                                           p.buyerReference,
                                           p.externalId,
                                           p.tags,
                                           p.note,
                                           p.archived,
                                           p.version};
        for (std::size_t i = 0; i < row.size(); ++i) {
            columns[i].add(row[i]);
        }
    }
    const Partner& first = partners.front();
    std::apply(
        [&](const auto&... column) {
            call_.db().send(InsertSql, company_, first.createdAt, first.createdByKind, first.createdById,
                            column...);
        },
        columns);
    call_.db().send(InsertBalanceSql, company_, columns[0]);
    writeTags(partners);
}

void PartnerStore::update(const Partner& p) {
    call_.db().send(UpdateSql, company_, p.id, p.name, Param::owning(folded(p.name)), p.kind, p.company,
                    p.email, p.phone, p.country, p.vatNumber, p.registrationNumber, p.peppolId,
                    orNull(p.address), orNull(p.deliveryAddress), p.contacts, p.paymentTermsDays,
                    p.creditLimit, p.currency, p.language, p.priceListId, p.taxExemptionReason,
                    p.buyerReference, p.externalId, p.tags, p.note, p.archived, p.version, p.updatedAt);
    call_.db().send(DeleteTagsSql, company_, p.id);
    writeTags({p});
}

void PartnerStore::writeTags(const std::vector<Partner>& partners) {
    ArrayParam ids;
    ArrayParam tags;
    bool any = false;
    for (const Partner& partner : partners) {
        for (const Json& tag : partner.tags.items()) {
            ids.add(partner.id);
            tags.add(tag.text());
            any = true;
        }
    }
    if (any) {
        call_.db().send(InsertTagsSql, company_, ids, tags);
    }
}

void PartnerStore::adjustBalance(const Uuid& id, std::int64_t receivable, std::int64_t payable) {
    call_.db().sendLate("partner:" + id.toString(), AdjustBalanceSql, company_, id, receivable, payable);
}

std::int64_t PartnerStore::countMore(std::int64_t count) {
    return call_.db().query(CountMoreSql, company_, count)[0].integer(0) - count;
}

void PartnerStore::countMoreLate(std::int64_t count) {
    // Before all other late writes, as the others lock this row before them.
    call_.db().sendLate("0:partners.usage", CountMoreSql, company_, count);
}

std::int64_t PartnerStore::active() {
    const Rows rows = call_.db().query(ActiveSql, company_);
    return rows.empty() ? 0 : rows[0].integer(0);
}

void PartnerStore::countOneLess() {
    // Not late: whoever counts more has locked the row before the late writes too.
    call_.db().send(CountOneLessSql, company_);
}

} // namespace svc::partners
