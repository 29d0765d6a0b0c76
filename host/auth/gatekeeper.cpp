#include "host/auth/gatekeeper.hpp"

#include "host/auth/api_key.hpp"
#include "host/auth/company_record.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/network.hpp"
#include "host/auth/roles.hpp"
#include "host/auth/session_token.hpp"
#include "host/auth/sql.hpp"
#include "host/core/unit_memory.hpp"
#include "host/db/error.hpp"
#include "host/db/pool.hpp"
#include "host/http/front/headers.hpp"

#include <svc/error.hpp>
#include <svc/text.hpp>

namespace svc::host::auth {
namespace {

// Number of columns in front of those of the company.
constexpr std::size_t KeyColumnCount = 10;
constexpr std::size_t SessionColumnCount = 11;

const std::string& keyStatement() {
    static const std::string sql =
        "SELECT k.id, k.name, k.mode, array_to_string(k.scopes, ' '), array_to_string(k.allowed_ips, ' '),"
        " k.expires_at, k.api_version, k.last_used_at, c.xmin, current_setting('transaction_read_only'), " +
        std::string(CompanyColumns) +
        " FROM svc.api_key_directory d"
        " JOIN svc.api_key k ON k.company_id = d.company_id AND k.id = d.key_id AND k.revoked_at IS NULL"
        " JOIN svc.company c ON c.company_id = d.company_id WHERE d.digest = $1";
    return sql;
}

/// Revalidates a cached key. The company's row has another xmin after a change of the company, or of one of
/// its keys or business units (svc.note_key_change). The snapshot tells a read which commits its answer
/// depends on.
constexpr std::string_view ProofStatement =
    "SELECT c.xmin, pg_current_snapshot() FROM svc.company c WHERE c.company_id = $1";

const std::string& sessionStatement() {
    static const std::string sql =
        "SELECT s.id, s.user_id, u.name, s.last_used_at, s.expires_at,"
        " array_to_string(m.business_unit_ids, ' '), r.name, r.built_in, array_to_string(r.permissions, ' '),"
        " m.id, current_setting('transaction_read_only'), " +
        std::string(CompanyColumns) +
        " FROM svc.session s JOIN svc.user_account u ON u.id = s.user_id"
        " LEFT JOIN svc.member m ON m.company_id = $2 AND m.user_id = s.user_id AND m.state = 'active'"
        " LEFT JOIN svc.role r ON r.company_id = m.company_id AND r.id = m.role_id"
        " LEFT JOIN svc.company c ON c.company_id = m.company_id WHERE s.token_digest = $1";
    return sql;
}

const std::string& companyStatement() {
    static const std::string sql =
        "SELECT " + std::string(CompanyColumns) + " FROM svc.company c WHERE c.company_id = $1";
    return sql;
}

const std::string& slugStatement() {
    static const std::string sql =
        "SELECT " + std::string(CompanyColumns) + " FROM svc.company c WHERE c.slug = $1";
    return sql;
}

constexpr std::string_view TouchKey =
    "UPDATE svc.api_key SET last_used_at = $2 WHERE id = $1 AND company_id = $4"
    " AND (last_used_at IS NULL OR last_used_at <= $3)";
constexpr std::string_view TouchSession =
    "UPDATE svc.session SET last_used_at = $2 WHERE id = $1 AND last_used_at <= $3";

/// Writes when a credential was used. Reads go on while the database is read-only or full (reliability 9), so
/// the time of use is left out then.
void touch(db::Lease& lease, std::string_view readOnly, std::string_view sql,
           std::initializer_list<db::Param> params) {
    if (readOnly == "on") {
        return;
    }
    try {
        lease->query(sql, params);
    } catch (const db::Error& error) {
        if (!error.refusesWrites()) {
            throw;
        }
    }
}

[[noreturn]] void refuseKey() {
    throw ApiError(401, "api-key-invalid");
}
[[noreturn]] void refuseSession() {
    throw ApiError(401, "session-invalid");
}

bool addressAllowed(const std::vector<std::string>& allowed, std::string_view address) {
    if (allowed.empty()) {
        return true;
    }
    const auto caller = Network::parse(address);
    for (const std::string& block : allowed) {
        const auto network = Network::parse(block);
        if (caller && network && network->contains(*caller)) {
            return true;
        }
    }
    return false;
}

bool mayBeUsed(const KnownKey& key, Instant now, std::string_view address) {
    return (!key.expires || *key.expires > now) && addressAllowed(key.addresses, address);
}

/// A key has its scopes in its own company alone.
http::Gatekeeper::Entrance entranceOf(const KnownKey& key, std::optional<Uuid> company) {
    http::Gatekeeper::Entrance entrance{key.caller, std::nullopt};
    if (company == key.company.id) {
        entrance.company = key.company;
    } else {
        entrance.caller.scopes.clear();
    }
    return entrance;
}

/// The credential of "Bearer <credential>"; empty for any other header.
std::string_view credentialOf(std::optional<std::string_view> authorization) {
    constexpr std::string_view Scheme = "bearer ";
    if (!authorization || authorization->size() <= Scheme.size() ||
        !equalsIgnoreCase(authorization->substr(0, Scheme.size()), Scheme)) {
        return {};
    }
    return http::trimBlanks(authorization->substr(Scheme.size()));
}

} // namespace

http::Gatekeeper::Entrance DatabaseGatekeeper::enter(std::optional<std::string_view> authorization,
                                                     std::optional<std::string_view> companyId,
                                                     std::string_view address) {
    const std::string_view credential = credentialOf(authorization);
    const std::optional<Uuid> company = companyId ? decodeId("com", *companyId) : std::nullopt;
    if (credential.starts_with(SessionMarker)) {
        if (credential.size() != SessionMarker.size() + TokenLength) {
            refuseSession();
        }
        return enterWithSession(credential, company);
    }
    if (!isApiKey(credential)) {
        refuseKey();
    }
    return enterWithKey(credential, company, address);
}

http::Gatekeeper::Entrance DatabaseGatekeeper::enterWithKey(std::string_view key, std::optional<Uuid> company,
                                                            std::string_view address) {
    const Instant now = services_.clock.now();
    const std::string digest = digestParameter(key);
    const db::Flusher::Life life = flusherLife();
    db::Lease lease = services_.pool.acquire();
    const db::Rows rows = lease->query(keyStatement(), {digest});
    if (rows.empty()) {
        memory_.forget(digest);
        refuseKey();
    }
    KnownKey known;
    known.life = life;
    if (const auto expires = rows.cell(0, 5)) {
        known.expires = instantOf(*expires);
    }
    known.addresses = wordsOf(rows.cell(0, 4));
    if (!mayBeUsed(known, now, address)) {
        refuseKey();
    }
    http::Caller& caller = known.caller;
    caller.kind = http::Caller::Kind::Key;
    caller.id = Uuid::parse(rows.text(0, 0)).value_or(Uuid());
    caller.label = rows.text(0, 1);
    caller.live = rows.text(0, 2) == "live";
    caller.apiVersion = rows.text(0, 6);
    caller.scopes = wordsOf(rows.cell(0, 3));
    known.companyWritten = rows.text(0, 8);
    known.company = companyFacts(rows, 0, KeyColumnCount, modules_, services_.catalogue.companySettings());
    known.company.units = std::make_shared<UnitMemory>(known.companyWritten);
    const auto lastUsed = rows.cell(0, 7);
    known.lastUsed = lastUsed ? instantOf(*lastUsed) : now;
    if (!lastUsed || known.lastUsed <= now - UseInterval) {
        touch(lease, rows.text(0, 9), TouchKey,
              {rows.text(0, 0), now.toSql(), (now - UseInterval).toSql(), known.company.id.toString()});
        known.lastUsed = now;
    }
    Entrance entrance = entranceOf(known, company);
    memory_.keep(digest, std::make_shared<const KnownKey>(std::move(known)));
    return entrance;
}

std::unique_ptr<http::Gatekeeper::Recollection>
DatabaseGatekeeper::recall(std::optional<std::string_view> authorization,
                           std::optional<std::string_view> companyId, std::string_view address) {
    const std::string_view credential = credentialOf(authorization);
    const std::optional<Uuid> company = companyId ? decodeId("com", *companyId) : std::nullopt;
    if (!company || !isApiKey(credential)) {
        return nullptr;
    }
    auto recalled = std::make_unique<Recollection>();
    const std::shared_ptr<const KnownKey> known = memory_.find(digestParameter(credential)).value_or(nullptr);
    const Instant now = services_.clock.now();
    // When last_used_at has to be written, the caller is looked up without the cache.
    if (!known || known->life != flusherLife() || known->company.id != *company ||
        known->lastUsed <= now - UseInterval || !mayBeUsed(*known, now, address)) {
        return nullptr;
    }
    recalled->entrance = entranceOf(*known, company);
    recalled->proof.sql = ProofStatement;
    recalled->proof.params = {known->company.id.toString()};
    recalled->proof.tellsSnapshot = true;
    recalled->proof.holds = [known](const db::Rows& rows) { return known->isSame(rows); };
    return recalled;
}

db::Flusher::Life DatabaseGatekeeper::flusherLife() const {
    return services_.flusher != nullptr ? services_.flusher->life() : 0;
}

http::Gatekeeper::Entrance DatabaseGatekeeper::enterWithSession(std::string_view token,
                                                                std::optional<Uuid> company) {
    const Instant now = services_.clock.now();
    db::Lease lease = services_.pool.acquire();
    const std::optional<std::string> companyText =
        company ? std::optional(company->toString()) : std::nullopt;
    const db::Rows rows = lease->query(sessionStatement(), {digestParameter(token), companyText});
    if (rows.empty()) {
        refuseSession();
    }
    const Instant lastUsed = instantOf(rows.text(0, 3));
    if (sessionEnd(lastUsed, instantOf(rows.text(0, 4))) <= now) {
        refuseSession();
    }
    Entrance entrance;
    http::Caller& caller = entrance.caller;
    caller.kind = http::Caller::Kind::Session;
    caller.sessionId = Uuid::parse(rows.text(0, 0)).value_or(Uuid());
    caller.id = Uuid::parse(rows.text(0, 1)).value_or(Uuid());
    caller.label = rows.text(0, 2);
    if (lastUsed <= now - UseInterval) {
        touch(lease, rows.text(0, 10), TouchSession,
              {rows.text(0, 0), now.toSql(), (now - UseInterval).toSql()});
    }
    if (rows.cell(0, 9)) {
        for (const std::string& unit : wordsOf(rows.cell(0, 5))) {
            caller.businessUnits.push_back(Uuid::parse(unit).value_or(Uuid()));
        }
        caller.scopes = sessionScopes(services_.catalogue,
                                      rolePermissions(services_.catalogue, rows.text(0, 6),
                                                      rows.text(0, 7) == "t", wordsOf(rows.cell(0, 8))));
        entrance.company =
            companyFacts(rows, 0, SessionColumnCount, modules_, services_.catalogue.companySettings());
    }
    return entrance;
}

std::optional<CompanyFacts> DatabaseGatekeeper::company(const Uuid& id) {
    const db::Rows rows = services_.pool.acquire()->query(companyStatement(), {id.toString()});
    return rows.empty()
               ? std::nullopt
               : std::optional(companyFacts(rows, 0, 0, modules_, services_.catalogue.companySettings()));
}

std::optional<CompanyFacts> DatabaseGatekeeper::companyOfSlug(std::string_view slug) {
    const db::Rows rows = services_.pool.acquire()->query(slugStatement(), {slug});
    return rows.empty()
               ? std::nullopt
               : std::optional(companyFacts(rows, 0, 0, modules_, services_.catalogue.companySettings()));
}

std::optional<PublicDocument> DatabaseGatekeeper::publicDocument(std::string_view token) {
    return links_ == nullptr ? std::nullopt : links_->open(token);
}

} // namespace svc::host::auth
