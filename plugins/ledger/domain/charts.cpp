#include "domain/charts.hpp"

#include <stdexcept>

#include <svc/text.hpp>

#include "domain/chart_files.hpp"
#include "domain/csv.hpp"

namespace svc::ledger {

Account Chart::account(const AccountKey& line) const {
    auto found = codes_.find(line.role);
    if (found == codes_.end()) {
        throw std::out_of_range("no such role: " + std::string(line.role));
    }
    if (found->second.empty()) {
        // A chart without a technical opening account carries the result forward instead.
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

Charts::Charts() {
    readJournals();
    readCharts();
    readRoles();
    readTaxAccounts();
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
    for (const CsvRecord& record : readCsv(chartFile("journals.csv"))) {
        journals_[record.at("code")] = {record.at("en"), record.at("fr"), record.at("de")};
    }
}

void Charts::readCharts() {
    for (const CsvRecord& record : readCsv(chartFile("charts.csv"))) {
        Chart chart;
        chart.key = record.at("chart");
        chart.name = record.at("name");
        chart.country = record.at("country");
        chart.version = record.at("version");
        for (const CsvRecord& account : readCsv(chartFile(record.at("file")))) {
            chart.labels_[account.at("code")] = account.at("label");
        }
        charts_.push_back(std::move(chart));
    }
}

void Charts::readRoles() {
    for (const CsvRecord& record : readCsv(chartFile("roles.csv"))) {
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
    for (const CsvRecord& record : readCsv(chartFile("tax_accounts.csv"))) {
        Chart& owner = chart(record.at("chart"));
        const std::string& code = record.at("account");
        if (!hasRole(record.at("role")) || owner.labels_.find(code) == owner.labels_.end()) {
            throw std::runtime_error("tax_accounts.csv: " + record.at("role") + ' ' + owner.key + ' ' + code);
        }
        owner.taxAccounts_.push_back(
            {record.at("role"), record.at("tax_category"), Decimal::parse(record.at("tax_rate")), code});
    }
}

const Charts& charts() {
    static const Charts instance;
    return instance;
}

} // namespace svc::ledger
