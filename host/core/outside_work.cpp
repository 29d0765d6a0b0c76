// The part of UnitOfWork that runs between its transactions.
#include "host/core/unit_of_work.hpp"

#include "host/core/work_fault.hpp"

namespace svc::host {

db::Transaction& UnitOfWork::db() {
    if (!transaction_) {
        throw WorkFault("no-transaction", "this call runs outside of a transaction until it begins one");
    }
    return *transaction_;
}

void UnitOfWork::begin() {
    if (!options_.outside) {
        throw WorkFault("not-outside", "this call has its transaction; it is not declared to run outside");
    }
    if (transaction_) {
        throw WorkFault("transaction-open", "a transaction was begun already");
    }
    if (options_.company.id.isNil()) {
        throw WorkFault("no-company", "this call is for no company and has no transactions");
    }
    now_ = services_.clock.now();
    today_ = dateIn(options_.company.timeZone, now_);
    open();
}

void UnitOfWork::close() {
    transaction_.reset();
    journal_.clear();
    journalId_ = {};
    filed_ = {};
    askedNumber_.reset();
    doomed_ = false;
}

std::string UnitOfWork::runAlone(const Command& command, std::string_view input) {
    try {
        if (command.outside || command.anywhere) {
            return command.run(*this, input);
        }
        begin();
        std::string output = command.run(*this, input);
        commit();
        return output;
    } catch (...) {
        if (transaction_) {
            rollback();
        }
        throw;
    }
}

} // namespace svc::host
