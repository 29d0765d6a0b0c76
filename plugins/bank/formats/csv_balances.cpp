#include "formats/csv_balances.hpp"

namespace svc::bank {

void CsvBalances::count(std::int64_t balance, int times) {
    const auto place = left_.try_emplace(balance).first;
    place->second += times;
    if (place->second == 0) {
        left_.erase(place);
    }
}

void CsvBalances::add(std::int64_t amount, std::int64_t balance) {
    Row row{0, balance};
    if (__builtin_sub_overflow(balance, amount, &row.before)) {
        lost_ = true;
        return;
    }
    count(row.after, 1);
    count(row.before, -1);
    if (first_) {
        forward_ += last_.after == row.before ? 1 : 0;
        backward_ += last_.before == row.after ? 1 : 0;
    } else {
        first_ = row;
    }
    last_ = row;
}

bool CsvBalances::complete() const {
    if (!known()) {
        return false;
    }
    return left_.empty() || (left_.size() == 2 && left_.begin()->second * left_.rbegin()->second == -1);
}

std::optional<std::int64_t> CsvBalances::opening() const {
    if (!known()) {
        return std::nullopt;
    }
    if (complete() && !left_.empty()) {
        return left_.begin()->second < 0 ? left_.begin()->first : left_.rbegin()->first;
    }
    return newestFirst() ? last_.before : first_->before;
}

std::optional<std::int64_t> CsvBalances::closing() const {
    if (!known()) {
        return std::nullopt;
    }
    if (complete() && !left_.empty()) {
        return left_.begin()->second > 0 ? left_.begin()->first : left_.rbegin()->first;
    }
    return newestFirst() ? first_->after : last_.after;
}

} // namespace svc::bank
