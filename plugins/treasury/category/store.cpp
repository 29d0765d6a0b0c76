#include "category/store.hpp"

#include "category/columns.hpp"

namespace svc::treasury {

namespace {

const std::string AllCategoriesSql =
    "SELECT " + CategoryTable.select("c") + " FROM treasury.category c WHERE c.company_id = $1";
const std::string FindCategorySql = AllCategoriesSql + " AND c.key = $2";
const std::string OrderedCategoriesSql = AllCategoriesSql + " ORDER BY c.ordinal, c.key";
// The key is the primary key and gives the lock order, so two concurrent replacements wait for each other
// without a deadlock.
constexpr std::string_view DeleteCategorySql =
    "DELETE FROM treasury.category WHERE company_id = $1 AND NOT key = ANY($2::text[])";
constexpr std::string_view UpsertSql =
    "INSERT INTO treasury.category (company_id, key, ordinal, label, direction, accounts)"
    " SELECT $1::uuid, c.key, c.ordinal, c.label, c.direction, c.accounts::json"
    " FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[])"
    " AS c(key, ordinal, label, direction, accounts) ORDER BY c.key"
    " ON CONFLICT (company_id, key) DO UPDATE SET ordinal = EXCLUDED.ordinal, label = EXCLUDED.label,"
    " direction = EXCLUDED.direction, accounts = EXCLUDED.accounts";

} // namespace

std::optional<Category> CategoryStore::find(std::string_view key) {
    const Rows rows = call_.db().query(FindCategorySql, company_, key);
    return rows.empty() ? std::nullopt : std::optional(CategoryTable.read(rows[0]));
}

std::vector<Category> CategoryStore::all() {
    std::vector<Category> categories;
    for (const Row row : call_.db().query(OrderedCategoriesSql, company_)) {
        categories.push_back(CategoryTable.read(row));
    }
    return categories;
}

void CategoryStore::replace(const std::vector<Category>& categories) {
    ArrayParam keys;
    ArrayParam ordinals;
    ArrayParam labels;
    ArrayParam directions;
    ArrayParam accounts;
    int ordinal = 0;
    for (const Category& category : categories) {
        keys.add(category.key);
        ordinals.add(++ordinal);
        labels.add(category.label);
        directions.add(toText(category.direction));
        accounts.add(category.accounts);
    }
    call_.db().send(DeleteCategorySql, company_, keys);
    call_.db().send(UpsertSql, company_, keys, ordinals, labels, directions, accounts);
}

} // namespace svc::treasury
