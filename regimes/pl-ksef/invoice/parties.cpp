#include "invoice/parties.hpp"

#include <algorithm>
#include <array>

#include <svc/error.hpp>

#include "rules/number.hpp"

namespace svc::pl_ksef {
namespace {

using namespace calls::sales;

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

template <class Party>
Address addressOf(const Party& party) {
    const SealedAddress told = party.address.value_or(SealedAddress());
    const auto text = [](const std::optional<std::string>& part) { return part.value_or(""); };
    Address address{.country = told.country ? *told.country : text(party.country)};
    address.line1 = joined(text(told.line1), ", ", text(told.line2));
    address.line2 = joined(joined(text(told.postalCode), " ", text(told.city)), ", ", text(told.region));
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

void identifyAbroad(const SealedBuyer& sealed, Buyer& buyer) {
    const std::string vat = compact(sealed.vatNumber.value_or(""));
    if (vat.size() > 2 && vat.size() <= LongestVatNumber + 2 && isPrefix(vat.substr(0, 2))) {
        buyer.country = vat.substr(0, 2);
        buyer.vatNumber = vat.substr(2);
        return;
    }
    buyer.country = sealed.country.value_or("");
    buyer.id = vat.empty() ? sealed.registrationNumber.value_or("") : vat;
}

void identifyPolish(const SealedBuyer& sealed, bool business, Buyer& buyer) {
    const std::string vat = sealed.vatNumber.value_or("");
    auto nip = nipIn(vat);
    if (!vat.empty() && !nip) {
        throw incomplete("partner.vatNumber");
    }
    if (!nip) {
        nip = nipIn(sealed.registrationNumber.value_or(""));
    }
    if (!nip && business) {
        throw incomplete("partner.vatNumber");
    }
    buyer.nip = nip.value_or("");
}

bool isPolish(const SealedBuyer& buyer) {
    const std::string country = buyer.country.value_or("");
    return country.empty() || country == "PL";
}

bool isGiven(const std::optional<std::string>& text) {
    return text && !text->empty();
}

} // namespace

bool isBusiness(Call& call, const Source& source) {
    const auto& buyer = source.sealed.buyer;
    if (buyer &&
        (isGiven(buyer->vatNumber) || isGiven(buyer->registrationNumber) || isGiven(buyer->peppolId))) {
        return true;
    }
    const auto& id = source.sale.partnerId;
    const auto partner = id ? calls::partners::get(call, {.id = *id}) : std::nullopt;
    return partner && partner->company;
}

Place placeOf(const Source& source) {
    const auto& buyer = source.sealed.buyer;
    if (!buyer || isPolish(*buyer)) {
        return Place::Poland;
    }
    const std::string country = buyer->country.value_or("");
    return country == "GR" || (country != "XI" && isPrefix(country)) ? Place::Union : Place::Elsewhere;
}

Seller sellerOf(const Source& source, const Json& settings) {
    Seller seller;
    seller.nip = settings.textOr("nip");
    if (const auto& sealed = source.sealed.seller) {
        seller.name = sealed->legalName.value_or(sealed->name);
        seller.address = addressOf(*sealed);
        seller.email = sealed->email.value_or("");
        seller.phone = sealed->phone.value_or("");
    }
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
    const auto& sealed = source.sealed.buyer;
    Buyer buyer;
    if (!sealed) {
        return buyer; // the sale names no buyer
    }
    buyer.name = sealed->name;
    buyer.address = addressOf(*sealed);
    if (isPolish(*sealed)) {
        identifyPolish(*sealed, isBusiness(call, source), buyer);
    } else {
        identifyAbroad(*sealed, buyer);
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

} // namespace svc::pl_ksef
