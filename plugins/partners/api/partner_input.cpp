#include "api/partner_input.hpp"

#include <svc/document_input.hpp>
#include <svc/money.hpp>

#include "domain/country.hpp"
#include "domain/vat_number.hpp"

namespace svc::partners {

namespace {

struct TextField {
    std::string_view name;
    std::optional<std::string> Partner::*member;
};

/// Fields that are taken as they are.
constexpr TextField TextFields[] = {
    {"email", &Partner::email},
    {"phone", &Partner::phone},
    {"country", &Partner::country},
    {"registrationNumber", &Partner::registrationNumber},
    {"peppolId", &Partner::peppolId},
    {"language", &Partner::language},
    {"taxExemptionReason", &Partner::taxExemptionReason},
    {"buyerReference", &Partner::buyerReference},
    {"externalId", &Partner::externalId},
    {"note", &Partner::note},
};

void checkCountry(const std::optional<std::string>& country) {
    if (country && !isCountry(*country)) {
        throw ApiError(400, "country-unsupported", {*country});
    }
}

/// An address with all its fields, in one order whatever the order of the body.
Json addressOf(const Json& body, std::string_view field) {
    const Json& given = body[field];
    if (given.isNull()) {
        return Json(nullptr);
    }
    Json address = Json::object();
    for (const char* name : {"line1", "line2", "postalCode", "city", "region", "country"}) {
        address.add(name, given.optionalText(name));
    }
    checkCountry(given.optionalText("country"));
    return address;
}

Json contactsOf(const Json& body) {
    Json contacts = Json::array();
    if (body["contacts"].isArray()) {
        for (const Json& given : body["contacts"].items()) {
            contacts.push(Json::object({{"name", given.optionalText("name")},
                                        {"email", given.optionalText("email")},
                                        {"phone", given.optionalText("phone")}}));
        }
    }
    return contacts;
}

Json tagsOf(const Json& body) {
    Json tags = Json::array();
    if (!body["tags"].isArray()) {
        return tags;
    }
    for (const Json& given : body["tags"].items()) {
        const Json tag(trim(given.text()));
        bool known = tag.text().empty();
        for (const Json& other : tags.items()) {
            known = known || other == tag;
        }
        if (!known) {
            tags.push(tag);
        }
    }
    return tags;
}

std::optional<std::int64_t> creditLimitOf(Call& call, const Json& body) {
    if (body["creditLimit"].isNull()) {
        return std::nullopt;
    }
    const auto major = Decimal::parse(body["creditLimit"].numberText());
    const auto minor = major ? minorFromMajor(*major, call.company().currency) : std::nullopt;
    if (!minor || *minor < 0) {
        throw fieldInvalid("creditLimit");
    }
    return minor;
}

/// Price lists belong to the catalogue; without a module that knows the list, there is none.
std::optional<Uuid> priceListOf(Call& call, const Json& body) {
    const auto text = body.optionalText("priceListId");
    if (!text) {
        return std::nullopt;
    }
    const auto id = decodeId("prl", *text);
    if (!id || !call.offers("stock.price_list") ||
        call.command("stock.price_list", Json::object({{"id", *text}})).isNull()) {
        throw ApiError(404, "price-list-not-found");
    }
    return id;
}

void applyVatNumber(const Json& body, Partner& partner) {
    if (body.contains("vatNumber")) {
        const auto given = body.optionalText("vatNumber");
        partner.vatNumber = given ? std::optional(normalisedVatNumber(*given)) : std::nullopt;
    }
    // A change of the country is judged too: the two must fit each other.
    const bool touched = body.contains("vatNumber") || body.contains("country");
    if (touched && partner.vatNumber && !vatNumberFits(*partner.vatNumber, partner.country)) {
        throw fieldInvalid(body.contains("vatNumber") ? "vatNumber" : "country");
    }
}

void applyFormats(Call& call, const Json& body, Partner& partner) {
    if (body.contains("country")) {
        checkCountry(partner.country);
    }
    applyVatNumber(body, partner);
    if (body.contains("address")) {
        partner.address = addressOf(body, "address");
    }
    if (body.contains("deliveryAddress")) {
        partner.deliveryAddress = addressOf(body, "deliveryAddress");
    }
    if (body.contains("contacts")) {
        partner.contacts = contactsOf(body);
    }
    if (body.contains("paymentTermsDays")) {
        partner.paymentTermsDays = body.optionalInteger("paymentTermsDays");
    }
    if (body.contains("creditLimit")) {
        partner.creditLimit = creditLimitOf(call, body);
    }
    if (body.contains("currency")) {
        partner.currency = currencyIn(body).value_or(call.company().currency);
    }
}

} // namespace

void applyBody(Call& call, const Json& body, Partner& partner) {
    if (body.contains("name")) {
        partner.name = body.textOr("name");
    }
    if (body.contains("kind")) {
        partner.kind = body.textOr("kind", "customer");
    }
    for (const TextField& field : TextFields) {
        if (body.contains(field.name)) {
            partner.*field.member = body.optionalText(field.name);
        }
    }
    applyFormats(call, body, partner);
    if (body.contains("company")) {
        partner.company = body.optionalBool("company").value_or(false);
    }
    if (body.contains("tags")) {
        partner.tags = tagsOf(body);
    }
    if (body.contains("archived")) {
        partner.archived = body.optionalBool("archived").value_or(false);
    }
    if (body.contains("priceListId")) {
        partner.priceListId = priceListOf(call, body);
    }
}

} // namespace svc::partners
