#include "payout/rules/payout_run.hpp"

#include <string>
#include <unordered_map>

#include "rules/text.hpp"

namespace svc::bank {
namespace {

/// The sums of the first k movements, k from 0 on.
std::vector<std::int64_t> sumsOf(const std::vector<std::int64_t>& movements) {
    std::vector<std::int64_t> sums{0};
    sums.reserve(movements.size() + 1);
    for (const std::int64_t amount : movements) {
        sums.push_back(sums.back() + amount);
    }
    return sums;
}

/// The latest first with sums[last] - sums[first] == amount.
std::optional<std::size_t> beginOf(const std::vector<std::int64_t>& sums, std::size_t last,
                                   std::int64_t amount) {
    for (std::size_t first = last; first-- > 0;) {
        if (sums[last] - sums[first] == amount) {
            return first;
        }
    }
    return std::nullopt;
}

/// The movement after which the wallet held exactly the amount, so that the payout emptied it.
std::optional<PayoutRun> emptying(const std::vector<std::int64_t>& sums, std::size_t usable,
                                  std::int64_t balance, std::int64_t amount) {
    for (std::size_t last = usable; last > 0; --last) {
        if (balance - (sums.back() - sums[last]) == amount) {
            if (const auto first = beginOf(sums, last, amount)) {
                return PayoutRun{*first, last, 0, true};
            }
        }
    }
    return std::nullopt;
}

std::optional<PayoutRun> latestNeighbours(const std::vector<std::int64_t>& sums, std::size_t usable,
                                          std::int64_t amount) {
    std::unordered_map<std::int64_t, std::size_t> latest;
    std::optional<PayoutRun> found;
    for (std::size_t last = 0; last <= usable; ++last) {
        if (const auto first = latest.find(sums[last] - amount); first != latest.end()) {
            found = PayoutRun{first->second, last, 0, false};
        }
        latest[sums[last]] = last;
    }
    return found;
}

/// From the oldest movement not yet paid out, as many movements as the amount covers.
std::optional<PayoutRun> covered(const std::vector<std::int64_t>& sums, std::size_t usable,
                                 std::int64_t balance, std::int64_t amount) {
    std::size_t first = usable;
    while (first > 0 && balance - (sums.back() - sums[first]) > 0) {
        --first;
    }
    for (std::size_t last = usable; last > first; --last) {
        const std::int64_t sum = sums[last] - sums[first];
        if (sum > 0 && sum <= amount) {
            return PayoutRun{first, last, amount - sum, false};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<PayoutRun> payoutRun(const std::vector<std::int64_t>& movements, std::size_t usable,
                                   std::int64_t balance, std::int64_t amount) {
    if (amount <= 0 || usable == 0 || usable > movements.size()) {
        return std::nullopt;
    }
    const std::vector<std::int64_t> sums = sumsOf(movements);
    if (const auto run = emptying(sums, usable, balance, amount)) {
        return run;
    }
    // Movements that the wallet does not hold any more were paid out before.
    const auto run = amount <= balance ? latestNeighbours(sums, usable, amount) : std::nullopt;
    if (run) {
        return run;
    }
    return covered(sums, usable, balance, amount);
}

bool isNamedIn(std::string_view text, std::string_view name) {
    const std::string words = folded(name);
    return words.size() >= 3 && (' ' + folded(text) + ' ').find(' ' + words + ' ') != std::string::npos;
}

} // namespace svc::bank
