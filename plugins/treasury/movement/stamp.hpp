#pragma once

#include <bindings.hpp>

namespace svc::treasury {

/// The business date of a body, today when there is none, not locked and not in the future.
inline Date businessDate(Call& call, const std::optional<Date>& given) {
    const Date date = given.value_or(call.today());
    call.checkDate(date);
    return date;
}

/// What every new record has: identifier, who asks and when.
template <typename Record>
void stamp(Call& call, Record& record) {
    record.id = call.newId<decltype(record.id)>();
    record.createdAt = record.updatedAt = call.now().truncatedToMillis();
    record.version = 1;
    record.createdBy = call.actor();
}

} // namespace svc::treasury
