#include "host/db/snapshot.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace svc::host::db {
namespace {

std::uint64_t numberOf(std::string_view digits) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size())
        throw std::invalid_argument("not the number of a transaction: " + std::string(digits));
    return number;
}

// Removes and returns the part before the separator; without a separator the whole text.
std::string_view takeUpTo(std::string_view& text, char separator) {
    const std::size_t at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

} // namespace

Snapshot Snapshot::parse(std::string_view text) {
    Snapshot snapshot;
    takeUpTo(text, ':'); // the oldest running transaction, which the list contains too
    snapshot.end = numberOf(takeUpTo(text, ':'));
    while (!text.empty())
        snapshot.running.push_back(numberOf(takeUpTo(text, ',')));
    return snapshot;
}

bool Snapshot::within(const Snapshot& other) const {
    if (end > other.end)
        return false;
    // A transaction that was running for `other` is invisible here when it was running here too, or had not
    // begun.
    return std::all_of(other.running.begin(), other.running.end(), [this](std::uint64_t transaction) {
        return transaction >= end || std::find(running.begin(), running.end(), transaction) != running.end();
    });
}

} // namespace svc::host::db
