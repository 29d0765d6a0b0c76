#include "host/app/key_record.hpp"

#include <stdexcept>
#include <string>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "host/db/transaction.hpp"

namespace svc::host::app {
namespace {

constexpr std::string_view Recorded = "SELECT version, fingerprint FROM svc.master_key";
constexpr std::string_view Record =
    "INSERT INTO svc.master_key (version, fingerprint, seen_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

constexpr const char* Remedy = " Put the key back from its backup (the file, or the variable "
                               "SVC_MASTER_KEY). If it is lost for good, see"
                               " \"A lost master key\" in docs/operations/running.md.";

std::map<int, std::string> fingerprintsOf(const MasterKey& key) {
    std::map<int, std::string> fingerprints;
    for (const auto& [version, digest] : key.derive("fingerprint")) {
        fingerprints.emplace(version, hexEncode(digest));
    }
    return fingerprints;
}

std::map<int, std::string> recordedIn(db::Transaction& transaction) {
    const db::Rows rows = transaction.query(Recorded);
    std::map<int, std::string> recorded;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        recorded.emplace(static_cast<int>(parseInt64(rows.text(row, 0)).value_or(0)), rows.text(row, 1));
    }
    return recorded;
}

/// Older keys may be missing and newer ones added, but at least one must be recorded, and none may differ
/// from its record.
void requireKnown(const std::map<int, std::string>& own, const std::map<int, std::string>& recorded,
                  const std::string& source) {
    bool known = recorded.empty();
    for (const auto& [version, fingerprint] : own) {
        const auto found = recorded.find(version);
        if (found != recorded.end() && found->second != fingerprint) {
            known = false;
            break;
        }
        known = known || found != recorded.end();
    }
    if (!known) {
        throw std::runtime_error("the master key " + source +
                                 " is not the one that this database was written with." + Remedy);
    }
}

} // namespace

MasterKey recordedMasterKey(db::Pool& pool, const Clock& clock, const std::filesystem::path& file) {
    db::Transaction transaction(pool);
    const std::map<int, std::string> recorded = recordedIn(transaction);
    if (!recorded.empty() && !MasterKey::exists(file)) {
        throw std::runtime_error("the master key " + file.string() +
                                 " is missing, and the database holds secrets that are sealed under it." +
                                 Remedy);
    }
    MasterKey key = MasterKey::find(file);
    const std::map<int, std::string> own = fingerprintsOf(key);
    const std::string source = MasterKey::sourceOf(file);
    requireKnown(own, recorded, source);
    for (const auto& [version, fingerprint] : own) {
        transaction.send(Record, {std::to_string(version), fingerprint, clock.now().toSql()});
    }
    // Another host may have recorded a key concurrently.
    requireKnown(own, recordedIn(transaction), source);
    transaction.commit();
    return key;
}

} // namespace svc::host::app
