#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace svc {

/// 128-bit integer used for exact intermediate results. The extension keyword keeps -Wpedantic quiet.
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

/// Thrown when exact arithmetic leaves the range of Decimal or of an amount. Values of a request are checked
/// before arithmetic, so the cause is an error of the caller or an extreme input.
class DecimalError : public std::overflow_error {
public:
    using std::overflow_error::overflow_error;
};

namespace detail {

inline constexpr int MaxPower = 37;

/// 10^exponent; exponent is 0 to 38.
constexpr Int128 powerOfTen(int exponent) {
    constexpr std::int64_t Small[] = {1,
                                      10,
                                      100,
                                      1000,
                                      10000,
                                      100000,
                                      1000000,
                                      10000000,
                                      100000000,
                                      1000000000,
                                      10000000000,
                                      100000000000,
                                      1000000000000,
                                      10000000000000,
                                      100000000000000,
                                      1000000000000000,
                                      10000000000000000,
                                      100000000000000000,
                                      1000000000000000000};
    if (exponent <= 18) {
        return Small[exponent];
    }
    if (exponent <= 36) {
        return Int128{Small[18]} * Small[exponent - 18];
    }
    return Int128{Small[18]} * Small[18] * Small[exponent - 36];
}

constexpr Uint128 magnitude(Int128 value) {
    return value < 0 ? Uint128{0} - static_cast<Uint128>(value) : static_cast<Uint128>(value);
}

/// Product, or nothing when it has more than 37 digits. Written with unsigned division because the
/// overflow builtin for 128 bits needs compiler-rt, which clang does not link on its own.
constexpr std::optional<Int128> multiplied(Int128 a, Int128 b) {
    constexpr auto Limit = static_cast<Uint128>(powerOfTen(MaxPower));
    const Uint128 left = magnitude(a);
    const Uint128 right = magnitude(b);
    const bool bothSmall = (left >> 64) == 0 && (right >> 64) == 0;
    if (!bothSmall && left != 0 && right > Limit / left) {
        return std::nullopt;
    }
    const Uint128 product = left * right;
    if (product >= Limit) {
        return std::nullopt;
    }
    const auto result = static_cast<Int128>(product);
    return (a < 0) != (b < 0) ? -result : result;
}

/// numerator / denominator rounded half away from zero; denominator is not 0.
constexpr Int128 dividedHalfAwayFromZero(Int128 numerator, Int128 denominator) {
    if (numerator >= INT64_MIN / 2 && numerator <= INT64_MAX / 2 && denominator > INT64_MIN / 2 &&
        denominator <= INT64_MAX / 2) {
        const auto top = static_cast<std::int64_t>(numerator);
        const auto bottom = static_cast<std::int64_t>(denominator);
        const std::int64_t quotient = top / bottom;
        const std::int64_t rest = top % bottom;
        const std::int64_t twice = rest < 0 ? -rest * 2 : rest * 2;
        const bool up = twice >= (bottom < 0 ? -bottom : bottom);
        return quotient + (up ? ((top < 0) == (bottom < 0) ? 1 : -1) : 0);
    }
    const Int128 quotient = numerator / denominator;
    const Uint128 rest = magnitude(numerator % denominator);
    const bool up = rest >= magnitude(denominator) - rest;
    return quotient + (up ? ((numerator < 0) == (denominator < 0) ? 1 : -1) : 0);
}

} // namespace detail

