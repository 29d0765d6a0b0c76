#pragma once

#include <map>
#include <string>
#include <vector>

#include "order/rules/order.hpp"

namespace svc::storefront {

/// The longest menu that is shown.
inline constexpr std::int64_t MostOffers = 500;

/// What is for sale at a price, by category and name, from the published view of the catalogue.
std::vector<Offer> readOffers(Call& call);
/// Those of these items that are for sale, in any order.
std::vector<Offer> readOffers(Call& call, const std::vector<ItemId>& ids);
/// Items by their SKU, also such as have no price here; what is archived or has variants is not among them.
std::map<std::string, Offer> readOffersBySku(Call& call, const std::vector<std::string>& skus);

} // namespace svc::storefront
