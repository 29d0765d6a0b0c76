#include "host/auth/plugin_secret_store.hpp"

#include <stdexcept>

#include "host/db/transaction.hpp"

namespace svc::host::auth {
namespace {

constexpr std::string_view Put =
    "INSERT INTO svc.plugin_secret (company_id, plugin, name, sealed, updated_at) VALUES ($1, $2, $3, $4, $5)"
    " ON CONFLICT (company_id, plugin, name)"
    " DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at";
constexpr std::string_view Get =
    "SELECT sealed FROM svc.plugin_secret WHERE company_id = $1 AND plugin = $2 AND name = $3";
constexpr std::string_view Remove =
    "DELETE FROM svc.plugin_secret WHERE company_id = $1 AND plugin = $2 AND name = $3";
constexpr std::string_view RemoveAll =
    "DELETE FROM svc.plugin_secret WHERE company_id = $1 AND plugin = $2 AND starts_with(name, $3)";
// The version of the key is in front of the dot; see Sealer.
constexpr std::string_view Old =
    "SELECT company_id, plugin, name, sealed FROM svc.plugin_secret WHERE NOT starts_with(sealed, $1 || '.')"
    " ORDER BY company_id, plugin, name LIMIT 100 FOR UPDATE SKIP LOCKED";
constexpr std::string_view Keep =
    "UPDATE svc.plugin_secret SET sealed = $4 WHERE company_id = $1 AND plugin = $2 AND name = $3";

std::string contextOf(std::string_view company, std::string_view plugin, std::string_view name) {
    std::string context(company);
    context.append(1, ' ').append(plugin).append(1, ' ').append(name);
    return context;
}

} // namespace

void PluginSecretStore::put(db::Transaction& transaction, const Owner& owner, std::string_view name,
                            std::string_view value, Instant at) const {
    const std::string company = owner.company.toString();
    transaction.send(Put, {company, owner.plugin, name,
                           sealer_.seal(contextOf(company, owner.plugin, name), value), at.toSql()});
}

std::optional<std::string> PluginSecretStore::get(db::Transaction& transaction, const Owner& owner,
                                                  std::string_view name) const {
    const std::string company = owner.company.toString();
    const db::Rows rows = transaction.query(Get, {company, owner.plugin, name});
    return rows.empty() ? std::nullopt
                        : std::optional(open(contextOf(company, owner.plugin, name), rows.text(0, 0)));
}

void PluginSecretStore::remove(db::Transaction& transaction, const Owner& owner,
                               std::string_view name) const {
    const bool all = name.ends_with('*');
    transaction.send(all ? RemoveAll : Remove,
                     {owner.company.toString(), owner.plugin, all ? name.substr(0, name.size() - 1) : name});
}

std::size_t PluginSecretStore::sealAgain(db::Transaction& transaction) const {
    const db::Rows rows = transaction.query(Old, {std::to_string(sealer_.newest())});
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::string context = contextOf(rows.text(row, 0), rows.text(row, 1), rows.text(row, 2));
        transaction.send(Keep, {rows.text(row, 0), rows.text(row, 1), rows.text(row, 2),
                                sealer_.seal(context, open(context, rows.text(row, 3)))});
    }
    return rows.count();
}

std::string PluginSecretStore::open(const std::string& context, std::string_view sealed) const {
    auto text = sealer_.open(context, sealed);
    if (!text) {
        throw std::runtime_error("a secret of a plugin was not sealed with a master key that is known");
    }
    return *std::move(text);
}

} // namespace svc::host::auth
