#include <algorithm>
#include <concepts>
#include <type_traits>

#include <svc/text.hpp>

#include "rules/country.hpp"
#include "rules/vat_number.hpp"
#include "writing.hpp"

namespace svc::partners {
namespace {

// The value of a member in a request: nullptr when it is absent, else a value or null.
template <class Value>
const std::optional<Value>* given(const Field<Value>& member) {
    return member.isAbsent() ? nullptr : &member.value();
}
template <class Value>
const std::optional<Value>* given(const std::optional<Value>& member) {
    return member ? &member : nullptr;
}

// One overload for members that may be null, one for those that may not.
template <class Member, class Value>
void assign(const Member& member, std::optional<Value>& to) {
    if (const auto* const value = given(member)) {
        to = *value;
    }
}
template <class Value>
void assign(const std::optional<Value>& member, Value& to) {
    if (member) {
        to = *member;
    }
}
template <class Value>
requires std::same_as<Value, std::string> || std::is_enum_v<Value>
void assign(const Value& member, Value& to) {
    to = member;
}

void checkCountry(const std::optional<std::string>& country) {
    if (country && !isCountry(*country)) {
        throw ApiError(400, "country-unsupported", {*country});
    }
}

std::optional<api::PartnerAddress> addressOf(const std::optional<api::PartnerAddressInput>& input) {
    if (!input) {
        return std::nullopt;
    }
    checkCountry(input->country.value());
    return api::PartnerAddress{.line1 = input->line1.value(),
                               .line2 = input->line2.value(),
                               .postalCode = input->postalCode.value(),
                               .city = input->city.value(),
                               .region = input->region.value(),
                               .country = input->country.value()};
}

Json contactsOf(const std::optional<std::vector<api::PartnerContactInput>>& input) {
    Json contacts = Json::array();
    for (const auto& contact : input.value_or(std::vector<api::PartnerContactInput>())) {
        contacts.push(Json::object(
            {{"name", contact.name}, {"email", contact.email.value()}, {"phone", contact.phone.value()}}));
    }
    return contacts;
}

/// The tags without empty ones and duplicates.
std::vector<std::string> tagsOf(const std::optional<std::vector<std::string>>& input) {
    std::vector<std::string> tags;
    for (const std::string& tag : input.value_or(std::vector<std::string>())) {
        if (!tag.empty() && std::find(tags.begin(), tags.end(), tag) == tags.end()) {
            tags.push_back(tag);
        }
    }
    return tags;
}

std::optional<MinorAmount> creditLimitOf(Call& call, const std::optional<MajorAmount>& input) {
    if (!input) {
        return std::nullopt;
    }
    const MinorAmount limit(input->minor(call.company().currency, "creditLimit"));
    if (limit.minor() < 0) {
        throw fieldInvalid("creditLimit");
    }
    return limit;
}

Currency currencyOf(Call& call, const std::optional<std::string>& code) {
    if (!code) {
        return call.company().currency;
    }
    const auto currency = Currency::parse(*code);
    if (!currency) {
        throw ApiError(400, "currency-unsupported", {*code});
    }
    return *currency;
}

/// Price lists belong to the stock module; without a module that knows the list, it does not exist.
std::optional<PriceListId> knownPriceList(Call& call, const std::optional<PriceListId>& id) {
    if (id && (!calls::stock::offersPriceList(call) || !calls::stock::priceList(call, {.id = *id}))) {
        throw ApiError(404, "price-list-not-found");
    }
    return id;
}

template <class Body>
void applyVatNumber(const Body& body, api::Partner& partner) {
    const auto* const number = given(body.vatNumber);
    if (number != nullptr) {
        partner.vatNumber = *number ? std::optional(normalisedVatNumber(**number)) : std::nullopt;
    }
    // A change of the country alone is validated too, because number and country must fit each other.
    const bool touched = number != nullptr || given(body.country) != nullptr;
    if (touched && partner.vatNumber && !vatNumberFits(*partner.vatNumber, partner.country)) {
        throw fieldInvalid(number != nullptr ? "vatNumber" : "country");
    }
}

template <class Body>
void applyTexts(const Body& body, api::Partner& partner) {
    assign(body.name, partner.name);
    assign(body.kind, partner.kind);
    assign(body.email, partner.email);
    assign(body.phone, partner.phone);
    assign(body.country, partner.country);
    assign(body.registrationNumber, partner.registrationNumber);
    assign(body.peppolId, partner.peppolId);
    assign(body.language, partner.language);
    assign(body.taxExemptionReason, partner.taxExemptionReason);
    assign(body.buyerReference, partner.buyerReference);
    assign(body.externalId, partner.externalId);
    assign(body.note, partner.note);
}

template <class Body>
void applyFields(Call& call, const Body& body, api::Partner& partner) {
    applyTexts(body, partner);
    if (given(body.country) != nullptr) {
        checkCountry(partner.country);
    }
    applyVatNumber(body, partner);
    if (const auto* const address = given(body.address)) {
        partner.address = addressOf(*address);
    }
    if (const auto* const address = given(body.deliveryAddress)) {
        partner.deliveryAddress = addressOf(*address);
    }
    if (const auto* const contacts = given(body.contacts)) {
        partner.contacts = contactsOf(*contacts);
    }
    assign(body.paymentTermsDays, partner.paymentTermsDays);
    if (const auto* const limit = given(body.creditLimit)) {
        partner.creditLimit = creditLimitOf(call, *limit);
    }
    if (const auto* const currency = given(body.currency)) {
        partner.currency = currencyOf(call, *currency);
    }
    assign(body.company, partner.company);
    if (const auto* const tags = given(body.tags)) {
        partner.tags = tagsOf(*tags);
    }
    if (const auto* const id = given(body.priceListId)) {
        partner.priceListId = knownPriceList(call, *id);
    }
}

template <class Body>
api::Partner partnerOf(Call& call, const Body& body) {
    api::Partner partner{.id = call.newId<PartnerId>(),
                         .kind = api::PartnerKind::Customer,
                         .contacts = Json::array(),
                         .currency = call.company().currency,
                         .createdAt = call.now().truncatedToMillis(),
                         .updatedAt = call.now().truncatedToMillis(),
                         .version = 1,
                         .createdBy = call.actor()};
    applyFields(call, body, partner);
    if (!body.company) {
        // A partner with a registration or tax number is a business; an e-mail address (EM:…) tells nothing.
        const bool inNetwork = partner.peppolId && isDigit(partner.peppolId->front());
        partner.company = partner.vatNumber || partner.registrationNumber || inNetwork;
    }
    return partner;
}

} // namespace

void apply(Call& call, const api::PartnerUpdate& body, api::Partner& partner) {
    applyFields(call, body, partner);
    assign(body.archived, partner.archived);
}

api::Partner newPartner(Call& call, const api::PartnerCreate& body) {
    return partnerOf(call, body);
}

api::Partner newPartner(Call& call, const api::PartnerUpdate& body) {
    api::Partner partner = partnerOf(call, body);
    assign(body.archived, partner.archived);
    return partner;
}

} // namespace svc::partners
