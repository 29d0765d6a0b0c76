#pragma once

#include <map>
#include <string>

#include <svc/connector.hpp>

namespace svc::gocardless_bad {

/// Turns the booked transactions of one answer into bank lines. An answer holds whole days.
class Lines {
public:
    explicit Lines(std::string account) : account_(std::move(account)) {}

    /// Adds one of `transactions.booked`. Refuses one without a day, or without an amount in its currency,
    /// with `integration-unreachable:answer-unreadable`.
    void add(const Json& transaction);
    Json take() { return std::move(lines_); }

private:
    std::string identifierOf(const Json& transaction, const Json& line);

    std::string account_;
    std::map<std::string, int> equals_;
    Json lines_ = Json::array();
};

} // namespace svc::gocardless_bad
