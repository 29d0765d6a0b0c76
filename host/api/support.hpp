#pragma once

#include "host/auth/sql.hpp"
#include "host/http/pipeline/exchange.hpp"

#include <svc/error.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace svc::host::api {

/// A handler of each operation, by operationId.
using Handlers = std::map<std::string, http::Handler, std::less<>>;

using auth::actorJson;
using auth::boolJson;
using auth::decimalJson;
using auth::idJson;
using auth::instantJson;
using auth::instantOf;
using auth::integerOf;
using auth::parsedJson;
using auth::SqlArgs;
using auth::textJson;
using auth::wordsOf;

/// The company of the request, as a parameter of statements.
inline std::string companyText(const http::Exchange& exchange) {
    return exchange.work->company().id.toString();
}

/// The identifier in the path; another form gives the same answer as an unknown one: 404 `error`.
Uuid pathId(const http::Exchange& exchange, std::string_view parameter, std::string_view prefix,
            std::string_view error);

/// 412 version-mismatch when If-Match names another version.
void checkVersion(const http::Exchange& exchange, std::int64_t version);

/// Answers a record, with the ETag of its version.
void replyRecord(http::Exchange& exchange, int status, const Json& record);
inline void replyEmpty(http::Exchange& exchange, int status) {
    exchange.status = status;
}

/// limit and offset of an array (api 1.9).
struct ArrayPage {
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};
ArrayPage arrayPage(const http::Exchange& exchange);
/// Rows of a list are counted up to this number.
inline constexpr std::int64_t ListMost = 10'000;
/// Sets X-Total-Count: exact up to ListMost, marked as a lower bound above it.
void tellTotal(http::Exchange& exchange, std::int64_t count);

/// Answers the part of the rows that the page asks for, with X-Total-Count.
void replyArray(http::Exchange& exchange, Json rows);

/// limit and position of a collection read by cursor.
struct CursorPage {
    std::int64_t limit = 50;
    std::optional<std::string> position;
};
CursorPage cursorPage(const http::Exchange& exchange, std::string_view collection);
std::string sealCursor(const http::Exchange& exchange, std::string_view collection,
                       std::string_view position);

/// Adds version, createdAt, updatedAt, createdBy from five columns that begin at `first`: version,
/// created_at, updated_at, created_by_kind, created_by_id.
void addCommon(Json& record, const db::Rows& rows, std::size_t row, std::size_t first);

/// The array { field, from, to } of the fields that differ, for the history; without `version` and
/// `updatedAt`, which each change changes.
Json changesBetween(const Json& before, const Json& after);

/// Takes a lock so that one transaction at a time counts and adds records of the company; so no plan limit is
/// exceeded and the last owner is never removed. Released at the end of the transaction.
void lockCompany(http::Exchange& exchange);

/// How long the old and the new secret are both valid: `overlapSeconds` of the body, 0 by default.
std::int64_t overlapSeconds(const http::Exchange& exchange);

/// Throws 403 missing-permission, naming the scope, unless the caller holds all of the scopes.
void requireAll(const http::Exchange& exchange, const std::vector<std::string>& scopes);

} // namespace svc::host::api
