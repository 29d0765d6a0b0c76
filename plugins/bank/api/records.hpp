#pragma once

#include <svc/call.hpp>

#include "store/line_store.hpp"
#include "store/statement_store.hpp"

namespace svc::bank {

Json toJson(const Line& line);
Json toJson(const Statement& statement);

/// Puts who asks and when into a record.
template <typename Record>
void stamp(Call& call, Record& record) {
    record.createdAt = record.updatedAt = call.now().truncatedToMillis();
    const Actor actor = call.actor();
    if (const auto kind = actor.kindText()) {
        record.createdByKind = std::string(*kind);
    }
    record.createdById = actor.optionalId();
}

} // namespace svc::bank
