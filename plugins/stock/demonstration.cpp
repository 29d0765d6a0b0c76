#include <array>

#include "document/records.hpp"
#include "item/store/items.hpp"
#include "item/writing.hpp"
#include "movement/adjust.hpp"

namespace svc::stock {
namespace {

enum class Rate { Default = 1, Reduced, Zero };

/// Prices are in cents of a currency with about the value of the euro.
struct Sample {
    std::string_view name;
    std::string_view sku;
    std::string_view barcode;
    std::string_view category;
    std::int64_t price;
    std::int64_t cost;
    Rate rate;
    std::int64_t quantity; ///< quantity in stock; 0 for items without stock
    std::int64_t alertThreshold;
};

constexpr std::array<Sample, 10> Goods{{
    {"Arabica beans 1 kg", "BEAN-A1", "3760000000017", "beans", 1800, 1000, Rate::Reduced, 120, 10},
    {"Robusta beans 1 kg", "BEAN-R1", "3760000000024", "beans", 1450, 820, Rate::Reduced, 80, 10},
    {"Green tea 100 g", "TEA-G1", "3760000000031", "tea", 690, 310, Rate::Reduced, 60, 5},
    {"Cane sugar 500 g", "SUGAR-C5", "3760000000048", "grocery", 320, 150, Rate::Reduced, 45, 5},
    {"Coffee machine C2", "MACH-C2", "3760000000055", "machines", 12000, 7400, Rate::Default, 12, 2},
    {"Burr grinder G1", "GRIND-G1", "3760000000062", "machines", 8900, 5200, Rate::Default, 9, 2},
    {"Paper filters, 100", "FILT-100", "3760000000079", "supplies", 450, 180, Rate::Default, 200, 20},
    {"Espresso cup", "CUP-E", "3760000000086", "tableware", 790, 340, Rate::Default, 72, 12},
    {"Barista guide (book)", "BOOK-B", "9780000000002", "books", 2490, 1400, Rate::Zero, 15, 3},
    {"Descaler 1 l", "DESC-1", "3760000000093", "supplies", 990, 420, Rate::Default, 30, 5},
}};

constexpr Sample Service{"Installation (hour)", "INST-H", "", "services", 6000, 0, Rate::Default, 0, 0};
constexpr Sample Parent{"T-shirt", "SHIRT", "", "clothing", 1990, 900, Rate::Default, 0, 0};
constexpr std::array<std::string_view, 3> Sizes{"S", "M", "L"};

/// The reduced tax rate of a country, if the demonstration knows one.
std::optional<Decimal> reducedRate(std::string_view country) {
    struct Known {
        std::string_view country;
        Decimal rate;
    };
    const std::array<Known, 8> rates{{{"FR", Decimal(55, 1)},
                                      {"BE", Decimal(6)},
                                      {"DE", Decimal(7)},
                                      {"LU", Decimal(3)},
                                      {"ES", Decimal(10)},
                                      {"IT", Decimal(10)},
                                      {"SN", Decimal(10)},
                                      {"CI", Decimal(9)}}};
    for (const Known& known : rates) {
        if (known.country == country) {
            return known.rate;
        }
    }
    return std::nullopt;
}

/// Converts cents of a sample to minor units of the company's currency: currencies without decimals are taken
/// to be worth about 1/500 of a euro.
MinorPrice amountOf(std::int64_t cents, Currency currency) {
    switch (currency.digits()) {
    case 0:
        return MinorPrice(Decimal(cents * 5));
    case 3:
        return MinorPrice(Decimal(cents * 10));
    default:
        return MinorPrice(Decimal(cents));
    }
}

Item itemOf(Call& call, const Sample& sample) {
    const Company& company = call.company();
    Item item = emptyItem(call);
    item.createdBy = {};
    item.name = sample.name;
    item.sku = std::string(sample.sku);
    if (!sample.barcode.empty()) {
        item.barcode = std::string(sample.barcode);
    }
    item.category = std::string(sample.category);
    item.price = amountOf(sample.price, company.currency);
    item.cost = amountOf(sample.cost, company.currency);
    const auto reduced = reducedRate(company.country);
    if (sample.rate == Rate::Reduced && reduced) {
        item.taxCategory = api::ItemTaxCategory::S;
        item.taxRate = *reduced;
    } else if (sample.rate == Rate::Zero) {
        item.taxCategory = api::ItemTaxCategory::Z;
        item.taxRate = Decimal();
    }
    if (sample.alertThreshold > 0) {
        item.alertThreshold = Decimal(sample.alertThreshold);
    }
    return item;
}

GoodsLine stocked(const Item& item, const Location& location, std::int64_t quantity) {
    GoodsLine line;
    line.itemId = item.id;
    line.locationId = location.id;
    line.quantity = Decimal(quantity);
    line.unitCost = item.cost.minor();
    line.incoming = true;
    return line;
}

} // namespace

commands::DemonstrateOutput commands::demonstrate(Call& call, const commands::DemonstrateInput& input) {
    const auto place = input.locationId ? readLocation(call, *input.locationId) : defaultLocation(call);
    if (!place) {
        throw Fault("the demonstration needs a location");
    }
    std::vector<GoodsLine> lines;
    commands::DemonstrateOutput output;
    const auto add = [&](const Item& item, std::int64_t quantity) {
        insertItems(call, {item});
        output.itemIds.push_back(item.id);
        if (quantity > 0) {
            lines.push_back(stocked(item, *place, quantity));
        }
    };
    for (const Sample& sample : Goods) {
        add(itemOf(call, sample), sample.quantity);
    }
    Item service = itemOf(call, Service);
    service.service = true;
    service.trackStock = false;
    service.unit = "HUR";
    add(service, 0);
    const Item parent = itemOf(call, Parent);
    add(parent, 0);
    for (const std::string_view size : Sizes) {
        Item variant = itemOf(call, Parent);
        variant.name += ' ' + std::string(size);
        variant.sku = *parent.sku + '-' + std::string(size);
        variant.parentId = parent.id;
        variant.attributes = Json::object({{"size", size}});
        add(variant, 20);
    }
    countItems(call, static_cast<std::int64_t>(output.itemIds.size()), 0);
    api::StockAdjustment adjustment{
        .locationId = place->id, .reason = api::AdjustmentReason::Adjustment, .date = call.today()};
    beginRecord(call, adjustment);
    recordAdjustment(call, adjustment, *place, std::move(lines));
    return output;
}

} // namespace svc::stock
