#include "chart/rules/charts.hpp"

#include <algorithm>
#include <stdexcept>

#include <svc/text.hpp>

#include "chart/rules/chart_files.hpp"
#include "rules/csv.hpp"

namespace svc::ledger {
namespace {

/// The roles to which modules post and that openings need.
constexpr std::string_view PostingRoles[] = {"customer",
                                             "customer_advance",
                                             "supplier",
                                             "supplier_advance",
                                             "goods_received_not_invoiced",
                                             "vat_collected_goods",
                                             "vat_collected_services",
                                             "vat_deductible_goods",
                                             "vat_deductible_services",
                                             "vat_deductible_assets",
                                             "vat_due",
                                             "vat_credit",
                                             "sales_goods",
                                             "sales_services",
                                             "sales_discount_goods",
                                             "sales_discount_services",
                                             "purchases_goods",
                                             "inventory",
                                             "inventory_variation",
                                             "inventory_difference",
                                             "expense_other",
                                             "income_other",
                                             "bank_fees",
                                             "mobile_money_fees",
                                             "bank",
                                             "bank_foreign",
                                             "cash",
                                             "cash_foreign",
                                             "mobile_money",
                                             "transfer_in_transit",
                                             "suspense_debit",
                                             "suspense_credit",
                                             "fx_loss",
                                             "fx_gain",
                                             "fx_loss_treasury",
                                             "fx_gain_treasury",
                                             "rounding_loss",
                                             "rounding_gain",
                                             "till_shortage",
                                             "till_surplus",
                                             "bad_debt",
                                             "capital",
                                             "retained_earnings",
                                             "opening_balance",
                                             "retained_loss"};

} // namespace

Account Chart::account(const AccountKey& line) const {
    auto found = codes_.find(line.role);
    if (found == codes_.end()) {
        throw std::out_of_range("no such role: " + std::string(line.role));
    }
    if (found->second.empty()) {
        // In a chart without a technical opening account, retained earnings take its place.
        found = codes_.find("retained_earnings");
    }
    std::string_view code = found->second;
    for (const TaxAccount& tax : taxAccounts_) {
        if (tax.role == line.role && tax.taxCategory == line.taxCategory &&
            (!tax.taxRate || (line.taxRate && *tax.taxRate == *line.taxRate))) {
            code = tax.code;
        }
    }
    return {code, labels_.find(code)->second};
}

Account Chart::account(std::string_view code) const {
    for (std::string_view known = code; !known.empty(); known.remove_suffix(1)) {
        if (const auto found = labels_.find(known); found != labels_.end()) {
            return {code, found->second};
        }
    }
    return {code, code};
}

bool Chart::takes(std::string_view code) const {
    constexpr std::size_t GroupDigits = 3;
    if (code.size() < digits_ || code.find_first_not_of("0123456789") != std::string_view::npos) {
        return false;
    }
    for (std::string_view known = code; !known.empty(); known.remove_suffix(1)) {
        const auto found = labels_.find(known);
        if (found == labels_.end()) {
            continue;
        }
        if (known == code || known.size() >= GroupDigits) {
            return true;
        }
        return std::none_of(std::next(found), labels_.end(), [&](const auto& other) {
            return other.first.starts_with(known) && other.first.size() <= GroupDigits;
        });
    }
    return false;
}

Json Chart::toJson() const {
    Json accounts = Json::array();
    for (const auto& [code, label] : labels_) {
        accounts.push(Json::object({{"code", code}, {"label", label}, {"type", types_.find(code)->second}}));
    }
    Json roles = Json::object();
    for (const auto& [role, code] : codes_) {
        roles.set(role, account({role, {}, {}}).code);
    }
    Json taxAccounts = Json::array();
    for (const TaxAccount& tax : taxAccounts_) {
        taxAccounts.push(Json::object({{"role", tax.role},
                                       {"taxCategory", tax.taxCategory},
                                       {"taxRate", tax.taxRate},
                                       {"account", tax.code}}));
    }
    Json journals = Json::object();
    for (const auto& [code, wording] : charts().journals()) {
        journals.set(code, charts().journalLabel(code, language));
    }
    return Json::object({{"key", key},
                         {"name", name},
                         {"accounts", std::move(accounts)},
                         {"roles", std::move(roles)},
                         {"taxAccounts", std::move(taxAccounts)},
                         {"journals", std::move(journals)}});
}

Charts::Charts(ChartFiles files) : files_(std::move(files)) {
    readJournals();
    readCharts();
    readRoles();
    readTaxAccounts();
    checkRoles();
}

const Chart* Charts::find(std::string_view key) const {
    for (const Chart& chart : charts_) {
        if (equalsIgnoreCase(chart.key, key)) {
            return &chart;
        }
    }
    return nullptr;
}

std::string_view Charts::journalLabel(std::string_view code, std::string_view language) const {
    const auto found = journals_.find(code);
    if (found == journals_.end()) {
        return code;
    }
    const Wording& wording = found->second;
    return language == "fr" ? wording.fr : (language == "de" ? wording.de : wording.en);
}

Chart& Charts::chart(std::string_view key) {
    for (Chart& chart : charts_) {
        if (chart.key == key) {
            return chart;
        }
    }
    throw std::runtime_error("no such chart: " + std::string(key));
}

void Charts::readJournals() {
    for (const CsvRecord& record : readCsv(files_("journals.csv"))) {
        journals_[record.at("code")] = {record.at("en"), record.at("fr"), record.at("de")};
    }
}

void Charts::readCharts() {
    for (const CsvRecord& record : readCsv(files_("charts.csv"))) {
        Chart chart;
        chart.key = record.at("chart");
        chart.name = record.at("name");
        chart.country = record.at("country");
        chart.language = record.at("language");
        chart.digits_ = std::stoul(record.at("digits"));
        chart.version = record.at("version");
        for (const CsvRecord& account : readCsv(files_(record.at("file")))) {
            chart.labels_[account.at("code")] = account.at("label");
            chart.types_[account.at("code")] = account.at("type");
        }
        charts_.push_back(std::move(chart));
    }
}

void Charts::readRoles() {
    for (const CsvRecord& record : readCsv(files_("roles.csv"))) {
        const std::string& role = record.at("role");
        roles_[role] = record.at("meaning");
        for (Chart& chart : charts_) {
            const std::string& code = record.at(lowerAscii(chart.key));
            if (!code.empty() && chart.labels_.find(code) == chart.labels_.end()) {
                throw std::runtime_error("roles.csv: " + role + ": " + chart.key + " has no account " + code);
            }
            chart.codes_[role] = code;
        }
    }
}

void Charts::readTaxAccounts() {
    for (const CsvRecord& record : readCsv(files_("tax_accounts.csv"))) {
        Chart& owner = chart(record.at("chart"));
        const std::string& code = record.at("account");
        if (!hasRole(record.at("role")) || owner.labels_.find(code) == owner.labels_.end()) {
            throw std::runtime_error("tax_accounts.csv: " + record.at("role") + ' ' + owner.key + ' ' + code);
        }
        owner.taxAccounts_.push_back(
            {record.at("role"), record.at("tax_category"), Decimal::parse(record.at("tax_rate")), code});
    }
}

void Charts::checkRoles() const {
    for (const std::string_view role : PostingRoles) {
        for (const Chart& chart : charts_) {
            const auto code = chart.codes_.find(role);
            // Without a technical opening account, retained earnings take its place.
            const bool needed = role != "opening_balance";
            if (code == chart.codes_.end() || (needed && code->second.empty())) {
                throw std::runtime_error("roles.csv: " + chart.key + " has no account for the role " +
                                         std::string(role));
            }
        }
    }
}

const Charts& charts() {
    static const Charts instance(chartFile);
    return instance;
}

namespace {

/// Read when the library is loaded: inconsistent charts stop the start, not a posting.
[[maybe_unused]] const Charts& AtStart = charts();

} // namespace
} // namespace svc::ledger
