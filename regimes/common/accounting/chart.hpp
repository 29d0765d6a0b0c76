/// @file A chart of accounts as the command `ledger.chart` gives it: roles to numbers and names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <svc/json.hpp>

namespace svc::accounting {

/// Number and name of an account. The texts live as long as the chart.
struct ChartAccount {
    std::string_view code;
    std::string_view label;
};

/// The fields of a line that determine its account, as the database writes them.
struct ChartKey {
    std::string_view role;
    std::string_view taxCategory; ///< empty: none
    std::string_view taxRate;     ///< a decimal; empty: none
    std::string_view accounts; ///< JSON, account numbers by chart that override that of the role; empty: none
};

class ChartOfAccounts {
public:
    explicit ChartOfAccounts(const Json& chart) : key_(chart["key"].text()), name_(chart["name"].text()) {
        for (const Json& account : chart["accounts"].items()) {
            accounts_[account["code"].text()] = {account["label"].text(), account["type"].text()};
        }
        for (const Json::Member& role : chart["roles"].members()) {
            roles_[role.name] = role.value.text();
        }
        for (const Json& tax : chart["taxAccounts"].items()) {
            taxAccounts_.push_back({tax["role"].text(), tax["taxCategory"].text(),
                                    tax.optionalDecimal("taxRate"), tax["account"].text()});
        }
        for (const Json::Member& journal : chart["journals"].members()) {
            journals_[journal.name] = journal.value.text();
        }
    }

    const std::string& key() const noexcept { return key_; }
    const std::string& name() const noexcept { return name_; }

    ChartAccount account(const ChartKey& line) const {
        asked_.clear();
        for (const std::string_view part : {line.role, line.taxCategory, line.taxRate, line.accounts}) {
            asked_ += part;
            asked_ += '\n';
        }
        auto found = cache_.find(asked_);
        if (found == cache_.end()) {
            found = cache_.emplace(asked_, account(codeOf(line))).first;
        }
        return found->second;
    }

    /// The account of this number; an account that the chart does not list takes the name of the account
    /// above it.
    ChartAccount account(std::string_view code) const {
        const std::string_view own = *codes_.emplace(code).first;
        const Known* known = knownAccount(code);
        return {own, known == nullptr ? own : std::string_view(known->label)};
    }

    /// Income and expense accounts, which begin each fiscal year at zero.
    bool isOfTheYear(std::string_view code) const {
        const Known* known = knownAccount(code);
        return known != nullptr && (known->type == "income" || known->type == "expense");
    }

    /// Accounts that begin each fiscal year at zero and are carried forward: income, expenses, and the
    /// counterpart of opening balances.
    bool isCarried(std::string_view role, std::string_view code) const {
        return isOfTheYear(code) || role == "opening_balance";
    }

    /// The account for the retained result of earlier years; an amount below zero is a profit.
    ChartAccount carriedTo(std::int64_t amount) const {
        return account({amount < 0 ? "retained_earnings" : "retained_loss", {}, {}, {}});
    }

    std::string_view journalLabel(std::string_view code) const {
        const auto found = journals_.find(code);
        return found == journals_.end() ? code : std::string_view(found->second);
    }

private:
    struct Known {
        std::string label;
        std::string type;
    };
    struct TaxAccount {
        std::string role;
        std::string taxCategory;
        std::optional<Decimal> taxRate; ///< none: any
        std::string code;
    };

    const Known* knownAccount(std::string_view code) const {
        for (; !code.empty(); code.remove_suffix(1)) {
            if (const auto found = accounts_.find(code); found != accounts_.end()) {
                return &found->second;
            }
        }
        return nullptr;
    }

    std::string codeOf(const ChartKey& line) const {
        if (!line.accounts.empty()) {
            const Json own = Json::parse(line.accounts);
            if (const Json* code = own.find(key_);
                code != nullptr && code->isString() && !code->text().empty()) {
                return code->text();
            }
        }
        const auto role = roles_.find(line.role);
        std::string code = role == roles_.end() ? std::string() : role->second;
        const auto rate = Decimal::parse(line.taxRate);
        for (const TaxAccount& tax : taxAccounts_) {
            if (tax.role == line.role && tax.taxCategory == line.taxCategory &&
                (!tax.taxRate || (rate && *tax.taxRate == *rate))) {
                code = tax.code;
            }
        }
        return code;
    }

    std::string key_;
    std::string name_;
    std::map<std::string, Known, std::less<>> accounts_;
    std::map<std::string, std::string, std::less<>> roles_;
    std::map<std::string, std::string, std::less<>> journals_;
    std::vector<TaxAccount> taxAccounts_;
    mutable std::string asked_; ///< reused buffer, so that a lookup allocates no memory
    mutable std::unordered_map<std::string, ChartAccount> cache_;
    mutable std::set<std::string, std::less<>> codes_; ///< owns the account numbers that were asked for
};

} // namespace svc::accounting
