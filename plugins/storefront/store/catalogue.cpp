#include "store/catalogue.hpp"

namespace svc::storefront {
namespace {

#define SVC_STOREFRONT_OFFERS                                                                                \
    "SELECT id, name, category, description, price, unit, NOT track_stock OR available > 0, tax_category,"   \
    " tax_rate FROM stock.v1_catalogue WHERE company_id = $1 AND price > 0"

constexpr std::string_view AllSql =
    SVC_STOREFRONT_OFFERS " ORDER BY category NULLS LAST, lower(name), id LIMIT $2";
constexpr std::string_view SomeSql = SVC_STOREFRONT_OFFERS " AND id = ANY($2::uuid[])";

std::vector<Offer> offersOf(const Rows& rows) {
    std::vector<Offer> offers;
    for (const Row row : rows) {
        Offer offer;
        offer.id = row.uuid(0);
        offer.name = row.text(1);
        offer.category = row.optionalString(2);
        offer.description = row.optionalString(3);
        offer.price = row.decimal(4);
        offer.unit = row.text(5);
        offer.available = row.boolean(6);
        offer.taxCategory = row.optionalString(7);
        offer.taxRate = row.optionalDecimal(8);
        offers.push_back(std::move(offer));
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

} // namespace svc::storefront
