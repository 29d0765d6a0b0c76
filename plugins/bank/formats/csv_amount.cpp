#include <svc/text.hpp>

#include "formats/csv.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

/// Assembles the digits of a number whose thousands may be grouped: one to three digits, then groups of
/// exactly three, all with the same separator. A separator elsewhere means a misplaced decimal separator, or
/// a cell that holds two numbers.
class GroupedNumber {
public:
    explicit GroupedNumber(char decimal) : decimal_(decimal) {}

    void digit(char c) {
        good_ = good_ && !ended_;
        text_ += c;
        ++run_;
    }
    void decimalSign() {
        good_ = good_ && !ended_ && !hasDecimals_ && isGroupWhole();
        hasDecimals_ = true;
        text_ += decimal_;
        run_ = 0;
    }
    void groupSign(char32_t sign) {
        // 0.500 has decimals: a group of thousands never begins with zero.
        const bool begins = group_ == 0 && run_ >= 1 && run_ <= 3 && text_.front() != '0';
        good_ = good_ && !ended_ && !hasDecimals_ && (begins || (sign == group_ && run_ == 3));
        group_ = sign;
        run_ = 0;
    }
    /// Text that is not part of the number follows.
    void end() { ended_ = ended_ || !text_.empty(); }
    bool begun() const { return !text_.empty(); }

    /// The digits with the decimal separator; nothing when they form no number.
    std::optional<std::string> digits() const {
        const bool any = text_.find_first_of("0123456789") != std::string::npos;
        return good_ && any && (hasDecimals_ || isGroupWhole()) ? std::optional(text_) : std::nullopt;
    }

private:
    bool isGroupWhole() const { return group_ == 0 || run_ == 3; }

    char decimal_;
    std::string text_;
    char32_t group_ = 0;  ///< the separator of thousands; 0: none so far
    std::size_t run_ = 0; ///< digits since the last separator
    bool hasDecimals_ = false;
    bool ended_ = false;
    bool good_ = true;
};

bool isDigitSign(char32_t c) {
    return c >= '0' && c <= '9';
}

bool isApostrophe(char32_t c) {
    return c == '\'' || c == 0x2019;
}

bool isCurrencySign(char32_t c) {
    return c == '$' || c == 0x20AC || c == 0xA3;
}

/// The name of the currency, which may precede or follow the number.
bool beginsWithCurrency(std::string_view text, Currency currency) {
    return text.substr(0, 3) == currency.code() || text.starts_with("CFA");
}

} // namespace

std::optional<std::int64_t> csvAmount(std::string_view text, char decimal, Currency currency) {
    GroupedNumber number(decimal);
    bool negative = false;
    for (std::size_t at = 0; at < text.size();) {
        const auto [c, length] = firstCodePoint(text.substr(at));
        const std::string_view here = text.substr(at);
        const std::size_t step = length == 0 ? 1 : length;
        at += step;
        if (isDigitSign(c)) {
            number.digit(static_cast<char>(c));
        } else if (c == static_cast<unsigned char>(decimal)) {
            number.decimalSign();
        } else if (c == '.' || c == ',') {
            number.groupSign(c);
        } else if (isApostrophe(c) || isWhiteSpace(c)) {
            // Inside the number they separate thousands. Blanks may surround it; an apostrophe before it is a
            // spreadsheet's text marker.
            if (number.begun() && isDigitSign(firstCodePoint(here.substr(step)).value)) {
                number.groupSign(isApostrophe(c) ? U'\'' : U' ');
            } else if (isApostrophe(c) && number.begun()) {
                return std::nullopt;
            } else {
                number.end();
            }
        } else if (c == '-' || c == 0x2212 || c == '(') {
            negative = true;
            number.end();
        } else if (c == '+' || c == ')' || isCurrencySign(c)) {
            number.end();
        } else if (beginsWithCurrency(here, currency)) {
            at += 3 - step;
            number.end();
        } else {
            return std::nullopt;
        }
    }
    const auto digits = number.digits();
    const auto minor = digits ? minorOf(*digits, decimal, currency) : std::nullopt;
    return minor && negative ? std::optional(-*minor) : minor;
}

} // namespace svc::bank
