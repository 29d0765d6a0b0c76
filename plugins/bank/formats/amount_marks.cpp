#include "formats/amount_marks.hpp"

#include <algorithm>

namespace svc::bank {

namespace {

constexpr std::string_view Digits = "0123456789";

char otherSign(char sign) {
    return sign == '.' ? ',' : '.';
}

} // namespace

void AmountMarks::add(std::string_view cell) {
    if (cell.find_first_of(Digits) == std::string_view::npos) {
        return;
    }
    const std::size_t first = cell.find_first_of("0123456789.,");
    const std::size_t last = cell.find_last_of(".,");
    if (last == std::string_view::npos) {
        const std::size_t end = std::min(cell.find_first_not_of(Digits, first), cell.size());
        smallWhole_ = smallWhole_ || (end - first <= 3 && cell[first] != '0');
        return;
    }
    const char sign = cell[last];
    const std::string_view before = cell.substr(first, last - first);
    const std::size_t end = std::min(cell.find_first_not_of(Digits, last + 1), cell.size());
    const std::string_view behind = cell.substr(last + 1, end - last - 1);
    if (before.find(otherSign(sign)) != std::string_view::npos || behind.size() != 3) {
        addCertain(sign);
    } else if (before.find(sign) != std::string_view::npos) {
        addCertain(otherSign(sign));
    } else if (before.empty() || before.size() > 3 || before.front() == '0') {
        // The sign is the decimal separator: thousands would be grouped and never begin with zero.
        addCertain(sign);
    } else {
        (sign == '.' ? threeBehindPoint_ : threeBehindComma_) += 1;
        threeEndInZero_ = threeEndInZero_ && behind.back() == '0';
    }
}

void AmountMarks::add(const AmountMarks& other) {
    point_ += other.point_;
    comma_ += other.comma_;
    threeBehindPoint_ += other.threeBehindPoint_;
    threeBehindComma_ += other.threeBehindComma_;
    smallWhole_ = smallWhole_ || other.smallWhole_;
    threeEndInZero_ = threeEndInZero_ && other.threeEndInZero_;
}

AmountMarks::Decimal AmountMarks::decimal(Currency currency) const {
    if (isCertain()) {
        return {point_ >= comma_ ? '.' : ',', false};
    }
    if (threeBehindPoint_ + threeBehindComma_ == 0) {
        return {};
    }
    const char sign = threeBehindPoint_ >= threeBehindComma_ ? '.' : ',';
    const bool contradict = threeBehindPoint_ > 0 && threeBehindComma_ > 0;
    if (currency.digits() == 3) {
        // A bank that writes three decimals writes them in every amount.
        return smallWhole_ ? Decimal{otherSign(sign), true} : Decimal{sign, contradict};
    }
    // In a currency with fewer than three decimals, three decimals always end in zero, and every amount has
    // them.
    const bool mayBeDecimals = currency.digits() > 0 && !smallWhole_ && threeEndInZero_;
    return {otherSign(sign), contradict || mayBeDecimals};
}

} // namespace svc::bank
