#include "store/category_store.hpp"

namespace svc::treasury {

namespace {

constexpr std::string_view FindCategorySql =
    "SELECT key, label, direction, accounts FROM treasury.category WHERE company_id = $1 AND key = $2";
constexpr std::string_view AllSql = "SELECT key, label, direction, accounts FROM treasury.category WHERE "
                                    "company_id = $1 ORDER BY ordinal, key";
// Keys are the primary key and the order of locks, so two replacements at once wait for each other.
constexpr std::string_view DeleteCategorySql =
    "DELETE FROM treasury.category WHERE company_id = $1 AND NOT key = ANY($2::text[])";
constexpr std::string_view UpsertSql =
    "INSERT INTO treasury.category (company_id, key, ordinal, label, direction, accounts)"
    " SELECT $1::uuid, c.key, c.ordinal, c.label, c.direction, c.accounts::json"
    " FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[])"
    " AS c(key, ordinal, label, direction, accounts) ORDER BY c.key"
    " ON CONFLICT (company_id, key) DO UPDATE SET ordinal = EXCLUDED.ordinal, label = EXCLUDED.label,"
    " direction = EXCLUDED.direction, accounts = EXCLUDED.accounts";

Category categoryAt(const Row& row) {
    return {std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2)), row.json(3)};
}

} // namespace

std::optional<Category> CategoryStore::find(std::string_view key) {
    const Rows rows = call_.db().query(FindCategorySql, company_, key);
    return rows.empty() ? std::nullopt : std::optional(categoryAt(rows[0]));
}

std::vector<Category> CategoryStore::all() {
    const Rows rows = call_.db().query(AllSql, company_);
    std::vector<Category> categories;
    for (const Row row : rows) {
        categories.push_back(categoryAt(row));
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
        directions.add(category.direction);
        accounts.add(category.accounts);
    }
    call_.db().send(DeleteCategorySql, company_, keys);
    call_.db().send(UpsertSql, company_, keys, ordinals, labels, directions, accounts);
}

} // namespace svc::treasury
