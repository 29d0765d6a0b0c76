#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>

namespace svc::paper {

/// Numbers and dates as a reader of one language and country writes them (CLDR).
class ReaderForm {
public:
    /// `country` may be empty.
    ReaderForm(std::string_view language, std::string_view country);
    ~ReaderForm();
    ReaderForm(const ReaderForm&) = delete;
    ReaderForm& operator=(const ReaderForm&) = delete;

    /// The instance of this thread: creating one costs more than writing a page of numbers. `language` may be
    /// any text.
    static const ReaderForm& of(std::string_view language, std::string_view country);
    /// Uses the conventions of the reader's country if the language is spoken there, else those of the
    /// sender's country.
    static const ReaderForm& of(std::string_view language, std::string_view reader, std::string_view sender);

    /// Minor units without the currency: "1 234,50".
    std::string amount(std::int64_t minor, Currency currency) const;
    /// Minor units with the currency: "1 234,50 €".
    std::string money(std::int64_t minor, Currency currency) const;
    /// A price with the currency and its own decimals, at least those of the currency.
    std::string moneyPrice(const Decimal& minor, Currency currency) const;
    /// A price in minor units with decimals, at least those of the currency.
    std::string price(const Decimal& minor, Currency currency) const;
    /// A quantity or a rate with the decimals it has.
    std::string number(const Decimal& value) const;
    std::string date(Date date) const;
    /// The time of day in a time zone (Europe/Paris).
    std::string time(Instant at, const std::string& zone) const;

private:
    struct Icu;
    std::unique_ptr<Icu> icu_;
};

} // namespace svc::paper
