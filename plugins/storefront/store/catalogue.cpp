#include "store/catalogue.hpp"

namespace svc::storefront {
namespace {

#define SVC_STOREFRONT_ITEMS                                                                                 \
    "SELECT id, name, category, description, price, unit, NOT track_stock OR available > 0, tax_category,"   \
    " tax_rate, sku FROM stock.v1_catalogue WHERE company_id = $1"
#define SVC_STOREFRONT_OFFERS SVC_STOREFRONT_ITEMS " AND price > 0"

constexpr std::string_view AllSql =
    SVC_STOREFRONT_OFFERS " ORDER BY category NULLS LAST, lower(name), id LIMIT $2";
constexpr std::string_view SomeSql = SVC_STOREFRONT_OFFERS " AND id = ANY($2::uuid[])";
constexpr std::string_view BySkuSql = SVC_STOREFRONT_ITEMS " AND sku = ANY($2::text[])";

Offer offerAt(const Row& row) {
    Offer offer;
    offer.id = row.uuid(0);
    offer.name = row.text(1);
    offer.category = row.optionalString(2);
    offer.description = row.optionalString(3);
    offer.price = row.optionalDecimal(4).value_or(Decimal());
    offer.unit = row.text(5);
    offer.available = row.boolean(6);
    offer.taxCategory = row.optionalString(7);
    offer.taxRate = row.optionalDecimal(8);
    return offer;
}

std::vector<Offer> offersOf(const Rows& rows) {
    std::vector<Offer> offers;
    for (const Row row : rows) {
        offers.push_back(offerAt(row));
    }
    return offers;
}

} // namespace

std::vector<Offer> readOffers(Call& call) {
    return offersOf(call.db().query(AllSql, call.companyId(), MostOffers));
}

std::vector<Offer> readOffers(Call& call, const std::vector<Uuid>& ids) {
    ArrayParam list;
    for (const Uuid& id : ids) {
        list.add(id);
    }
    return offersOf(call.db().query(SomeSql, call.companyId(), list));
}

std::map<std::string, Offer> readOffersBySku(Call& call, const std::vector<std::string>& skus) {
    constexpr std::uint32_t Sku = 9;
    std::map<std::string, Offer> offers;
    ArrayParam list;
    for (const std::string& sku : skus) {
        list.add(sku);
    }
    if (skus.empty()) {
        return offers;
    }
    for (const Row row : call.db().query(BySkuSql, call.companyId(), list)) {
        offers.emplace(row.text(Sku), offerAt(row));
    }
    return offers;
}

} // namespace svc::storefront
