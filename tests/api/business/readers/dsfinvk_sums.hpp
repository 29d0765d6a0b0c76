// Verifies the sums of a DSFinV-K export independently.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "api/business/kassensichv_till.hpp"

namespace svc::test {

using SumKey = std::pair<std::string, std::string>;

inline constexpr std::int64_t Cent = 1000; ///< in units of figure()

/// Sums of a column over the lines accepted by `takes`, grouped by two other columns.
template <class Takes>
std::map<SumKey, std::int64_t> sums(const std::vector<CsvLine>& lines, const std::string& first,
                                    const std::string& second, const std::string& amount, Takes takes) {
    std::map<SumKey, std::int64_t> found;
    for (const CsvLine& line : lines) {
        if (takes(line)) {
            found[{line.at(first), line.at(second)}] += figure(line, amount);
        }
    }
    return found;
}

inline std::int64_t total(const std::map<SumKey, std::int64_t>& all) {
    std::int64_t sum = 0;
    for (const auto& [key, amount] : all) {
        sum += amount;
    }
    return sum;
}

/// Checks every sum of an export against its single recordings.
inline void checkSums(const ReadExport& read) {
    const auto& heads = read.of("transactions.csv");
    std::map<SumKey, std::string> typeOf; // by closing and receipt
    for (const CsvLine& head : heads) {
        typeOf[{head.at("Z_NR"), head.at("BON_ID")}] = head.at("BON_TYP");
    }
    for (const CsvLine& closing : read.of("cashpointclosing.csv")) {
        const std::string& number = closing.at("Z_NR");
        SCOPED_TRACE("closing " + number);
        const auto inClosing = [&](const CsvLine& line) { return line.at("Z_NR") == number; };
        const auto counts = [&](const CsvLine& line) {
            return inClosing(line) && typeOf.at({number, line.at("BON_ID")}) == "Beleg";
        };
        const auto payments =
            sums(read.of("datapayment.csv"), "ZAHLART_TYP", "ZAHLART_NAME", "BASISWAEH_BETRAG",
                 [&](const CsvLine& line) { return counts(line) && line.at("ZAHLART_TYP") != "Keine"; });
        EXPECT_EQ(payments,
                  sums(read.of("payment.csv"), "ZAHLART_TYP", "ZAHLART_NAME", "Z_ZAHLART_BETRAG", inClosing));
        EXPECT_EQ(total(payments), figure(closing, "Z_SE_ZAHLUNGEN"));
        std::int64_t cash = 0;
        for (const auto& [kind, amount] : payments) {
            cash += kind.first == "Bar" ? amount : 0;
        }
        EXPECT_EQ(cash, figure(closing, "Z_SE_BARZAHLUNGEN"));
        EXPECT_EQ(cash, total(sums(read.of("cash_per_currency.csv"), "Z_NR", "ZAHLART_WAEH",
                                   "ZAHLART_BETRAG_WAEH", inClosing)));
        // Lines by business case and key.
        std::map<SumKey, std::string> caseOf; // by receipt and line
        for (const CsvLine& line : read.of("lines.csv")) {
            caseOf[{line.at("BON_ID"), line.at("POS_ZEILE")}] = line.at("GV_TYP");
        }
        std::map<SumKey, std::int64_t> cases;
        for (const CsvLine& line : read.of("lines_vat.csv")) {
            EXPECT_EQ(figure(line, "POS_BRUTTO"), figure(line, "POS_NETTO") + figure(line, "POS_UST"));
            if (counts(line)) {
                cases[{caseOf.at({line.at("BON_ID"), line.at("POS_ZEILE")}), line.at("UST_SCHLUESSEL")}] +=
                    figure(line, "POS_BRUTTO");
            }
        }
        EXPECT_EQ(cases,
                  sums(read.of("businesscases.csv"), "GV_TYP", "UST_SCHLUESSEL", "Z_UMS_BRUTTO", inClosing));
        EXPECT_EQ(total(cases), total(payments)) << "what was sold and what was paid";
        const auto first = std::find_if(heads.begin(), heads.end(), inClosing);
        ASSERT_NE(first, heads.end());
        EXPECT_EQ(closing.at("Z_START_ID"), first->at("BON_ID"));
    }
}

/// Checks each receipt: lines, taxes, payments and the signed data are consistent.
inline void checkReceipts(const ReadExport& read) {
    for (const CsvLine& head : read.of("transactions.csv")) {
        const std::string& id = head.at("BON_ID");
        SCOPED_TRACE(head.at("BON_NOTIZ"));
        const auto mine = [&](const CsvLine& line) { return line.at("BON_ID") == id; };
        const auto taxes =
            sums(read.of("transactions_vat.csv"), "BON_ID", "UST_SCHLUESSEL", "BON_BRUTTO", mine);
        EXPECT_EQ(total(taxes), figure(head, "UMS_BRUTTO"));
        EXPECT_EQ(taxes, sums(read.of("lines_vat.csv"), "BON_ID", "UST_SCHLUESSEL", "POS_BRUTTO", mine));
        const auto paid = sums(read.of("datapayment.csv"), "BON_ID", "ZAHLART_TYP", "BASISWAEH_BETRAG", mine);
        EXPECT_EQ(total(paid), figure(head, "UMS_BRUTTO"));
        const auto& signatures = read.of("transactions_tse.csv");
        const auto signature = std::find_if(signatures.begin(), signatures.end(), mine);
        ASSERT_NE(signature, signatures.end());
        EXPECT_EQ(signature->at("TSE_TA_FEHLER"), "");
        EXPECT_FALSE(signature->at("TSE_TA_SIG").empty());
        // Amounts in the signed data: five by tax key (1, 2, 3, 4, others), then cash.
        std::vector<std::int64_t> places(5);
        for (const auto& [key, amount] : taxes) {
            const int number = std::stoi(key.second);
            places[static_cast<std::size_t>(number >= 1 && number <= 4 ? number - 1 : 4)] += amount;
        }
        std::string gross = head.at("BON_TYP") + '^';
        for (const std::int64_t place : places) {
            const std::int64_t cents = place < 0 ? -place / Cent : place / Cent;
            gross += (gross.back() == '^' ? "" : "_") + std::string(place < 0 ? "-" : "") +
                     std::to_string(cents / 100) + '.' + (cents % 100 < 10 ? "0" : "") +
                     std::to_string(cents % 100);
        }
        EXPECT_EQ(signature->at("TSE_VORGANGSDATEN").substr(0, gross.size()), gross);
    }
}

} // namespace svc::test
