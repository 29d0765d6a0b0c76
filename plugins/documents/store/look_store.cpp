#include "store/look_store.hpp"

#include <svc/encoding.hpp>
#include <svc/nested_columns.hpp>

namespace svc::documents {
namespace {

const Table Looks("looks", columnWrittenOnce("version", &StoredLook::version),
                  nestedColumns(&StoredLook::look, column("accent", &Look::accent),
                                column("logo", &Look::logo), column("introduction", &Look::introduction),
                                column("footer", &Look::footer)));
const std::string LookSql = "SELECT " + Looks.select("x") +
                            " FROM (SELECT version, accent, coalesce(encode(logo, 'hex'), '') AS logo,"
                            " coalesce(introduction, '') AS introduction, coalesce(footer, '') AS footer"
                            " FROM documents.look WHERE company_id = $1) x";

} // namespace

StoredLook findLook(Call& call) {
    const Rows rows = call.db().query(LookSql, call.companyId());
    if (rows.empty()) {
        return {};
    }
    StoredLook found = Looks.read(rows[0]);
    found.look.logo = hexDecode(found.look.logo).value();
    return found;
}

void saveLook(Call& call, const StoredLook& stored) {
    const auto text = [](const std::string& value) {
        return value.empty() ? std::optional<std::string>() : std::optional(value);
    };
    call.db().send(
        "INSERT INTO documents.look (company_id, accent, logo, introduction, footer, version, updated_at)"
        " VALUES ($1, $2, decode($3, 'hex'), $4, $5, $6, $7)"
        " ON CONFLICT (company_id) DO UPDATE SET accent = $2, logo = decode($3, 'hex'), introduction = $4,"
        " footer = $5, version = $6, updated_at = $7",
        call.companyId(), stored.look.accent, text(hexEncode(stored.look.logo)),
        text(stored.look.introduction), text(stored.look.footer), stored.version, call.now());
}

} // namespace svc::documents
