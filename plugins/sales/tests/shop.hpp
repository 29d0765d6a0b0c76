#pragma once

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::sales::testing {

/// A shop whose other modules are stand-ins that record their calls.
class Shop : public ::testing::Test {
protected:
    static constexpr const char* Unit = "bus_01jd9fs3wy29e8s2wzebd91q7g";
    static constexpr const char* Location = "loc_01jd9s36wy90dbym5w4prek8zd";
    static constexpr const char* Warehouse = "loc_01jd9s36wy90dbym5w4prek8ze";
    static constexpr const char* Partner = "par_01jd917ehm8vtfvkxjcsqjsvj8";
    static constexpr const char* Item = "itm_01jd9se49pj5tpbv97t342qked";
    static constexpr const char* Till = "wal_01jd90ep5qafthsa14qernbamt";
    static constexpr const char* Bank = "wal_01jd93ne9skheab73zzekk66h8";

    Shop() : test(SVC_PLUGIN_FOLDER) {
        test.situation().facts.set("vatNumber", "FR40303265045");
        test.situation().actorKind = SVC_ACTOR_API_KEY;
        test.host().businessUnit(Json::object({{"id", Unit},
                                               {"code", "LIL"},
                                               {"name", "Lille"},
                                               {"archived", false},
                                               {"defaultLocationId", Location},
                                               {"defaultWalletId", Till}}));
        partner = Json::object({{"id", Partner},
                                {"name", "Hôtel des Quais"},
                                {"kind", "customer"},
                                {"company", true},
                                {"currency", "EUR"},
                                {"paymentTermsDays", 30},
                                {"creditLimit", nullptr},
                                {"balance", 0},
                                {"payable", 0},
                                {"priceListId", nullptr},
                                {"archived", false},
                                {"taxExemptionReason", nullptr}});
        item = Json::object({{"id", Item},
                             {"name", "Coffee machine C2"},
                             {"price", 12000},
                             {"taxRate", 20},
                             {"taxCategory", "S"},
                             {"unit", "C62"},
                             {"service", false},
                             {"trackStock", true},
                             {"isParent", false},
                             {"archived", false}});
        offerPartners();
    }

    void offerPartners() {
        test.offer("partners.get", [this](const Json& input) {
            return input["id"].text() == Partner ? partner : Json(nullptr);
        });
        remember("partners.adjust_balance", Json::object());
    }
    void offerStock() {
        test.offer("stock.items", [this](const Json& input) {
            Json items = Json::array();
            for (const Json& id : input["ids"].items()) {
                if (id.text() == Item) {
                    items.push(item);
                }
            }
            return Json::object({{"items", std::move(items)}});
        });
        test.offer("stock.location", [](const Json& input) {
            const std::string id = input["id"].text();
            return id == Location || id == Warehouse
                       ? Json::object({{"id", id}, {"businessUnitId", Unit}, {"archived", false}})
                       : Json(nullptr);
        });
        for (const char* name : {"stock.issue", "stock.reserve", "stock.release"}) {
            remember(name, Json::object({{"movements", Json::array()}, {"value", 0}}));
        }
        remember(
            "stock.return",
            Json::object({{"movements", Json::array({Json::object({{"id", "mov_01jd9se49pj5tpbv97t342qked"},
                                                                   {"itemId", Item},
                                                                   {"quantity", 1},
                                                                   {"unitCost", 0},
                                                                   {"value", 0}})})},
                          {"value", 0}}));
    }
    void offerTreasury() {
        test.offer("treasury.wallet", [this](const Json& input) {
            const std::string id = input["id"].isNull() ? Till : input["id"].text();
            if (id != Till && id != Bank) {
                return Json(nullptr);
            }
            return Json::object({{"id", id},
                                 {"name", id == Till ? "Till" : "Bank"},
                                 {"kind", id == Till ? "cash" : "bank"},
                                 {"currency", id == Till ? "EUR" : bankCurrency},
                                 {"allowNegative", true},
                                 {"requireSession", tillNeedsSession && id == Till},
                                 {"openSessionId", nullptr},
                                 {"archived", false},
                                 {"businessUnitId", nullptr},
                                 {"iban", nullptr},
                                 {"accountNumber", nullptr},
                                 {"balance", 0}});
        });
        test.offer("treasury.rate", [this](const Json& input) {
            const auto found = rates.find(input["currency"].text() + input["date"].text());
            return found == rates.end() ? Json(nullptr)
                                        : Json::object({{"rate", Decimal::parse(found->second).value()},
                                                        {"date", input["date"]}});
        });
        for (const char* name : {"treasury.receive", "treasury.pay", "treasury.reverse"}) {
            remember(name,
                     Json::object({{"transactionId", "txn_01jd99y6wy5vfrq1gpe4dcyyve"}, {"baseAmount", 0}}));
        }
    }
    void offerLedger() { remember("ledger.post", Json::object({{"entryId", "ent_1"}})); }
    void offerAll() {
        offerStock();
        offerTreasury();
        offerLedger();
    }
    void remember(const std::string& command, Json answer) {
        test.offer(command, [this, command, answer](const Json& input) {
            asked[command].push_back(input);
            return answer;
        });
    }

    /// A free line of `price` euros.
    static Json line(const char* price, int quantity = 1) {
        return Json::object({{"label", "Installation"},
                             {"quantity", quantity},
                             {"unitPrice", Decimal::parse(price).value()}});
    }
    static Json stocked(int quantity = 1) { return Json::object({{"itemId", Item}, {"quantity", quantity}}); }
    /// A body with one free line and more fields.
    static Json body(std::initializer_list<Json::Field> more = {}) {
        Json made = Json::object(more);
        if (!made.contains("lines")) {
            made.set("lines", Json::array({line("120.00")}));
        }
        return made;
    }

    Json created(const Json& input) {
        const auto answer = test.post("createSale", input);
        EXPECT_EQ(answer.status, 201) << answer.code << answer.fault;
        return answer.ok() ? answer.json() : Json::object();
    }
    std::string refused(const Json& input) {
        const auto answer = test.post("createSale", input);
        EXPECT_FALSE(answer.ok()) << answer.body;
        EXPECT_NE(answer.status, 500) << answer.fault;
        return answer.code;
    }
    /// The error code; empty when the command succeeds.
    std::string refusedCommand(const char* name, const Json& input) {
        try {
            test.command(name, input);
        } catch (const ApiError& error) {
            return std::string(error.code());
        }
        return {};
    }
    svc::testing::Answer pay(const Json& sale, const Json& payment) {
        return test.post("createSalePayment", payment, {{"saleId", sale["id"].text()}});
    }
    Json read(const Json& sale) { return test.get("getSale", {{"saleId", sale["id"].text()}}).json(); }

    std::vector<std::string> eventTypes() const {
        std::vector<std::string> types;
        for (const auto& event : test.events()) {
            types.push_back(event.type);
        }
        return types;
    }

    svc::testing::PluginTest test;
    Json partner;
    Json item;
    std::string bankCurrency = "EUR";
    bool tillNeedsSession = false;
    std::map<std::string, std::string> rates; ///< "USD2026-11-20" → rate
    std::map<std::string, std::vector<Json>> asked;
};

using Types = std::vector<std::string>;

} // namespace svc::sales::testing
