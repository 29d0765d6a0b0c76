#include "menu/store.hpp"

#include <svc/columns.hpp>

namespace svc::storefront {
namespace {

/// A published view of the stock module, read only.
const Table Catalogue("stock.v1_catalogue", columnWrittenOnce("id", &Offer::id), column("name", &Offer::name),
                      column("category", &Offer::category), column("description", &Offer::description),
                      column("unit", &Offer::unit), column("tax_category", &Offer::taxCategory),
                      column("tax_rate", &Offer::taxRate), column("sku", &Offer::sku));

const std::string ItemsSql = "SELECT " + Catalogue.select("c") +
                             ", coalesce(c.price, 0), NOT c.track_stock OR c.available > 0"
                             " FROM stock.v1_catalogue c WHERE c.company_id = $1";
const std::string OffersSql = ItemsSql + " AND c.price IS NOT NULL";
const std::string AllSql =
    OffersSql + " ORDER BY c.category NULLS LAST, lower(c.name), c.id LIMIT $2 OFFSET $3";
const std::string SomeSql = OffersSql + " AND c.id = ANY($2::uuid[])";
const std::string BySkuSql = ItemsSql + " AND c.sku = ANY($2::text[])";

Offer offerAt(const Row& row) {
    Offer offer = Catalogue.read(row);
    offer.price = row.decimal(Catalogue.width());
    offer.available = row.boolean(Catalogue.width() + 1);
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

MenuPage readMenuPage(Call& call, std::int64_t number) {
    const std::int64_t before = (number - 1) * OffersOnPage;
    MenuPage page{offersOf(call.db().query(AllSql, call.companyId(), OffersOnPage + 1, before)), {}};
    if (page.offers.size() > OffersOnPage) {
        page.offers.pop_back();
        page.next = number + 1;
    }
    return page;
}

std::vector<Offer> readOffers(Call& call, const std::vector<ItemId>& ids) {
    ArrayParam list;
    for (const ItemId id : ids) {
        list.add(id);
    }
    return offersOf(call.db().query(SomeSql, call.companyId(), list));
}

std::map<std::string, Offer> readOffersBySku(Call& call, const std::vector<std::string>& skus) {
    std::map<std::string, Offer> offers;
    ArrayParam list;
    for (const std::string& sku : skus) {
        list.add(sku);
    }
    if (skus.empty()) {
        return offers;
    }
    for (const Row row : call.db().query(BySkuSql, call.companyId(), list)) {
        Offer offer = offerAt(row);
        const std::string sku = offer.sku.value();
        offers.emplace(sku, std::move(offer));
    }
    return offers;
}

} // namespace svc::storefront
