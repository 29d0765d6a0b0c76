#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

namespace svc::partners {

/// A customer or supplier as it is stored. Amounts are minor units of the currency of the company.
struct Partner {
    Uuid id;
    std::string name;
    std::string kind = "customer";
    bool company = false;
    std::optional<std::string> email;
    std::optional<std::string> phone;
    std::optional<std::string> country;
    std::optional<std::string> vatNumber;
    std::optional<std::string> registrationNumber;
    std::optional<std::string> peppolId;
    Json address;
    Json deliveryAddress;
    Json contacts = Json::array();
    std::optional<std::int64_t> paymentTermsDays;
    std::optional<std::int64_t> creditLimit;
    Currency currency;
    std::optional<std::string> language;
    std::optional<Uuid> priceListId;
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> buyerReference;
    std::optional<std::string> externalId;
    Json tags = Json::array();
    std::optional<std::string> note;
    bool archived = false;

    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    std::int64_t receivable = 0;
    std::int64_t payable = 0;
};

/// What a list is narrowed down to.
struct PartnerFilter {
    bool archived = false;
    std::optional<std::string> kind; ///< `customer` and `supplier` find `both` too
    std::optional<std::string> text; ///< the filter `q`
    std::optional<std::string> externalId;
    std::optional<std::string> vatNumber;
    std::optional<std::string> tag;
    std::optional<Instant> from;
    std::optional<Instant> before;
    std::string sort = "name";
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};

struct PartnerPage {
    std::vector<Partner> rows;
    std::int64_t count = 0; ///< of all that match, at most ListMost + 1
};

} // namespace svc::partners
