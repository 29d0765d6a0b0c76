#include "look/store.hpp"

#include <svc/columns.hpp>
#include <svc/encoding.hpp>

namespace svc::documents {
namespace {

/// A row; the logo as hexadecimal digits.
struct LookRow {
    std::string accent{};
    std::optional<std::string> logo{};
    std::optional<std::string> introduction{};
    std::optional<std::string> footer{};
    std::int64_t version = 0;
};
const Table Looks("documents.look", columnWrittenOnce("accent", &LookRow::accent),
                  column("logo", &LookRow::logo), column("introduction", &LookRow::introduction),
                  column("footer", &LookRow::footer), column("version", &LookRow::version));

} // namespace

StoredLook findLook(Call& call) {
    static const std::string sql = "SELECT " + Looks.select("x") +
                                   " FROM (SELECT accent, encode(logo, 'hex') AS logo, introduction, footer,"
                                   " version FROM documents.look WHERE company_id = $1) x";
    const Rows rows = call.db().query(sql, call.companyId());
    StoredLook found;
    if (!rows.empty()) {
        LookRow row = Looks.read(rows[0]);
        found.look.accent = std::move(row.accent);
        found.look.logo = hexDecode(row.logo.value_or("")).value();
        found.look.introduction = row.introduction.value_or("");
        found.look.footer = row.footer.value_or("");
        found.version = row.version;
    }
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
