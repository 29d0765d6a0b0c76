// A year of a shop: after each operation the balances equal independently derived values, and all checks
// pass.
#include <fstream>
#include <sstream>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using Balances = std::map<std::string, std::int64_t>;

Json readData(const std::string& name) {
    std::ifstream in(std::string(SVC_TEST_DATA) + '/' + name);
    std::ostringstream text;
    text << in.rdbuf();
    return Json::parse(text.str());
}

/// Runs the operations of a data file in its own company.
class Year {
public:
    Year(RunningService& service, const Json& company)
        : service_(service), desk_(service, company.textOr("name"), company.textOr("country")) {
        for (const auto& [name, fact] : std::map<std::string, std::string>{
                 {"cash", "cashWalletId"}, {"bank", "bankWalletId"}, {"location", "locationId"}}) {
            names_[name] = desk_.value(fact);
        }
        company_ =
            service.sql("SELECT company_id FROM svc.company WHERE name = '" + company.textOr("name") + "'")
                .front();
    }

    void run(const Json& operation) {
        if (const Json* after = operation.find("after")) {
            ASSERT_TRUE(hasStatus(
                service_.anonymous().post("/testing/clock", Json::object({{"advance", *after}})), 200));
        }
        const std::string text = operation.dump();
        if (text.find("$today") != std::string::npos) {
            // Read from a dry run, because tests move the clock; it leaves nothing behind.
            names_["today"] =
                desk_.post("/sales", smallSale(), {{"Svc-Dry-Run", "true"}}).json["result"].textOr("date");
        }
        const Json resolved = Json::parse(withNames(text));
        const std::string action = resolved.textOr("do");
        const std::size_t blank = action.find(' ');
        const std::string method = action.substr(0, blank);
        const std::string path = blank == std::string::npos ? std::string() : action.substr(blank + 1);
        const Json& body = resolved["body"];
        const Answer answer = method == "POST"  ? desk_.post(path, body)
                              : method == "PUT" ? desk_.put(path, body)
                                                : desk_.patch(path, body);
        if (const Json* refused = resolved.find("refused")) {
            EXPECT_GE(answer.status, 400);
            EXPECT_LT(answer.status, 500);
            EXPECT_EQ(answer.code(), refused->text());
            return;
        }
        const std::int64_t expected = resolved.find("expect") != nullptr ? resolved["expect"].integer()
                                      : method == "POST"                 ? 201
                                                                         : 200;
        ASSERT_TRUE(hasStatus(answer, static_cast<int>(expected)));
        keepNames(resolved, answer.json);
    }

    /// The balance of each account role that has one, debit positive.
    Balances balances() const {
        Balances found;
        for (const std::string& row :
             service_.sql("SELECT role, sum(debit - credit) FROM ledger.line WHERE company_id = '" +
                          company_ + "' GROUP BY role HAVING sum(debit - credit) <> 0")) {
            const std::size_t bar = row.find('|');
            found[row.substr(0, bar)] = std::stoll(row.substr(bar + 1));
        }
        return found;
    }

private:
    std::string withNames(const std::string& text) const {
        std::string out;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] != '$') {
                out += text[at];
                continue;
            }
            std::string name;
            while (std::isalnum(static_cast<unsigned char>(text[at + 1])) != 0) {
                name += text[++at];
            }
            out += names_.at(name);
        }
        return out;
    }

    void keepNames(const Json& operation, const Json& answer) {
        if (const Json* as = operation.find("as")) {
            names_[as->text()] = answer.textOr("id");
        }
        if (const Json* keep = operation.find("keep")) {
            for (const Json::Member& member : keep->members()) {
                names_[member.name] = fieldOf(answer, member.value.text());
            }
        }
    }

    /// A field by its names and positions: lines.0.id
    static std::string fieldOf(const Json& answer, const std::string& path) {
        Json at = answer;
        std::istringstream parts(path);
        for (std::string part; std::getline(parts, part, '.');) {
            at = at.isArray() ? Json(at[std::stoul(part)]) : Json(at[part]);
        }
        return at.text();
    }

    RunningService& service_;
    Desk desk_;
    std::string company_;
    std::map<std::string, std::string> names_;
};

std::string told(const Balances& balances) {
    std::string text;
    for (const auto& [role, balance] : balances) {
        text += role + ' ' + std::to_string(balance) + '\n';
    }
    return text;
}

class BooksOfAYear : public ::testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(BooksOfAYear, AreThoseDerivedByHandAfterEachOperation) {
    const Json data = readData(GetParam().first);
    Year year(sharedService(), data["company"]);
    Balances expected;
    int number = 0;
    for (const Json& operation : rowsOf(data["operations"])) {
        const std::string name =
            std::to_string(++number) + ' ' + operation.textOr("do") + ": " + operation["why"][0].text();
        SCOPED_TRACE(name);
        year.run(operation);
        for (const Json::Member& member : operation["books"].members()) {
            expected[member.name] += member.value.integer();
            if (expected[member.name] == 0) {
                expected.erase(member.name);
            }
        }
        ASSERT_EQ(told(year.balances()), told(expected)) << name;
        expectSums(sharedService());
        ASSERT_FALSE(::testing::Test::HasFailure()) << "stopped after " << name;
    }
    EXPECT_GE(number, GetParam().second);
    expectInvariants(sharedService());
    Balances trial;
    for (const Json& row : rowsOf(data["trialBalance"])) {
        if (row["balance"].integer() != 0) {
            trial[row.textOr("role")] = row["balance"].integer();
        }
    }
    EXPECT_EQ(told(year.balances()), told(trial));
}

/// Data files with the minimum number of their operations.
INSTANTIATE_TEST_SUITE_P(Companies, BooksOfAYear,
                         ::testing::Values(std::pair("books_year.json", 100),
                                           std::pair("books_francs.json", 35)));

} // namespace
} // namespace svc::test
