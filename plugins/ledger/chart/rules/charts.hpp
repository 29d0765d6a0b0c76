#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/decimal.hpp>
#include <svc/json.hpp>

namespace svc::ledger {

/// Number and name of an account.
struct Account {
    std::string_view code;
    std::string_view label;
};

/// The properties of a line that determine its account.
struct AccountKey {
    std::string_view role;
    std::string_view taxCategory; ///< empty: none
    std::optional<Decimal> taxRate;
};

/// A chart of accounts: maps roles to account numbers and names.
class Chart {
public:
    std::string key; ///< PCG
    std::string name;
    std::string country;  ///< ISO 3166-1; empty for a chart of several countries
    std::string language; ///< of its accounts
    std::string version;

    /// Throws std::out_of_range for a role that does not exist.
    Account account(const AccountKey& line) const;
    /// The account with this number; one that the chart does not list takes the name of its parent account.
    Account account(std::string_view code) const;
    /// Can this be the number of an account? It must consist of enough digits and lie under an account of the
    /// chart with three digits, or with fewer if it has no such subdivision.
    bool takes(std::string_view code) const;
    /// The whole chart as data: the answer of `ledger.chart`. Journal names are in the language of the chart,
    /// whoever asks, so that a locked year always gives the same files.
    Json toJson() const;

private:
    friend class Charts;
    struct TaxAccount {
        std::string role;
        std::string taxCategory;
        std::optional<Decimal> taxRate; ///< none: any
        std::string code;
    };

    std::size_t digits_ = 0;                                 ///< fewest digits of a company's account
    std::map<std::string, std::string, std::less<>> codes_;  ///< by role
    std::map<std::string, std::string, std::less<>> labels_; ///< by account
    std::map<std::string, std::string, std::less<>> types_;  ///< by account: asset, income …
    std::vector<TaxAccount> taxAccounts_;
};

/// Names of a journal.
struct Wording {
    std::string en;
    std::string fr;
    std::string de;
};

/// Text of a file of config/charts by its name, empty when there is none.
using ChartFiles = std::function<std::string_view(std::string_view name)>;

/// The charts, roles and journals of config/charts. Read once; throws std::runtime_error with the file's name
/// when the files are inconsistent or a chart lacks a role.
class Charts {
public:
    explicit Charts(ChartFiles files);

    const std::vector<Chart>& all() const noexcept { return charts_; }
    /// By key, case-insensitive; nullptr when there is none.
    const Chart* find(std::string_view key) const;
    bool hasRole(std::string_view role) const { return roles_.find(role) != roles_.end(); }
    bool hasJournal(std::string_view code) const { return journals_.find(code) != journals_.end(); }
    const std::map<std::string, Wording, std::less<>>& journals() const { return journals_; }
    /// Name of a journal in the language: en, fr, de; English for any other.
    std::string_view journalLabel(std::string_view code, std::string_view language) const;

private:
    void readJournals();
    void readCharts();
    void readRoles();
    void readTaxAccounts();
    void checkRoles() const;
    Chart& chart(std::string_view key);

    ChartFiles files_;
    std::vector<Chart> charts_;
    std::map<std::string, std::string, std::less<>> roles_; ///< role: meaning
    std::map<std::string, Wording, std::less<>> journals_;
};

/// The charts of this build.
const Charts& charts();

} // namespace svc::ledger
