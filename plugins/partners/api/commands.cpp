#include "api/commands.hpp"

#include "api/writing.hpp"
#include "store/partner_store.hpp"

namespace svc::partners {

namespace {

std::optional<Uuid> idOf(const Json& input) {
    const auto text = input.optionalText("id");
    return text ? decodeId("par", *text) : std::nullopt;
}

} // namespace

Json getCommand(Call& call, const Json& input) {
    const auto id = idOf(input);
    if (!id) {
        return Json(nullptr);
    }
    PartnerStore store(call);
    auto found = store.find(*id);
    if (found && found->creditLimit && input.optionalBool("lock").value_or(false)) {
        found = store.findWithLockedBalance(*id);
    }
    if (!found) {
        return Json(nullptr);
    }
    const Partner& p = *found;
    return Json::object({
        {"id", encodeId("par", p.id)},
        {"name", p.name},
        {"kind", p.kind},
        {"company", p.company},
        {"email", p.email},
        {"phone", p.phone},
        {"country", p.country},
        {"vatNumber", p.vatNumber},
        {"registrationNumber", p.registrationNumber},
        {"peppolId", p.peppolId},
        {"address", p.address},
        {"deliveryAddress", p.deliveryAddress},
        {"language", p.language},
        {"currency", p.currency},
        {"paymentTermsDays", p.paymentTermsDays},
        {"creditLimit", p.creditLimit},
        {"priceListId", p.priceListId ? Json(encodeId("prl", *p.priceListId)) : Json(nullptr)},
        {"archived", p.archived},
        {"taxExemptionReason", p.taxExemptionReason},
        {"buyerReference", p.buyerReference},
        {"externalId", p.externalId},
        {"balance", p.receivable},
        {"payable", p.payable},
    });
}

Json namesCommand(Call& call, const Json& input) {
    std::vector<Uuid> ids;
    for (const Json& text : input["ids"].items()) {
        if (const auto id = decodeId("par", text.text())) {
            ids.push_back(*id);
        }
    }
    Json partners = Json::array();
    if (!ids.empty()) {
        for (const auto& [id, name] : PartnerStore(call).names(ids)) {
            partners.push(Json::object({{"id", encodeId("par", id)}, {"name", name}}));
        }
    }
    return Json::object({{"partners", std::move(partners)}});
}

Json findCommand(Call& call, const Json& input) {
    const std::optional<Uuid> id = PartnerStore(call).findSupplier({input.optionalText("vatNumber"),
                                                                    input.optionalText("registrationNumber"),
                                                                    input.optionalText("peppolId")});
    return Json::object({{"id", id ? Json(encodeId("par", *id)) : Json(nullptr)}});
}

Json documentCommand(Call& call, const Json& input) {
    const auto id = idOf(input);
    const auto found = id ? PartnerStore(call).find(*id) : std::nullopt;
    if (!found) {
        return Json(nullptr);
    }
    const std::string text = encodeId("par", found->id);
    return Json::object({{"id", text},
                         {"number", nullptr},
                         {"date", call.dateOf(found->createdAt).toString()},
                         {"partnerId", text},
                         {"label", found->name}});
}

Json adjustBalanceCommand(Call& call, const Json& input) {
    const auto id = idOf(input);
    if (!id) {
        throw ApiError(404, "partner-not-found");
    }
    const std::int64_t receivable = input.optionalInteger("receivable").value_or(0);
    const std::int64_t payable = input.optionalInteger("payable").value_or(0);
    if (receivable != 0 || payable != 0) {
        PartnerStore(call).adjustBalance(*id, receivable, payable);
    }
    return Json::object();
}

Json planUseCommand(Call& call, const Json&) {
    return Json::object({{"partners", PartnerStore(call).active()}});
}

Json demonstrateCommand(Call& call, const Json&) {
    const std::string& country = call.company().country;
    const Json country_ = country.empty() ? Json(nullptr) : Json(country);
    const Json samples = Json::array({
        Json::object({{"name", "Hôtel des Quais"},
                      {"company", true},
                      {"email", "compta@quais.example"},
                      {"phone", "+33320111111"},
                      {"country", country_},
                      {"registrationNumber", "12345678900011"},
                      {"peppolId", "0002:123456789"},
                      {"address", Json::object({{"line1", "12 quai du Wault"},
                                                {"postalCode", "59800"},
                                                {"city", "Lille"},
                                                {"country", country_}})},
                      {"buyerReference", "QUAIS-2026"},
                      {"contacts",
                       Json::array({Json::object(
                           {{"name", "Anne Morel"}, {"email", "anne@quais.example"}, {"phone", nullptr}})})},
                      {"paymentTermsDays", 30},
                      {"creditLimit", 5000000},
                      {"externalId", "demo-1"},
                      {"tags", Json::array({"hotel"})}}),
        Json::object({{"name", "Restaurant Zum Anker"},
                      {"company", true},
                      {"email", "office@anker.example"},
                      {"country", country_},
                      {"paymentTermsDays", 14},
                      {"externalId", "demo-2"},
                      {"tags", Json::array({"restaurant"})}}),
        Json::object({{"name", "Claire Durand"},
                      {"company", false},
                      {"email", "claire@durand.example"},
                      {"country", country_},
                      {"externalId", "demo-3"}}),
        Json::object({{"name", "Brûlerie du Nord"},
                      {"kind", "supplier"},
                      {"company", true},
                      {"email", "ventes@brulerie.example"},
                      {"country", country_},
                      {"externalId", "demo-4"},
                      {"tags", Json::array({"coffee"})}}),
    });
    Json partners = Json::array();
    for (const Json& body : samples.items()) {
        const Partner partner = create(call, body);
        partners.push(Json::object(
            {{"id", encodeId("par", partner.id)}, {"name", partner.name}, {"kind", partner.kind}}));
    }
    return Json::object({{"partners", std::move(partners)}});
}

} // namespace svc::partners
