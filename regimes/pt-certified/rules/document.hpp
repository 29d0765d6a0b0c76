#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::pt_certified {

/// A document number of the service, split as the law requires: a series and a number within it.
struct SeriesNumber {
    std::string series;
    std::int64_t sequence = 0;
};
/// `INV-2026-000123` → series `INV2026`, 123. Nothing when the text has no digits at its end, or nothing
/// before them.
std::optional<SeriesNumber> seriesOf(std::string_view number);

/// `FT INV2026/123`
std::string documentId(std::string_view type, const SeriesNumber& number);

/// `12.50` of cents.
std::string euros(std::int64_t cents);

/// The signed message: date, date and time of entry, identifier and gross total of the document, and the
/// previous signature of the series (empty for the first document).
std::string messageOf(const std::string& date, const std::string& entryAt, const std::string& id,
                      std::int64_t gross, const std::string& previous);

/// The printed characters 1, 11, 21 and 31 of a signature.
std::string printedOf(const std::string& signature);

/// Is it a Portuguese tax number (NIF)? Nine digits. The last one is 11 minus the remainder of 9 × the first
/// + 8 × the second … + 2 × the eighth by 11, or 0 where that has two digits.
bool isNif(std::string_view number);
/// A VAT number without the prefix of its country, as the tax authority wants it of buyers everywhere.
std::string withoutPrefix(const std::string& vatNumber, std::string_view country = "PT");

/// Base and tax of one class of rates, cents.
struct Taxed {
    std::int64_t base = 0;
    std::int64_t tax = 0;
};
/// The sales in one tax region (I, J, K of the QR code).
struct Region {
    std::string code; ///< PT, PT-AC (Azores), PT-MA (Madeira); `0` when no tax is shown
    std::optional<std::int64_t> exempt = {};
    std::optional<Taxed> reduced = {};
    std::optional<Taxed> intermediate = {};
    std::optional<Taxed> normal = {};
};

/// The fields of the QR code, with the letters of the tax authority's specification. Amounts are cents.
struct QrFacts {
    std::string issuer;                          ///< A
    std::string buyer = "999999990";             ///< B: unknown buyer
    std::string buyerCountry = "PT";             ///< C
    std::string type;                            ///< D
    std::string status = "N";                    ///< E
    std::string date;                            ///< F: YYYYMMDD
    std::string id;                              ///< G
    std::string atcud;                           ///< H
    std::vector<Region> regions = {};            ///< I, J, K
    std::optional<std::int64_t> notSubject = {}; ///< L
    std::optional<std::int64_t> stampDuty = {};  ///< M
    std::int64_t taxes = 0;                      ///< N
    std::int64_t gross = 0;                      ///< O
    std::optional<std::int64_t> withheld = {};   ///< P
    std::string printed;                         ///< Q
    std::string certificate;                     ///< R
    std::string other = {};                      ///< S
};
std::string qrOf(const QrFacts& facts);

} // namespace svc::pt_certified
