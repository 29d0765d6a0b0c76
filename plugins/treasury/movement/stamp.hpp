#pragma once

#include <bindings.hpp>

namespace svc::treasury {

/// The business date of a request, default today; not locked and not in the future.
inline Date businessDate(Call& call, const std::optional<Date>& given) {
    const Date date = given.value_or(call.today());
    call.checkDate(date);
    return date;
}

/// Sets the common fields of a new record: identifier, creator and instant.
template <typename Record>
void stamp(Call& call, Record& record) {
    record.id = call.newId<decltype(record.id)>();
    record.createdAt = record.updatedAt = call.now().truncatedToMillis();
    record.version = 1;
    record.createdBy = call.actor();
}

} // namespace svc::treasury
