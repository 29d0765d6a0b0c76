#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "order/rules/order.hpp"

namespace svc::storefront {

inline constexpr std::int64_t OffersOnPage = 500;

/// A part of the menu.
struct MenuPage {
    std::vector<Offer> offers;
    std::optional<std::int64_t> next; ///< the number of the page that follows
};

/// What is for sale at a price, by category and name, from the published view of the catalogue. The first
/// page is 1.
MenuPage readMenuPage(Call& call, std::int64_t number);
/// Those of these items that are for sale, in any order.
std::vector<Offer> readOffers(Call& call, const std::vector<ItemId>& ids);
/// Items by their SKU, also such as have no price here; what is archived or has variants is not among them.
std::map<std::string, Offer> readOffersBySku(Call& call, const std::vector<std::string>& skus);

} // namespace svc::storefront
