// A French company with a fake of its platform that follows the contract.
#pragma once

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/french_platform.hpp"
#include "support/program.hpp"

namespace svc::test {

inline constexpr int Quarter = 901; // seconds after which the schedule that fetches is due

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
    return text;
}

class FrenchEinvoicing : public ::testing::Test {
protected:
    FrenchEinvoicing() {
        outsideWorld().react([this](const Received& request) { return platform.answer(request); });
        desk.change("", js("{'legalName':'Boulangerie SARL','vatNumber':'FR40123456782',"
                           "'registrationNumber':'123456782','address':{'line1':'1 rue','postalCode':'59800',"
                           "'city':'Lille','country':'FR'}}"));
        platform.enlist("303265045");
        enable();
        desk.events();
    }
    ~FrenchEinvoicing() override {
        EXPECT_EQ(desk.put("/fiscal/fr-einvoicing", js("{'enabled':false}")).status, 200);
        EXPECT_THAT(platform.mistakes(), ::testing::IsEmpty()) << "requests that the contract does not know";
        expectSums(desk.service());
        outsideWorld().react([](const Received&) { return Reaction::status(503); });
    }

    Answer put(const Json& more) {
        Json settings = js("{'siren':'123456782','platformId':'1234','platformName':'PLATEFORME',"
                           "'clientId':'$1','clientSecret':'s3cret'}",
                           {client});
        for (const Json::Member& member : more.members()) {
            settings.set(member.name, member.value);
        }
        return desk.put("/fiscal/fr-einvoicing",
                        Json::object({{"enabled", true}, {"autoSubmit", true}, {"settings", settings}}));
    }
    void enable(const Json& more = Json::object()) { ASSERT_TRUE(hasStatus(put(more), 200)); }
    void accept() { platform.acknowledge(js("{'status':'Ok'}")); }

    std::string partner(const std::string& members) {
        return desk
            .make("/partners",
                  js("{'name':'$1','address':{'line1':'12 quai','postalCode':'59800','city':'Lille'}" +
                         members + "}",
                     {unique("Client")}))
            .textOr("id");
    }
    std::string business() {
        return partner(",'country':'FR','company':true,'vatNumber':'FR40303265045',"
                       "'registrationNumber':'303265045'");
    }
    /// Goods of 100.00 at 20 % and a service of 50.00 at 10 %: 175.00.
    Json saleTo(const std::string& to, const std::string& more = {}) {
        return desk.make("/sales",
                         js("{'partnerId':'$1','pricesIncludeTax':false,'lines':[{'label':'Four',"
                            "'quantity':1,'unitPrice':100,'taxRate':20},{'label':'Pose','quantity':1,"
                            "'unitPrice':50,'taxRate':10,'service':true}]" +
                                more + "}",
                            {to}));
    }
    Json latest(const std::string& id, const std::string& kind = "sale") {
        const Json all = desk.read("/fiscal/submissions/" + kind + '/' + id);
        return all.size() > 0 ? all[0] : Json(nullptr);
    }
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale") {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        Json one = latest(id, kind);
        while (one.isObject() && one.textOr("status") != status && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            one = latest(id, kind);
        }
        EXPECT_EQ(one.isObject() ? one.textOr("status") : "none", status) << one.dump();
        return one;
    }
    /// Status codes in order, those that the company reported in angle brackets: `200<212>`.
    std::string lifeOf(const std::string& id) {
        std::string codes;
        const Json one = latest(id);
        for (const Json& line : one["statuses"].items()) {
            const bool out = line.textOr("direction") == "out";
            codes += out ? '<' + line.textOr("code") + '>' : line.textOr("code") + ' ';
        }
        return codes;
    }
    std::string lifeUntil(const std::string& wanted, const std::string& id) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        std::string life = lifeOf(id);
        while (life != wanted && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            life = lifeOf(id);
        }
        return life;
    }
    Json accepted(const std::string& to) {
        accept();
        Json sale = saleTo(to);
        until("submitted", sale.textOr("id"));
        advanceClock(70);
        until("accepted", sale.textOr("id"));
        return sale;
    }
    /// Supplier invoices, once there are this many.
    Json received(std::size_t count) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        Json all = desk.read("/supplier-invoices");
        while (all.size() < count && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            all = desk.read("/supplier-invoices");
        }
        EXPECT_EQ(all.size(), count);
        return all;
    }
    /// An invoice of 336.90 EUR of a French supplier.
    static std::string supplierFile(const std::string& number) {
        std::ifstream in(SVC_SOURCE_TREE "/tests/data/einvoice/examples/01.01a-INVOICE_ubl.xml");
        const std::string text(std::istreambuf_iterator<char>(in), {});
        return replaced(replaced(text, "123456XX", number), "DE 123456789", "FR40303265045");
    }
    static std::string schemaComplaint(const std::string& xml) {
        const auto path = std::filesystem::temp_directory_path() / (unique("report") + ".xml");
        std::ofstream(path, std::ios::binary) << xml;
        const Outcome outcome = runProgram(
            {"/usr/bin/xmllint", "--noout", "--nonet", "--schema",
             SVC_SOURCE_TREE "/tests/data/regimes/fr-einvoicing/ereporting/ereporting.xsd", path.string()});
        std::filesystem::remove(path);
        return outcome.code == 0 ? std::string() : outcome.output + outcome.errors;
    }

    std::string client = unique("client");
    Desk desk{serviceWithProvider(), unique("Firme"), "FR"};
    FrenchPlatform platform{client};
};

} // namespace svc::test
