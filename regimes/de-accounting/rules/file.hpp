#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <svc/currency.hpp>
#include <svc/date.hpp>

namespace svc::de_accounting {

/// DATEV's format EXTF 700, category 21 "Buchungsstapel", version 13.
constexpr std::size_t ColumnCount = 125;
struct Column {
    std::string_view heading;
    bool text = false; ///< always in quotation marks; numbers and dates never
};
const std::array<Column, ColumnCount>& columns();

/// The fields of the header.
struct Batch {
    Instant created;
    std::string consultant;
    std::string client;
    Date yearStart;
    int accountLength = 4;
    Date from;
    Date to;
    std::string label;
    std::string currency;
    std::string chart; ///< 03 or 04
};

/// One posting: an amount above zero between an account and its contra account, gross.
struct Posting {
    std::int64_t amount = 0; ///< minor units of the currency of the books
    bool debit = true;       ///< on `account`
    std::string account;
    std::string contra;
    std::string key; ///< BU-Schlüssel, four digits; empty: none
    Date date;
    std::string document;  ///< Belegfeld 1
    std::string text;      ///< Buchungstext
    std::string entry;     ///< number of the entry and index in it, so that no two postings are equal
    std::string entryGuid; ///< Buchungs GUID
    std::optional<std::int64_t> foreignAmount; ///< minor units, above zero
    std::optional<Currency> foreignCurrency;
};

/// Header and headings, in Windows-1252 with CR LF.
std::string fileHead(const Batch& batch);
/// Adds a line, in the same form.
void appendPosting(std::string& out, const Posting& posting, const Batch& batch);

/// A document number as Belegfeld 1 takes it: 36 of `A-Z a-z 0-9 _ $ & % * + - /`.
std::string documentField(std::string_view number);
/// The first characters of a text in Windows-1252, without control characters.
std::string shortText(std::string_view text, std::size_t characters);

/// UTF-8 as Windows-1252; characters that it lacks are transliterated, never to the quotation mark that would
/// end a field.
std::string windows1252(std::string_view utf8);

} // namespace svc::de_accounting
