#pragma once

#include <string>

#include <svc/testing/plugin_test.hpp>

namespace svc::stock {

/// The plugin on a scratch database, with a business unit, its location and a stand-in for the ledger that
/// records entries.
class StockKit : public testing::PluginTest {
public:
    explicit StockKit(bool ledger = true) : PluginTest(SVC_PLUGIN_FOLDER) {
        unit = Json::object({{"id", "bus_01jd9fs3wy29e8s2wzebd91q7g"},
                             {"code", "LIL"},
                             {"name", "Lille"},
                             {"archived", false},
                             {"defaultLocationId", nullptr},
                             {"defaultWalletId", nullptr}});
        host().businessUnit(unit);
        if (ledger) {
            offer("ledger.post", [this](const Json& entry) {
                const std::lock_guard lock(mutex_);
                entries.push_back(entry);
                return Json::object({{"entryId", "entry"}});
            });
        }
        location = command("stock.company_created")["locationId"].text();
    }

    /// A new item; its identifier.
    std::string item(Fields fields) {
        const testing::Answer answer = post("createItem", fields);
        if (!answer.ok()) {
            throw std::runtime_error(answer.code + answer.fault);
        }
        return answer.json()["id"].text();
    }

    testing::Answer adjust(const std::string& itemId, const char* quantity, const char* unitCost = "null",
                           const char* reason = "adjustment") {
        return post("createStockAdjustment",
                    Json::parse(R"({"locationId": ")" + location + R"(", "reason": ")" + reason +
                                R"(", "lines": [{"itemId": ")" + itemId + R"(", "quantity": )" + quantity +
                                R"(, "unitCost": )" + unitCost + "}]}"));
    }

    Json goods(const std::string& itemId, const char* quantity) const {
        return Json::parse(
            R"({"documentKind": "sale", "documentId": "sal_1", "reason": "sale", "lines": [{"itemId": ")" +
            itemId + R"(", "locationId": ")" + location + R"(", "quantity": )" + quantity + "}]}");
    }

    /// The error code of a refused command; empty when it succeeds.
    std::string refusal(const std::string& name, const Json& input) {
        try {
            command(name, input);
        } catch (const ApiError& error) {
            return std::string(error.code());
        }
        return {};
    }

    /// The one row of GET /stock for an item.
    Json stockOf(const std::string& itemId) {
        const Json rows = get("listStock", {}, {{"itemId", itemId}}).json();
        return rows.empty() ? Json(nullptr) : rows[0];
    }

    Json unit;
    std::string location;
    std::vector<Json> entries;

private:
    std::mutex mutex_;
};

} // namespace svc::stock
