// The cost of the value types: reading the body of a sale, writing a list, pricing a document.
#include <svc/date.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>
#include <svc/money.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trade/tax.hpp"

namespace {

using svc::Currency;
using svc::Decimal;
using svc::Json;

constexpr std::string_view SaleBody = R"({
  "businessUnitId": "bus_01jd9fs3wy29e8s2wzebd91q7g", "partnerId": "par_01jd917ehm8vtfvkxjcsqjsvj8",
  "date": "2026-11-20", "dueDate": "2026-12-20", "channel": "api", "currency": "EUR", "pricesIncludeTax": true,
  "lines": [
    { "itemId": "itm_01jd9se49pj5tpbv97t342qked", "quantity": 2, "unitPrice": 120.00, "discountPercent": 10 },
    { "label": "Installation", "quantity": 1, "unitPrice": 60.00, "service": true, "taxRate": 20, "taxCategory": "S" }
  ],
  "discountPercent": null, "discountAmount": null, "paidInFull": false, "walletId": null, "payments": [],
  "deliverLater": null, "locationId": null, "purchaseOrderRef": "BC-5521", "externalId": "shop-10042",
  "note": "Deliver at the back door"
})";

Json listedSale(std::int64_t number) {
    const svc::Uuid id = svc::makeUuidV7(1'795'000'000'000 + number, std::array<std::uint8_t, 10>{1, 2, 3});
    const svc::Instant at = svc::Instant::fromMillis(1'795'000'000'000 + number);
    return Json::object({{"id", svc::encodeId("sal", id)},
                         {"number", "INV-2026-" + std::to_string(100'000 + number)},
                         {"date", at.utcDate()},
                         {"dueDate", at.utcDate().addDays(30)},
                         {"status", "issued"},
                         {"partnerId", svc::encodeId("par", id)},
                         {"partnerName", "Boulangerie \"Chez Élise\""},
                         {"currency", "EUR"},
                         {"pricesIncludeTax", true},
                         {"subtotal", 23'000 + number},
                         {"taxTotal", 4'600},
                         {"total", 27'600 + number},
                         {"paid", 0},
                         {"balance", 27'600 + number},
                         {"note", nullptr},
                         {"externalId", nullptr},
                         {"version", 1},
                         {"createdAt", at},
                         {"updatedAt", at},
                         {"createdBy", Json::object({{"kind", "user"}, {"id", svc::encodeId("usr", id)}})}});
}

void parseSaleBody(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(Json::parse(SaleBody));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(SaleBody.size()) * state.iterations());
}
BENCHMARK(parseSaleBody);

void buildListOfAHundred(benchmark::State& state) {
    for (auto _ : state) {
        Json list = Json::array();
        list.items().reserve(100);
        for (std::int64_t i = 0; i < 100; ++i) {
            list.push(listedSale(i));
        }
        benchmark::DoNotOptimize(list);
    }
}
BENCHMARK(buildListOfAHundred);

void printListOfAHundred(benchmark::State& state) {
    Json list = Json::array();
    for (std::int64_t i = 0; i < 100; ++i) {
        list.push(listedSale(i));
    }
    std::size_t size = 0;
    for (auto _ : state) {
        const std::string text = list.dump();
        size = text.size();
        benchmark::DoNotOptimize(text.data());
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(size) * state.iterations());
}
BENCHMARK(printListOfAHundred);

void priceDocumentOfTenLines(benchmark::State& state) {
    const Currency euro = Currency::of("EUR");
    const Decimal quantity = Decimal::parse("2.5").value();
    const Decimal price = svc::minorFromUnitPrice(Decimal::parse("119.9950").value(), euro).value();
    for (auto _ : state) {
        std::vector<svc::trade::DocumentLine> lines;
        lines.reserve(10);
        for (int i = 0; i < 10; ++i) {
            const svc::trade::Discount discount{.percent =
                                                    i % 3 == 0 ? std::optional(Decimal(10)) : std::nullopt};
            lines.push_back(
                {svc::trade::lineAmount(quantity, price, discount), "S", Decimal(i % 2 == 0 ? 20 : 10)});
        }
        benchmark::DoNotOptimize(svc::trade::priceDocument(lines, true, {.amountMinor = 1'000}));
    }
}
BENCHMARK(priceDocumentOfTenLines);

void decodeIdentifier(benchmark::State& state) {
    for (auto _ : state) {
        benchmark::DoNotOptimize(svc::decodeId("sal", "sal_01h455vb4pex5vsknk084sn02q"));
    }
}
BENCHMARK(decodeIdentifier);

} // namespace

BENCHMARK_MAIN();
