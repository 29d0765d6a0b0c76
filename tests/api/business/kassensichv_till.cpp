#include "api/business/kassensichv_till.hpp"

#include <chrono>
#include <fstream>
#include <thread>

#include <svc/id.hpp>
#include <svc/text.hpp>

#include "api/reports/unzipped.hpp"

namespace svc::test {
namespace {

/// The fields of one CSV line: separated by `;`, quotation marks doubled within them.
std::vector<std::string> fieldsOf(std::string_view line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ';' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    EXPECT_FALSE(quoted) << line;
    return fields;
}

/// The columns of each file, read from the list of fields.
std::map<std::string, std::vector<std::string>> listedColumns() {
    std::ifstream in(std::string(SVC_KASSENSICHV_DATA) + "/dsfinvk-fields.csv");
    std::string line;
    std::getline(in, line);
    std::map<std::string, std::vector<std::string>> columns;
    while (std::getline(in, line)) {
        const auto parts = split(std::string_view(line), ',');
        columns[std::string(parts[1])].emplace_back(parts[3]);
    }
    return columns;
}

std::vector<CsvLine> linesOf(const std::string& content, const std::vector<std::string>& columns) {
    std::vector<CsvLine> lines;
    std::size_t at = 0;
    bool isHeader = true;
    while (at < content.size()) {
        const std::size_t end = content.find("\r\n", at);
        if (end == std::string::npos) {
            ADD_FAILURE() << "the last line has no end";
            break;
        }
        const auto fields = fieldsOf(std::string_view(content).substr(at, end - at));
        at = end + 2;
        if (isHeader) {
            EXPECT_EQ(fields, columns);
            isHeader = false;
            continue;
        }
        EXPECT_EQ(fields.size(), columns.size());
        CsvLine line;
        for (std::size_t i = 0; i < fields.size() && i < columns.size(); ++i) {
            line[columns[i]] = fields[i];
        }
        lines.push_back(std::move(line));
    }
    EXPECT_FALSE(isHeader) << "a file without header";
    return lines;
}

} // namespace

RunningService& serviceWithSoftwareTse() {
    static RunningService service([] {
        ServiceOptions options;
        options.plugins.emplace_back("de-kassensichv");
        options.settings["de-kassensichv"] = "{ tse: software }";
        return options;
    }());
    return service;
}

GermanTill::GermanTill(RunningService& service, const Json& settings)
    : service_(service), desk_(service, unique("Firma"), "DE"), settings_(settings) {
    settings_.set("serialNumber",
                  settings.textOr("serialNumber", "KASSE-" + desk_.value("companyId").substr(20)));
    settings_.set("walletId", wallet());
}

void GermanTill::enable(const std::string& mode) {
    ASSERT_TRUE(
        hasStatus(desk_.put("/fiscal/de-kassensichv",
                            Json::object({{"enabled", true}, {"mode", mode}, {"settings", settings_}})),
                  200));
}

Json GermanTill::sell(const std::string& amount, const std::string& rate, const std::string& method) {
    return desk_.make("/sales",
                      js("{'lines':[{'label':'Kaffee; \\'gross\\'','quantity':1,'unitPrice':$1,"
                         "'taxRate':$2}],'pricesIncludeTax':true,"
                         "'payments':[{'walletId':'$3','amount':$1,'method':'$4'}]}",
                         {amount, rate, method == "cash" ? wallet() : desk_.value("bankWalletId"), method}));
}

Json GermanTill::openSession(const std::string& amount) {
    return desk_.make("/cash-sessions", js("{'walletId':'$1','openingAmount':$2}", {wallet(), amount}));
}

Json GermanTill::closeSession(const Json& session, const std::string& body) {
    const Answer answer = desk_.post("/cash-sessions/" + session.textOr("id") + "/close",
                                     js(body, {desk_.value("bankWalletId")}));
    EXPECT_TRUE(hasStatus(answer, 200));
    return answer.json;
}

Json GermanTill::latest(const std::string& kind, const std::string& id) {
    const Json all = desk_.read("/fiscal/submissions/" + kind + '/' + id);
    return all.empty() ? Json::object() : all.at(0);
}

Json GermanTill::until(const std::string& status, const std::string& id, const std::string& kind) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    Json one = latest(kind, id);
    while (one.textOr("status") != status && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        one = latest(kind, id);
    }
    EXPECT_EQ(one.textOr("status"), status) << one.dump();
    return one;
}

void GermanTill::untilClosed(int closings) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    const auto made = [&] {
        return sql("SELECT count(*) FROM de_kassensichv.closing WHERE company_id = $c"
                   " AND session IS NOT NULL")[0];
    };
    while (made() != std::to_string(closings) && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_EQ(made(), std::to_string(closings));
}

void GermanTill::untilAllAnswered() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    const auto open = [&] {
        return sql("SELECT count(*) FROM de_kassensichv.receipt r WHERE company_id = $c AND NOT EXISTS"
                   " (SELECT FROM de_kassensichv.signature s WHERE s.company_id = $c"
                   " AND s.sequence = r.sequence)")[0];
    };
    while (open() != "0" && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_EQ(open(), "0");
}

std::string GermanTill::printed(const std::string& id) {
    const auto rows = sql("SELECT lines FROM compliance.mark WHERE company_id = $c AND document_id = '" + id +
                          "' AND regime = 'de-kassensichv'");
    return rows.empty() ? "" : rows[0];
}

Json GermanTill::verify(const std::string& qr) {
    const Answer answer = desk_.post("/fiscal/verify-receipt", Json::object({{"qr", qr}}));
    EXPECT_TRUE(hasStatus(answer, 200));
    return answer.json;
}

void GermanTill::advance(const std::string& duration) {
    EXPECT_TRUE(
        hasStatus(service_.anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
}

std::vector<std::string> GermanTill::sql(std::string statement) {
    const std::string company =
        '\'' + decodeId("com", desk_.value("companyId")).value().toString() + "'::uuid";
    for (std::size_t at = statement.find("$c"); at != std::string::npos; at = statement.find("$c", at)) {
        statement.replace(at, 2, company);
    }
    return service_.sql(statement);
}

ReadExport readExport(const std::string& zip) {
    ReadExport read;
    for (const auto& [name, content] : unzipped(zip)) {
        EXPECT_TRUE(read.files.emplace(name, content).second) << name;
    }
    EXPECT_TRUE(read.files.contains("index.xml"));
    EXPECT_TRUE(read.files.contains("gdpdu-01-08-2002.dtd"));
    const auto columns = listedColumns();
    EXPECT_EQ(read.files.size(), columns.size() + 2);
    for (const auto& [file, names] : columns) {
        SCOPED_TRACE(file);
        EXPECT_TRUE(read.files.contains(file));
        read.tables[file] = linesOf(read.files[file], names);
    }
    return read;
}

std::int64_t figure(const CsvLine& line, const std::string& column) {
    constexpr std::size_t Decimals = 5;
    std::string text = line.at(column);
    const std::size_t comma = text.find(',');
    const std::size_t given = comma == std::string::npos ? 0 : text.size() - comma - 1;
    if (comma != std::string::npos) {
        text.erase(comma, 1);
    }
    const auto value = parseInt64(text + std::string(Decimals - std::min(given, Decimals), '0'));
    EXPECT_TRUE(value && given <= Decimals) << column << ": " << line.at(column);
    return value.value_or(0);
}

} // namespace svc::test
