#include "host/http/pipeline/idempotency.hpp"

#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/text.hpp>

#include "host/db/transaction.hpp"

#include <openssl/sha.h>

#include <algorithm>
#include <array>

namespace svc::host::http {

namespace {

constexpr std::size_t ShortestKey = 8;
constexpr std::size_t LongestKey = 200;
constexpr std::int64_t Kept = 24 * Instant::Hour;

constexpr std::string_view TakeLock =
    "SELECT pg_try_advisory_xact_lock(hashtextextended($1::text || ':' || $2::text, 0))";

// A statement of its own, after the lock: its snapshot sees what the former holder of the lock has committed.
constexpr std::string_view FindAnswer =
    "SELECT method, path, encode(body_digest, 'hex'), status, headers, body FROM svc.idempotency"
    " WHERE company_id = $1 AND key = $2 AND created_at > $3 AND created_at < $4"
    " ORDER BY created_at DESC LIMIT 1";

constexpr std::string_view StoreAnswer =
    "INSERT INTO svc.idempotency (company_id, key, method, path, body_digest, status, headers, body, "
    "request_id,"
    " created_at) SELECT $1::uuid, $2::text, $3::text, $4::text, $5::bytea, $6::integer, $7::jsonb, "
    "$8::text, $9::text,"
    " $10::timestamptz WHERE pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || ':' || $2::text, "
    "0))"
    " AND NOT EXISTS (SELECT 1 FROM svc.idempotency WHERE company_id = $1::uuid AND key = $2::text"
    " AND created_at > $11::timestamptz)";

// Takes over a key that a crashed host has left.
constexpr std::string_view Take =
    "INSERT INTO svc.outside_request (company_id, key, request_id, until) VALUES ($1, $2, $3, $5)"
    " ON CONFLICT (company_id, key) DO UPDATE SET request_id = excluded.request_id, until = excluded.until"
    " WHERE outside_request.until < $4 RETURNING 1";
constexpr std::string_view ForgetEnded =
    "DELETE FROM svc.outside_request WHERE company_id = $1 AND key <> $2 AND until < $3";
constexpr std::string_view GiveBack = "DELETE FROM svc.outside_request WHERE company_id = $1 AND key = $2";

Refused inFlight() {
    return Refused(409, "in-flight").header("Retry-After", "1");
}

std::string sha256(std::string_view bytes) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
    return {reinterpret_cast<const char*>(digest), sizeof digest};
}

/// Digest of query and body. The order of different parameters is ignored, the order of values of one
/// parameter is not. Without a query it is the digest of the body.
std::string digestOf(Query query, std::string_view body) {
    if (query.empty()) {
        return sha256(body);
    }
    std::stable_sort(query.begin(), query.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    Json canonical = Json::array();
    for (const auto& [name, value] : query) {
        canonical.push(Json::array({name, value}));
    }
    return sha256(canonical.dump() += '\n' + std::string(body));
}

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

} // namespace

Idempotency::Idempotency(std::string_view key, std::string_view method, std::string_view path,
                         const Query& query, std::string_view body, std::string_view space)
    : key_(std::string(space) += key), method_(method), path_(path), digest_(digestOf(query, body)) {
    if (!isUtf8(key) || utf8Length(key) < ShortestKey || utf8Length(key) > LongestKey) {
        throw ApiError(400, "idempotency-key-invalid");
    }
}

std::optional<Answer> Idempotency::begin(UnitOfWork& work) const {
    return begin(work.db(), work.now());
}

std::optional<Answer> Idempotency::begin(db::Transaction& transaction, Instant now) const {
    const std::string since = (now - Kept).toSql();
    const std::array<db::Param, 2> lockParams{transaction.company(), key_};
    // The upper bound exceeds any difference between the clocks of hosts; without it all partitions created
    // ahead would be read.
    const std::string end = (now + Kept).toSql();
    const std::array<db::Param, 4> findParams{transaction.company(), key_, since, end};
    const std::vector<db::Rows> rows =
        transaction.queryMany({{TakeLock, lockParams}, {FindAnswer, findParams}});
    // A stored answer is returned even without the lock, which then only another replay can hold.
    std::optional<Answer> replay = replayOf(rows.at(1));
    if (!replay && rows.at(0).text(0, 0) != "t") {
        throw inFlight();
    }
    return replay;
}

std::optional<Answer> Idempotency::look(db::Transaction& transaction, Instant now) const {
    return replayOf(transaction.query(
        FindAnswer, {transaction.company(), key_, (now - Kept).toSql(), (now + Kept).toSql()}));
}

std::optional<Answer> Idempotency::replayOf(const db::Rows& found) const {
    if (found.empty()) {
        return std::nullopt;
    }
    if (found.text(0, 0) != method_ || found.text(0, 1) != path_) {
        throw ApiError(400, "idempotency-key-reused");
    }
    Answer answer;
    answer.status = static_cast<int>(parseInt64(found.text(0, 3)).value_or(500));
    const Json headers = Json::parse(found.text(0, 4));
    for (const Json::Member& header : headers.members()) {
        answer.headers.emplace_back(header.name, header.value.text());
    }
    answer.headers.emplace_back("Idempotent-Replay", "true");
    if (found.text(0, 2) != hexEncode(digest_)) {
        answer.headers.emplace_back("Idempotent-Body-Mismatch", "true");
    }
    answer.body = found.cell(0, 5).value_or("");
    if (answer.status >= 400) {
        answer.code = Json::parse(answer.body).textOr("message");
    }
    return answer;
}

StoredAnswer Idempotency::stored(const Answer& answer, const std::vector<std::string>& secrets) const {
    StoredAnswer kept;
    kept.key = key_;
    kept.method = method_;
    kept.path = path_;
    kept.bodyDigest = digest_;
    kept.status = answer.status;
    for (const auto& [name, value] : answer.headers) {
        kept.headers.set(name, value);
    }
    kept.body = answer.body;
    if (!secrets.empty()) {
        Json body = Json::parse(answer.body);
        for (const std::string& name : secrets) {
            if (body.contains(name)) {
                body.set(name, nullptr);
            }
        }
        kept.body = body.dump();
    }
    return kept;
}

void Idempotency::store(Services& services, const Uuid& holder, std::string_view requestId,
                        const Answer& answer, const std::vector<std::string>& secrets) const {
    const std::string id = holder.toString();
    db::Transaction transaction(services.pool, id);
    if (services.flusher != nullptr) {
        transaction.groupCommit();
    }
    transaction.send(TakeLock, {id, key_});
    transaction.send(GiveBack, {id, key_});
    keep(transaction, services.clock.now(), requestId, answer, secrets);
    transaction.commit();
}

void Idempotency::keep(db::Transaction& transaction, Instant now, std::string_view requestId,
                       const Answer& answer, const std::vector<std::string>& secrets) const {
    const StoredAnswer kept = stored(answer, secrets);
    transaction.send(StoreAnswer,
                     {transaction.company(), key_, kept.method, kept.path, "\\x" + hexEncode(kept.bodyDigest),
                      std::to_string(kept.status), kept.headers.dump(), kept.body, requestId, now.toSql(),
                      (now - Kept).toSql()});
}

std::optional<Answer> Idempotency::take(Services& services, const Uuid& holder, std::string_view requestId,
                                        Instant until) const {
    const std::string id = holder.toString();
    const Instant now = services.clock.now();
    db::Transaction transaction(services.pool, id);
    if (auto answer = begin(transaction, now)) {
        transaction.endRead();
        return answer;
    }
    transaction.send(ForgetEnded, {id, key_, now.toSql()});
    if (transaction.query(Take, {id, key_, requestId, now.toSql(), until.toSql()}).empty()) {
        throw inFlight();
    }
    transaction.commit();
    return std::nullopt;
}

void Idempotency::giveBack(Services& services, const Uuid& holder) const {
    const std::string id = holder.toString();
    db::Transaction transaction(services.pool, id);
    transaction.send(GiveBack, {id, key_});
    transaction.commit();
}

bool Idempotency::keeps(int status, std::string_view code) {
    if (status < 400) {
        return true;
    }
    constexpr std::array<int, 7> Free{401, 403, 409, 412, 413, 415, 429};
    if (status >= 500 || std::find(Free.begin(), Free.end(), status) != Free.end()) {
        return false;
    }
    // Handlers make some checks of step 7 themselves: decimals depend on the currency.
    for (const std::string_view formal :
         {"field-required:", "field-invalid:", "amount-required", "body-invalid", "cursor-invalid",
          "currency-unsupported", "country-unsupported", "company-not-found"}) {
        if (startsWith(code, formal)) {
            return false;
        }
    }
    return true;
}

} // namespace svc::host::http
