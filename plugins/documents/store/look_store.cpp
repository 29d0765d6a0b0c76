#include "store/look_store.hpp"

#include <svc/encoding.hpp>

namespace svc::documents {

StoredLook findLook(Call& call) {
    const Rows rows = call.db().query("SELECT accent, encode(logo, 'hex'), introduction, footer, version "
                                      "FROM documents.look WHERE company_id = $1",
                                      call.companyId());
    StoredLook found;
    if (!rows.empty()) {
        const Row row = rows[0];
        found.look.accent = row.text(0);
        found.look.logo = hexDecode(row.optionalText(1).value_or("")).value();
        found.look.introduction = row.optionalText(2).value_or("");
        found.look.footer = row.optionalText(3).value_or("");
        found.version = row.integer(4);
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
