#include "statement/rules/account.hpp"

#include <algorithm>

#include <svc/currency.hpp>

#include "rules/text.hpp"

namespace svc::bank {
namespace {

std::string digitsOf(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        digits += c >= '0' && c <= '9' ? std::string(1, c) : "";
    }
    return digits;
}

} // namespace

bool isAccountOf(std::string_view walletIban, std::string_view walletNumber, const std::string& account) {
    const std::string given = squashed(account);
    const std::string iban = squashed(walletIban);
    const std::string number = squashed(walletNumber);
    if (given == iban || (!number.empty() && given == number)) {
        return true;
    }
    if (given.size() > 3 && given.substr(0, given.size() - 3) == iban &&
        Currency::parse(given.substr(given.size() - 3))) {
        return true;
    }
    if (iban.empty() || isIban(given)) {
        return false;
    }
    // The last part: `50880050/0194777100` is bank and account.
    std::string own = digitsOf(std::string_view(account).substr(account.find_last_of('/') + 1));
    own.erase(0, std::min(own.find_first_not_of('0'), own.size()));
    return own.size() >= 6 && iban.find(own, 4) != std::string::npos;
}

} // namespace svc::bank
