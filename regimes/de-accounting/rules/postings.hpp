#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

namespace svc::de {

/// Accounts that calculate their tax by themselves, and the accounts of the tax, in one of DATEV's charts.
class TaxAccounts {
public:
    /// `chart`: 03 or 04. `length`: digits of the accounts; the charts have four.
    TaxAccounts(std::string_view chart, int length) : skr04_(chart == "04"), length_(length) {}

    /// The rate that an account calculates with; none: no automatic account; below zero: another tax.
    std::optional<int> automaticRate(std::string_view account) const;
    /// Where DATEV books the tax of a rate that it knows; else empty.
    std::string taxAccount(bool output, int rate) const;
    /// An account of the chart with as many digits as the client has.
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

/// A posting without its words.
struct Gross {
    std::int64_t amount = 0; ///< above zero
    std::string debit;
    std::string credit;
    bool keyOnDebit = false;                   ///< whose tax it is
    std::string key;                           ///< empty, 0002, 0003, 0008, 0009 or 0040
    std::string document;                      ///< of the customer or supplier; else empty
    std::optional<std::int64_t> foreignAmount; ///< above zero
    std::optional<Currency> foreignCurrency;
};

/// The postings of an entry: base and tax of a rate become one gross amount wherever DATEV, which calculates
/// the tax again, comes to the same cents; else the tax stands on a posting of its own and key 40 stops the
/// automatic account. Where pairs would leave open whose tax it is, or are not to be found, what has a tax
/// stands against the person or the money of the entry, with its own sign. Nothing when the entry cannot be
/// written so that every account has what it has in the books.
std::optional<std::vector<Gross>> postingsOf(const std::vector<Part>& parts, const TaxAccounts& accounts);

/// What DATEV books for a posting: its accounts with the tax taken out of them. Debit is above zero.
void bookAsDatev(const Gross& posting, const TaxAccounts& accounts,
                 std::map<std::string, std::int64_t>& sums);

} // namespace svc::de
