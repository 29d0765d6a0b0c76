#include "writing.hpp"

namespace svc::partners {
namespace {

api::PartnerCreate customer(std::string name, bool company, std::string email, std::string externalId) {
    api::PartnerCreate partner;
    partner.name = std::move(name);
    partner.company = company;
    partner.email = std::move(email);
    partner.externalId = std::move(externalId);
    return partner;
}

api::PartnerCreate hotel(const std::optional<std::string>& country) {
    api::PartnerCreate hotel = customer("Hôtel des Quais", true, "compta@quais.example", "demo-1");
    hotel.phone = "+33320111111";
    hotel.registrationNumber = "12345678900011";
    hotel.peppolId = "0002:123456789";
    api::PartnerAddressInput address;
    address.line1 = std::string("12 quai du Wault");
    address.postalCode = std::string("59800");
    address.city = std::string("Lille");
    address.country = country;
    hotel.address = address;
    hotel.buyerReference = "QUAIS-2026";
    api::PartnerContactInput contact;
    contact.name = "Anne Morel";
    contact.email = std::string("anne@quais.example");
    hotel.contacts = {contact};
    hotel.paymentTermsDays = 30;
    hotel.creditLimit = MajorAmount(Decimal(5'000'000));
    hotel.tags = {"hotel"};
    return hotel;
}

std::vector<api::PartnerCreate> samples(const std::optional<std::string>& country) {
    api::PartnerCreate restaurant = customer("Restaurant Zum Anker", true, "office@anker.example", "demo-2");
    restaurant.paymentTermsDays = 14;
    restaurant.tags = {"restaurant"};
    api::PartnerCreate roaster = customer("Brûlerie du Nord", true, "ventes@brulerie.example", "demo-4");
    roaster.kind = api::PartnerKind::Supplier;
    roaster.tags = {"coffee"};
    std::vector<api::PartnerCreate> all = {
        hotel(country), restaurant, customer("Claire Durand", false, "claire@durand.example", "demo-3"),
        roaster};
    for (api::PartnerCreate& one : all) {
        one.country = country;
    }
    return all;
}

} // namespace

commands::DemonstrateOutput commands::demonstrate(Call& call) {
    const std::string& country = call.company().country;
    commands::DemonstrateOutput output;
    for (const auto& body : samples(country.empty() ? std::nullopt : std::optional(country))) {
        const api::Partner partner = create(call, body);
        output.partners.push_back({.id = partner.id, .name = partner.name, .kind = partner.kind});
    }
    return output;
}

} // namespace svc::partners
