#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

namespace svc::de_accounting {

/// DATEV's automatic accounts, which calculate their tax by themselves, and the tax accounts of one of its
/// charts.
class TaxAccounts {
public:
    /// `chart`: 03 or 04. `length`: digits of the accounts; the charts have four.
    TaxAccounts(std::string_view chart, int length) : skr04_(chart == "04"), length_(length) {}

    /// The rate with which an account calculates; nothing: no automatic account; below zero: not a standard
    /// rate.
    std::optional<int> automaticRate(std::string_view account) const;
    /// The account on which DATEV books the tax of a known rate; empty for other rates.
    std::string taxAccount(bool output, int rate) const;
    /// An account of the chart padded to the client's account length.
    std::string padded(std::string_view account) const;

private:
    bool skr04_;
    int length_;
};

/// One line of an entry.
struct Part {
    std::string account;     ///< with all its digits
    std::int64_t amount = 0; ///< above zero: debit
    enum class Kind { Other, OutputBase, InputBase, OutputTax, InputTax } kind = Kind::Other;
    Decimal rate;         ///< of bases and taxes, in percent
    std::string document; ///< open item of a customer or supplier; else empty
    bool personal = false;
    bool money = false;                        ///< of a wallet, or on its way between two
    std::optional<std::int64_t> foreignAmount; ///< sign of `amount`
    std::optional<Currency> foreignCurrency;
};

/// A posting without its texts.
struct Gross {
    std::int64_t amount = 0; ///< above zero
    std::string debit;
    std::string credit;
    bool keyOnDebit = false;                   ///< whether the tax of the key belongs to the debit account
    std::string key;                           ///< empty, 0002, 0003, 0008, 0009 or 0040
    std::string document;                      ///< of the customer or supplier; else empty
    std::optional<std::int64_t> foreignAmount; ///< above zero
    std::optional<Currency> foreignCurrency;
};

/// The postings of an entry. Base and tax of a rate become one gross amount wherever DATEV, which
/// recalculates the tax, gets the same cents; else the tax gets a posting of its own and key 40 stops the
/// automatic account. Where pairs of accounts would be ambiguous about the tax, or cannot be found, taxed
/// amounts are posted, with their own sign, against the one personal or money account of the entry. Nothing
/// when no postings would give every account its amount in the books.
std::optional<std::vector<Gross>> postingsOf(const std::vector<Part>& parts, const TaxAccounts& accounts);

/// Adds the amounts that DATEV books for a posting, with the tax taken out of its accounts. Debit is above
/// zero.
void bookAsDatev(const Gross& posting, const TaxAccounts& accounts,
                 std::map<std::string, std::int64_t>& sums);

} // namespace svc::de_accounting
