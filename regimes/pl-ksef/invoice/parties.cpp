#include "invoice/parties.hpp"

#include <algorithm>
#include <array>

#include <svc/error.hpp>

#include "rules/number.hpp"

namespace svc::ksef {
namespace {

/// Prefixes of VAT numbers in the European Union (country codes, but EL for Greece), and Northern Ireland.
constexpr std::array<std::string_view, 28> Prefixes = {
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "EL", "ES", "FI", "FR", "HR", "HU",
    "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK", "XI"};
constexpr std::size_t LongestVatNumber = 12; // without its prefix

bool isPrefix(std::string_view text) {
    return std::find(Prefixes.begin(), Prefixes.end(), text) != Prefixes.end();
}

ApiError incomplete(const char* field) {
    return ApiError(400, "invoice-incomplete", {field});
}

std::string joined(const std::string& first, std::string_view between, const std::string& second) {
    return first.empty() || second.empty() ? first + second : first + std::string(between) + second;
}

Address addressOf(const Json& party) {
    const Json& json = party["address"];
    Address address{.country = json.textOr("country", party.textOr("country"))};
    address.line1 = joined(json.textOr("line1"), ", ", json.textOr("line2"));
    address.line2 =
        joined(joined(json.textOr("postalCode"), " ", json.textOr("city")), ", ", json.textOr("region"));
    if (address.line1.empty()) {
        address.line1.swap(address.line2);
    }
    return address;
}

/// Letters and digits only, in upper case.
std::string compact(const std::string& text) {
    std::string kept;
    for (const char c : text) {
        const bool isSmall = c >= 'a' && c <= 'z';
        if (isSmall || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
            kept += isSmall ? static_cast<char>(c - 'a' + 'A') : c;
        }
    }
    return kept;
}

void identifyAbroad(const Json& json, Buyer& buyer) {
    const std::string vat = compact(json.textOr("vatNumber"));
    if (vat.size() > 2 && vat.size() <= LongestVatNumber + 2 && isPrefix(vat.substr(0, 2))) {
        buyer.country = vat.substr(0, 2);
        buyer.vatNumber = vat.substr(2);
        return;
    }
    buyer.country = json.textOr("country");
    buyer.id = vat.empty() ? json.textOr("registrationNumber") : vat;
}

void identifyPolish(const Json& json, bool business, Buyer& buyer) {
    const std::string vat = json.textOr("vatNumber");
    auto nip = nipIn(vat);
    if (!vat.empty() && !nip) {
        throw incomplete("partner.vatNumber");
    }
    if (!nip) {
        nip = nipIn(json.textOr("registrationNumber"));
    }
    if (!nip && business) {
        throw incomplete("partner.vatNumber");
    }
    buyer.nip = nip.value_or("");
}

bool isPolish(const Json& buyer) {
    const std::string country = buyer.textOr("country");
    return country.empty() || country == "PL";
}

} // namespace

bool isBusiness(Call& call, const Source& source) {
    const Json& buyer = source.sealed["buyer"];
    if (buyer.isObject() &&
        (!buyer.textOr("vatNumber").empty() || !buyer.textOr("registrationNumber").empty() ||
         !buyer.textOr("peppolId").empty())) {
        return true;
    }
    const auto id = source.sale.optionalText("partnerId");
    const Json partner = id ? call.command("partners.get", Json::object({{"id", *id}})) : Json(nullptr);
    return partner.isObject() && partner.optionalBool("company").value_or(false);
}

Place placeOf(const Source& source) {
    const Json& buyer = source.sealed["buyer"];
    if (!buyer.isObject() || isPolish(buyer)) {
        return Place::Poland;
    }
    const std::string country = buyer.textOr("country");
    return country == "GR" || (country != "XI" && isPrefix(country)) ? Place::Union : Place::Elsewhere;
}

Seller sellerOf(const Source& source, const Json& settings) {
    const Json& json = source.sealed["seller"];
    Seller seller{.nip = settings.textOr("nip"), .name = json.textOr("legalName", json.textOr("name"))};
    seller.address = addressOf(json);
    seller.email = json.textOr("email");
    seller.phone = json.textOr("phone");
    if (!isNip(seller.nip)) {
        throw incomplete("settings.nip");
    }
    if (seller.name.empty()) {
        throw incomplete("company.name");
    }
    if (seller.address.line1.empty() || seller.address.country.empty()) {
        throw incomplete("company.address");
    }
    return seller;
}

Buyer buyerOf(Call& call, const Source& source) {
    const Json& json = source.sealed["buyer"];
    Buyer buyer;
    if (!json.isObject()) {
        return buyer; // the sale names no buyer
    }
    buyer.name = json.textOr("name");
    buyer.address = addressOf(json);
    if (isPolish(json)) {
        identifyPolish(json, isBusiness(call, source), buyer);
    } else {
        identifyAbroad(json, buyer);
    }
    return buyer;
}

std::string accountOf(const std::string& iban) {
    constexpr std::size_t Shortest = 10;
    constexpr std::size_t Longest = 34;
    std::string account = compact(iban);
    return account.size() >= Shortest && account.size() <= Longest ? account : std::string();
}

std::string bicOf(const std::string& bic) {
    const std::string code = compact(bic);
    const bool fits = (code.size() == 8 || code.size() == 11) &&
                      std::all_of(code.begin(), code.begin() + 6, [](char c) { return c >= 'A'; });
    return fits ? code : std::string();
}

} // namespace svc::ksef