/// An exact decimal number of at most 37 digits, of which at most 37 are decimals. It is never converted to
/// binary floating point: the text of a JSON number is read digit by digit.
///
/// Comparison is numeric: 1.50 equals 1.5. Arithmetic is exact; a result with too many digits throws
/// DecimalError. Division must name the number of decimals to keep.
///
/// Example:
///   const Decimal price = Decimal::parse("19.99").value();
///   (price * Decimal(3)).toString();      // "59.97"
///   Decimal::divide(price, Decimal(3), 2).toString();    // "6.66"
class Decimal {
public:
    constexpr Decimal() = default;
    /// A whole number.
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool>)
        // NOLINTNEXTLINE(google-explicit-constructor)
        constexpr Decimal(Integer whole)
        : unscaled_(static_cast<Int128>(whole)) {}
    /// unscaled / 10^scale; scale is 0 to 37.
    constexpr Decimal(Int128 unscaled, int scale) : unscaled_(unscaled), scale_(scale) {
        constexpr Int128 Limit = detail::powerOfTen(detail::MaxPower);
        if (scale < 0 || scale > detail::MaxPower || unscaled >= Limit || unscaled <= -Limit) {
            throw DecimalError("a decimal number has too many digits");
        }
    }

    /// Reads the grammar of a JSON number (`-12.50`, `1e2`; no plus sign, no leading zero). Nothing
    /// when the text is not such a number or needs more than 37 digits (`1e999`).
    static constexpr std::optional<Decimal> parse(std::string_view text);

    /// numerator / denominator, rounded half away from zero to `scale` decimals. Throws DecimalError
    /// when the denominator is zero or digits run out.
    static constexpr Decimal divide(const Decimal& numerator, const Decimal& denominator, int scale);

    constexpr Int128 unscaled() const { return unscaled_; }
    constexpr int scale() const { return scale_; }
    constexpr bool isZero() const { return unscaled_ == 0; }
    /// -1, 0 or 1.
    constexpr int sign() const { return unscaled_ < 0 ? -1 : (unscaled_ > 0 ? 1 : 0); }

    /// The same number without trailing zeros in its fraction.
    constexpr Decimal normalized() const;
    /// Number of decimals that are needed: 2 for 1.250.
    constexpr int decimals() const { return normalized().scale_; }
    constexpr bool isInteger() const { return decimals() == 0; }
    /// Rounded half away from zero to `scale` decimals.
    constexpr Decimal rounded(int scale) const;
    /// Multiplied by 10^power (power may be negative), exactly.
    constexpr Decimal shifted(int power) const;
    /// The value as an integer; no value when it has decimals or does not fit.
    constexpr std::optional<std::int64_t> toInteger() const;

    /// Shortest exact text, without trailing zeros in the fraction: "1.5". Valid as a JSON number.
    std::string toString() const { return normalized().written(); }
    /// Text with exactly `scale` decimals, rounded half away from zero: "1.50".
    std::string toFixed(int scale) const;

    constexpr Decimal operator-() const {
        Decimal result = *this;
        result.unscaled_ = -unscaled_;
        return result;
    }
    constexpr Decimal operator+(const Decimal& other) const;
    constexpr Decimal operator-(const Decimal& other) const { return *this + -other; }
    constexpr Decimal operator*(const Decimal& other) const;
    constexpr Decimal& operator+=(const Decimal& other) { return *this = *this + other; }
    constexpr Decimal& operator-=(const Decimal& other) { return *this = *this - other; }
    constexpr Decimal& operator*=(const Decimal& other) { return *this = *this * other; }

    constexpr std::strong_ordering operator<=>(const Decimal& other) const;
    constexpr bool operator==(const Decimal& other) const { return std::is_eq(*this <=> other); }

private:
    std::string written() const;

    Int128 unscaled_ = 0;
    int scale_ = 0;
};

