#include "paper/reader_form.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <unicode/datefmt.h>
#include <unicode/numberformatter.h>
#include <unicode/timezone.h>

#include <svc/money.hpp>

namespace svc::paper {
namespace {

std::string utf8(const icu::UnicodeString& text) {
    std::string bytes;
    text.toUTF8String(bytes);
    return bytes;
}

void check(UErrorCode status) {
    if (U_FAILURE(status) != 0) {
        throw std::runtime_error(std::string("a number or a date could not be written: ") +
                                 u_errorName(status));
    }
}

/// The country whose conventions apply to the language: the reader's where the language is spoken, else the
/// default one. (CLDR formats English for Germany with German numbers and English currencies, which nobody
/// uses.)
std::string formCountry(std::string_view language, std::string_view country) {
    static const std::map<std::string_view, std::string_view> spoken = {
        {"en", "GB US IE AU NZ CA ZA IN NG GH KE UG TZ ZM ZW SG HK MT CM RW"},
        {"fr",
         "FR BE CH LU CA MC SN CI BJ BF ML NE TG GN CM GA CG CD CF TD MG DJ KM TN DZ MA MR RW BI HT MU"},
        {"de", "DE AT CH LI LU BE"}};
    const auto found = spoken.find(language);
    if (found == spoken.end()) {
        return std::string(country);
    }
    const std::string_view list = found->second;
    return std::string(country.size() == 2 && list.find(country) != list.npos ? country : list.substr(0, 2));
}

} // namespace

struct ReaderForm::Icu {
    icu::Locale locale;
    icu::number::LocalizedNumberFormatter numbers;
    std::unique_ptr<icu::DateFormat> dates;
    std::unique_ptr<icu::DateFormat> times;
    // Formatters warm up: one that is reused is several times faster than a new one.
    mutable std::map<std::pair<int, int>, icu::number::LocalizedNumberFormatter> plain;
    mutable std::map<std::pair<std::string, int>, icu::number::LocalizedNumberFormatter> moneys;

    static std::string written(const icu::number::LocalizedNumberFormatter& formatter,
                               const std::string& decimal) {
        UErrorCode status = U_ZERO_ERROR;
        const icu::UnicodeString text = formatter.formatDecimal(decimal, status).toString(status);
        check(status);
        return utf8(text);
    }
    std::string written(const std::string& decimal, int least, int most) const {
        auto found = plain.find({least, most});
        if (found == plain.end()) {
            found = plain
                        .emplace(std::pair(least, most),
                                 numbers.precision(icu::number::Precision::minMaxFraction(least, most)))
                        .first;
        }
        return written(found->second, decimal);
    }
};

ReaderForm::ReaderForm(std::string_view language, std::string_view country) : icu_(std::make_unique<Icu>()) {
    icu_->locale = icu::Locale(std::string(language).c_str(), formCountry(language, country).c_str());
    icu_->numbers = icu::number::NumberFormatter::withLocale(icu_->locale);
    icu_->dates.reset(icu::DateFormat::createDateInstance(icu::DateFormat::kMedium, icu_->locale));
    if (!icu_->dates) {
        throw std::runtime_error("there is no form of dates for this language");
    }
    icu_->dates->adoptTimeZone(icu::TimeZone::getGMT()->clone());
    icu_->times.reset(icu::DateFormat::createTimeInstance(icu::DateFormat::kShort, icu_->locale));
    if (!icu_->times) {
        throw std::runtime_error("there is no form of times for this language");
    }
}

ReaderForm::~ReaderForm() = default;

const ReaderForm& ReaderForm::of(std::string_view language, std::string_view country) {
    static thread_local std::map<std::string, std::unique_ptr<ReaderForm>> made;
    const std::string usual = formCountry(language, country);
    std::unique_ptr<ReaderForm>& form = made[std::string(language) + '_' + usual];
    if (!form) {
        form = std::make_unique<ReaderForm>(language, usual);
    }
    return *form;
}

const ReaderForm& ReaderForm::of(std::string_view language, std::string_view reader,
                                 std::string_view sender) {
    return of(language, formCountry(language, reader) == reader ? reader : sender);
}

std::string ReaderForm::amount(std::int64_t minor, Currency currency) const {
    return icu_->written(majorFromMinor(minor, currency).toFixed(currency.digits()), currency.digits(),
                         currency.digits());
}

std::string ReaderForm::money(std::int64_t minor, Currency currency) const {
    return moneyPrice(Decimal(minor), currency);
}

std::string ReaderForm::moneyPrice(const Decimal& minor, Currency currency) const {
    const Decimal major = minor.shifted(-currency.digits());
    const int decimals = std::max(currency.digits(), major.decimals());
    const std::pair key(std::string(currency.code()), decimals);
    auto found = icu_->moneys.find(key);
    if (found == icu_->moneys.end()) {
        UErrorCode status = U_ZERO_ERROR;
        const icu::CurrencyUnit unit(icu::StringPiece(key.first), status);
        check(status);
        found =
            icu_->moneys
                .emplace(key,
                         icu_->numbers.unit(unit).precision(icu::number::Precision::fixedFraction(decimals)))
                .first;
    }
    return Icu::written(found->second, major.toFixed(decimals));
}

std::string ReaderForm::price(const Decimal& minor, Currency currency) const {
    const Decimal major = minor.shifted(-currency.digits());
    const int decimals = std::max(currency.digits(), major.decimals());
    return icu_->written(major.toFixed(decimals), decimals, decimals);
}

std::string ReaderForm::number(const Decimal& value) const {
    return icu_->written(value.toString(), 0, value.decimals());
}

std::string ReaderForm::date(Date date) const {
    icu::UnicodeString text;
    icu_->dates->format(static_cast<UDate>(Instant::startOf(date).millis()), text);
    return utf8(text);
}

std::string ReaderForm::time(Instant at, const std::string& zone) const {
    icu_->times->adoptTimeZone(icu::TimeZone::createTimeZone(zone.c_str()));
    icu::UnicodeString text;
    icu_->times->format(static_cast<UDate>(at.millis()), text);
    return utf8(text);
}

} // namespace svc::paper
