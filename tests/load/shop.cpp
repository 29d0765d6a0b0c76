#include "shop.hpp"

#include <stdexcept>

namespace svc::load {
namespace {

constexpr int ItemsOfShop = 20;

void addKeys(const test::RunningService& service, const Json& made, Shop& shop, unsigned count) {
    test::HttpClient session = service.anonymous();
    const test::Answer login = session.post(
        "/auth/login", Json::object({{"email", made["ownerEmail"]}, {"password", made["ownerPassword"]}}));
    session.setCredential(login.json.textOr("token"));
    const Json scopes = Json::array({"sales:view", "sales:create", "sales:update", "inventory:view",
                                     "inventory:update", "items:create", "wallets:view", "events:read",
                                     "settings:company", "fiscal:view", "fiscal:manage"});
    for (unsigned i = 0; i < count; ++i) {
        const test::Answer key = session.post(
            shop.path("/api-keys"), Json::object({{"name", "load"}, {"mode", "live"}, {"scopes", scopes}}));
        if (key.status != 201) {
            throw std::runtime_error("no key: " + key.body);
        }
        shop.keys.push_back(key.json.textOr("key"));
    }
}

void addItems(test::HttpClient client, const Json& made, Shop& shop) {
    Json lines = Json::array();
    for (int i = 0; i < ItemsOfShop; ++i) {
        const test::Answer item =
            client.post(shop.path("/items"), Json::object({{"name", "Item " + std::to_string(i)},
                                                           {"price", 12},
                                                           {"cost", 5},
                                                           {"taxRate", Json::parse(shop.taxRate)}}));
        shop.items.push_back(item.json.textOr("id"));
        lines.push(Json::object({{"itemId", item.json["id"]}, {"quantity", 100000000}, {"unitCost", 5}}));
    }
    const test::Answer stocked =
        client.post(shop.path("/stock/adjustments"), Json::object({{"locationId", made["locationId"]},
                                                                   {"reason", "adjustment"},
                                                                   {"lines", std::move(lines)}}));
    if (stocked.status != 201) {
        throw std::runtime_error("no stock: " + stocked.body);
    }
}

} // namespace

std::string Shop::saleBody(std::size_t number) const {
    return R"({"lines":[{"itemId":")" + items[number % items.size()] + R"(","quantity":1},{"itemId":")" +
           items[(number + 7) % items.size()] +
           R"(","quantity":2},{"label":"Delivery","quantity":1,"unitPrice":4.90,"taxRate":)" + taxRate +
           R"(,"service":true}],"paidInFull":true})";
}

std::unique_ptr<Shop> openShop(const test::RunningService& service, const Json& made, unsigned keys,
                               const std::string& taxRate) {
    auto shop = std::make_unique<Shop>();
    shop->id = made.textOr("companyId");
    shop->cashWallet = made.textOr("cashWalletId");
    shop->taxRate = taxRate;
    addKeys(service, made, *shop, keys);
    addItems(service.client(shop->keys.front()), made, *shop);
    return shop;
}

} // namespace svc::load
