#pragma once

#include <bindings.hpp>

namespace svc::treasury {

/// Sets the common fields of a new record: identifier, creator and instant.
template <typename Record>
void stamp(Call& call, Record& record) {
    record.id = call.newId<decltype(record.id)>();
    record.createdAt = record.updatedAt = call.now().truncatedToMillis();
    record.version = 1;
    record.createdBy = call.actor();
}

} // namespace svc::treasury