constexpr std::optional<Decimal> Decimal::parse(std::string_view text) {
    std::size_t at = 0;
    const auto digitAt = [&] { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    const bool negative = !text.empty() && text[0] == '-';
    at += negative ? 1U : 0U;

    // Zeros are counted in `zeros` until another digit follows, so that 1.500 and 1000e-3 store no trailing
    // zeros.
    Int128 value = 0;
    int digits = 0;
    long long zeros = 0;
    long long exponent = 0;
    const auto take = [&](char c) {
        if (c == '0') {
            zeros += value != 0 ? 1 : 0;
            return true;
        }
        if (digits + zeros >= detail::MaxPower) {
            return false;
        }
        value = value * detail::powerOfTen(static_cast<int>(zeros) + 1) + (c - '0');
        digits += static_cast<int>(zeros) + 1;
        zeros = 0;
        return true;
    };

    if (!digitAt() ||
        (text[at] == '0' && at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9')) {
        return std::nullopt;
    }
    for (; digitAt(); ++at) {
        if (!take(text[at])) {
            return std::nullopt;
        }
    }
    if (at < text.size() && text[at] == '.') {
        ++at;
        if (!digitAt()) {
            return std::nullopt;
        }
        for (; digitAt(); ++at) {
            if (!take(text[at])) {
                return std::nullopt;
            }
            --exponent;
        }
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool down = at < text.size() && text[at] == '-';
        at += at < text.size() && (text[at] == '-' || text[at] == '+') ? 1U : 0U;
        if (!digitAt()) {
            return std::nullopt;
        }
        long long written = 0;
        for (; digitAt(); ++at) {
            written = written > 1'000'000'000 ? written : written * 10 + (text[at] - '0');
        }
        exponent += down ? -written : written;
    }
    if (at != text.size()) {
        return std::nullopt;
    }
    if (value == 0) {
        return Decimal();
    }
    exponent += zeros;
    if (exponent < -detail::MaxPower || digits + exponent > detail::MaxPower) {
        return std::nullopt;
    }
    if (exponent > 0) {
        value *= detail::powerOfTen(static_cast<int>(exponent));
        exponent = 0;
    }
    return Decimal(negative ? -value : value, static_cast<int>(-exponent));
}

constexpr Decimal Decimal::divide(const Decimal& numerator, const Decimal& denominator, int scale) {
    if (denominator.isZero()) {
        throw DecimalError("division by zero");
    }
    const int power = scale + denominator.scale_ - numerator.scale_;
    if (power > detail::MaxPower || power < -detail::MaxPower) {
        throw DecimalError("a division has too many digits");
    }
    const auto top = detail::multiplied(numerator.unscaled_, detail::powerOfTen(power > 0 ? power : 0));
    const auto bottom = detail::multiplied(denominator.unscaled_, detail::powerOfTen(power < 0 ? -power : 0));
    if (!top || !bottom) {
        throw DecimalError("a division has too many digits");
    }
    return Decimal(detail::dividedHalfAwayFromZero(*top, *bottom), scale);
}

constexpr Decimal Decimal::normalized() const {
    Decimal result = *this;
    while (result.scale_ > 0 && result.unscaled_ % 10 == 0) {
        result.unscaled_ /= 10;
        --result.scale_;
    }
    return result;
}

constexpr Decimal Decimal::rounded(int scale) const {
    if (scale >= scale_) {
        return *this;
    }
    const Int128 divisor = detail::powerOfTen(scale_ - scale);
    return Decimal(detail::dividedHalfAwayFromZero(unscaled_, divisor), scale);
}

constexpr Decimal Decimal::shifted(int power) const {
    if (power <= scale_) {
        return Decimal(unscaled_, scale_ - power);
    }
    const int more = power - scale_;
    const auto value =
        more > detail::MaxPower ? std::nullopt : detail::multiplied(unscaled_, detail::powerOfTen(more));
    if (!value) {
        throw DecimalError("a decimal number has too many digits");
    }
    return Decimal(*value, 0);
}

constexpr std::optional<std::int64_t> Decimal::toInteger() const {
    const Decimal plain = normalized();
    if (plain.scale_ != 0 || plain.unscaled_ < INT64_MIN || plain.unscaled_ > INT64_MAX) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(plain.unscaled_);
}

constexpr Decimal Decimal::operator+(const Decimal& other) const {
    const int scale = scale_ > other.scale_ ? scale_ : other.scale_;
    const auto left = detail::multiplied(unscaled_, detail::powerOfTen(scale - scale_));
    const auto right = detail::multiplied(other.unscaled_, detail::powerOfTen(scale - other.scale_));
    if (!left || !right) {
        throw DecimalError("a sum has too many digits");
    }
    return Decimal(*left + *right, scale);
}

constexpr Decimal Decimal::operator*(const Decimal& other) const {
    if (const auto product = detail::multiplied(unscaled_, other.unscaled_);
        product && scale_ + other.scale_ <= detail::MaxPower) {
        return Decimal(*product, scale_ + other.scale_);
    }
    // Removing trailing zeros may be enough to make the number fit.
    const Decimal left = normalized();
    const Decimal right = other.normalized();
    const auto product = detail::multiplied(left.unscaled_, right.unscaled_);
    if (!product) {
        throw DecimalError("a product has too many digits");
    }
    return Decimal(*product, left.scale_ + right.scale_);
}

constexpr std::strong_ordering Decimal::operator<=>(const Decimal& other) const {
    if (scale_ == other.scale_ || sign() != other.sign()) {
        return scale_ == other.scale_ ? unscaled_ <=> other.unscaled_ : sign() <=> other.sign();
    }
    const int scale = scale_ > other.scale_ ? scale_ : other.scale_;
    const auto left = detail::multiplied(unscaled_, detail::powerOfTen(scale - scale_));
    const auto right = detail::multiplied(other.unscaled_, detail::powerOfTen(scale - other.scale_));
    // The operand that does not fit after alignment is the larger one in magnitude.
    if (!left) {
        return sign() <=> 0;
    }
    if (!right) {
        return 0 <=> sign();
    }
    return *left <=> *right;
}

inline std::string Decimal::toFixed(int scale) const {
    const Decimal value = rounded(scale);
    return value.scale_ == scale ? value.written() : (value + Decimal(Int128{0}, scale)).written();
}

inline std::string Decimal::written() const {
    char buffer[48];
    char* const end = buffer + sizeof buffer;
    char* at = end;
    Uint128 rest = detail::magnitude(unscaled_);
    int written = 0;
    while (rest != 0 || written <= scale_) {
        if (written == scale_ && scale_ > 0) {
            *--at = '.';
        }
        *--at = static_cast<char>('0' + static_cast<int>(rest % 10));
        rest /= 10;
        ++written;
    }
    if (unscaled_ < 0) {
        *--at = '-';
    }
    return std::string(at, end);
}

} // namespace svc
