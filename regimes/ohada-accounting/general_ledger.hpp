#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "accounting/books.hpp"
#include "rules/sheaf.hpp"

namespace svc::ohada_accounting {

/// The general ledger, account by account, with a running balance. The books are read once, by date; the
/// lines of each account are buffered in the sheaf until the accounts before it are written.
class GeneralLedger {
public:
    GeneralLedger(Call& call, const std::string& chart, const Period& period);

    void write(const std::function<void(std::string_view)>& sink);

private:
    struct Account {
        std::string head; ///< number and name of the account, with which each line begins
        std::int64_t opening = 0;
        std::int64_t balance = 0;
    };

    void add(const accounting::BookLine& line);
    void appendSides(std::string& out, std::int64_t balance) const;

    Call& call_;
    accounting::Books books_;
    std::string chart_;
    Currency currency_;
    std::map<std::string, Account, std::less<>> accounts_;
    Sheaf lines_;
    std::string out_;
};

} // namespace svc::ohada_accounting
