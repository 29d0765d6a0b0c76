#pragma once

#include <string_view>

#include <svc/currency.hpp>

namespace svc::bank {

/// Detects cell by cell how the amounts of a column are written: the last separator before one or two digits
/// is the decimal separator, one before three digits separates thousands.
class AmountMarks {
public:
    struct Decimal {
        char sign = '.';
        bool ambiguous = false; ///< thousands and three decimals look the same
    };

    void add(std::string_view cell);
    void add(const AmountMarks& other);
    /// Does a cell prove which sign is the decimal separator?
    bool isCertain() const { return point_ + comma_ > 0; }
    Decimal decimal(Currency currency) const;

private:
    void addCertain(char decimal) { (decimal == '.' ? point_ : comma_) += 1; }

    int point_ = 0; ///< cells that prove that it is the decimal separator
    int comma_ = 0;
    int threeBehindPoint_ = 0; ///< cells with a point as only separator, before three digits
    int threeBehindComma_ = 0;
    bool smallWhole_ = false;    ///< an amount below a thousand has no separator
    bool threeEndInZero_ = true; ///< those of three digits may be amounts of two decimals
};

} // namespace svc::bank
