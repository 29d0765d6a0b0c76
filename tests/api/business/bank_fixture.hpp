#pragma once

#include <fstream>
#include <sstream>

#include "api/business/desk.hpp"

namespace svc::test {

/// A file of tests/data/statements.
inline std::string contentOf(const std::string& name) {
    std::ifstream file(std::string(SVC_TEST_STATEMENTS) + '/' + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A statement has one line per row: { amount, text, name, iban }.
struct Row {
    std::string amount;
    std::string text;
    std::string name = "";
    std::string iban = "";
    std::string reference = "";
};

class Bank : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string wallet = desk.make("/wallets", js("{'name':'Bank','kind':'bank'}")).textOr("id");

    Answer import(const std::string& to, const Json& body) {
        return desk.post("/wallets/" + to + "/statements", body);
    }
    Answer import(const std::string& content) { return import(wallet, Json::object({{"content", content}})); }
    Answer importCsv(const std::vector<Row>& rows) {
        std::string text = "Date;Libellé;Nom;IBAN;Montant;Reference\n";
        for (const Row& row : rows) {
            text += desk.today().substr(8, 2) + '/' + desk.today().substr(5, 2) + '/' +
                    desk.today().substr(0, 4) + ';' + row.text + ';' + row.name + ';' + row.iban + ';' +
                    row.amount + ';' + row.reference + '\n';
        }
        const Json columns =
            js("{'bookingDate':0,'remittance':1,'counterpartyName':2,'counterpartyIban':3,'amount':4,"
               "'bankReference':5}");
        return import(wallet, Json::object({{"content", text},
                                            {"format", "csv"},
                                            {"csv", Json::object({{"delimiter", ";"},
                                                                  {"decimal", ","},
                                                                  {"dateFormat", "DD/MM/YYYY"},
                                                                  {"columns", columns}})}}));
    }
    /// Imports a line and returns its identifier.
    std::string line(const Row& row) {
        const Answer answer = importCsv({row});
        EXPECT_TRUE(hasStatus(answer, 201));
        return answer.json["bankTransactionIds"][0].text();
    }
    Json read(const std::string& id) { return desk.read("/bank-transactions/" + id); }
    Answer act(const std::string& id, const std::string& what, const std::string& body) {
        return desk.post("/bank-transactions/" + id + '/' + what, js(body));
    }
    Json walletNow() {
        for (const Json& one : rowsOf(desk.read("/wallets?limit=500"))) {
            if (one.textOr("id") == wallet) {
                return one;
            }
        }
        return Json(nullptr);
    }
    Json invoice(const std::string& name, const std::string& amount) {
        const std::string partner = desk.make("/partners", js("{'name':'" + name + "'}")).textOr("id");
        return desk.make("/sales",
                         js("{'partnerId':'$1','lines':[{'label':'Work','quantity':1,'unitPrice':$2}]}",
                            {partner, amount}));
    }
};

} // namespace svc::test
