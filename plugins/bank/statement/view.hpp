#pragma once

namespace svc::bank {

/// A record as clients see it: `statements` only for a file with several, `skippedAccounts` only if any.
template <class Record>
Record shownStatement(Record record) {
    if (record.statements->size() < 2) {
        record.statements.reset();
    }
    if (record.skippedAccounts->empty()) {
        record.skippedAccounts.reset();
    }
    return record;
}

} // namespace svc::bank
