#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "order/rules/order.hpp"

namespace svc::storefront {

inline constexpr std::int64_t OffersOnPage = 500;

/// A page of the menu.
struct MenuPage {
    std::vector<Offer> offers;
    std::optional<std::int64_t> next; ///< number of the next page
};

/// The items for sale with a price, by category and name, from the published view of the catalogue. The first
/// page is 1.
MenuPage readMenuPage(Call& call, std::int64_t number);
/// Those of these items that are for sale, in any order.
std::vector<Offer> readOffers(Call& call, const std::vector<ItemId>& ids);
/// Items by their SKU, including those without a price; archived items and items with variants are omitted.
std::map<std::string, Offer> readOffersBySku(Call& call, const std::vector<std::string>& skus);

} // namespace svc::storefront
