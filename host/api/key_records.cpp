#include "host/api/key_records.hpp"

#include "host/api/support.hpp"
#include "host/auth/digest.hpp"

namespace svc::host::api {
namespace {

constexpr std::string_view InsertKey =
    "INSERT INTO svc.api_key (company_id, id, name, mode, prefix, digest, scopes, expires_at, allowed_ips,"
    " api_version, created_at, updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13)";
constexpr std::string_view InsertDirectory =
    "INSERT INTO svc.api_key_directory (digest, company_id, key_id) VALUES ($1, $2, $3)";

} // namespace

Json keyRecord(const db::Rows& rows, std::size_t row) {
    return Json::object({{"id", idJson("key", rows.cell(row, 0))},
                         {"name", textJson(rows.cell(row, 1))},
                         {"mode", textJson(rows.cell(row, 2))},
                         {"prefix", textJson(rows.cell(row, 3))},
                         {"scopes", Json(wordsOf(rows.cell(row, 4)))},
                         {"expiresAt", instantJson(rows.cell(row, 5))},
                         {"allowedIps", Json(wordsOf(rows.cell(row, 6)))},
                         {"apiVersion", textJson(rows.cell(row, 7))},
                         {"lastUsedAt", instantJson(rows.cell(row, 8))},
                         {"createdAt", instantJson(rows.cell(row, 9))},
                         {"createdBy", actorJson(rows.cell(row, 10), rows.cell(row, 11))},
                         {"revokedAt", instantJson(rows.cell(row, 12))}});
}

Json insertKey(UnitOfWork& work, const NewKey& key) {
    const std::string text = auth::makeApiKey(key.mode);
    const std::string prefix = auth::apiKeyPrefix(text);
    const std::string digest = auth::digestParameter(text);
    const std::string_view mode = key.mode == auth::KeyMode::Live ? "live" : "test";
    const Uuid id = work.newId();
    const Actor& actor = work.actor();
    const std::optional<std::string> actorId =
        actor.kind == Actor::Kind::None ? std::nullopt : std::optional(actor.id.toString());
    SqlArgs args;
    args.add(work.company().id).add(id).add(key.name).add(mode).add(prefix).add(digest);
    args.add(auth::arrayText(key.scopes)).add(key.expiresAt).add(auth::arrayText(key.allowedIps));
    args.add(key.apiVersion).add(work.now()).add(actor.kindText()).add(actorId);
    work.db().send(InsertKey, args);
    work.db().send(InsertDirectory, {digest, work.company().id.toString(), id.toString()});
    const std::string keyId = encodeId("key", id);
    work.history("api_key", keyId, "api_key.created", "[]");
    return Json::object({{"id", keyId},
                         {"name", key.name},
                         {"mode", mode},
                         {"prefix", prefix},
                         {"scopes", Json(key.scopes)},
                         {"expiresAt", Json(key.expiresAt)},
                         {"allowedIps", Json(key.allowedIps)},
                         {"apiVersion", key.apiVersion},
                         {"lastUsedAt", nullptr},
                         {"createdAt", work.now()},
                         {"createdBy", actorJson(actor.kindText(), actorId)},
                         {"revokedAt", nullptr},
                         {"key", text}});
}

} // namespace svc::host::api
