#pragma once

#include <bindings.hpp>

namespace svc::stock {

/// Sets the fields common to new records.
template <class Record>
void beginRecord(Call& call, Record& record) {
    record.id = call.newId<decltype(record.id)>();
    record.createdAt = record.updatedAt = call.now();
    record.version = 1;
    record.createdBy = call.actor();
}

/// The record as the API shows it, to compute changes for the history.
template <class Record>
Json shown(const Record& record) {
    return Json::parse(bind::textOf(record));
}

} // namespace svc::stock
