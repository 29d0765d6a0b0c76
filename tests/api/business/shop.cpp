#include "api/business/shop.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include <svc/id.hpp>

namespace svc::test {
namespace {

constexpr std::string_view SeriesMissing = "regime-settings-missing:series.";

} // namespace

Shop::Shop(RunningService& service, const Market& market)
    : market_(market), desk_(service, unique("Shop " + market.country), market.country) {
    if (market.country == "PT") {
        EXPECT_TRUE(hasStatus(desk_.patch("", js("{'vatNumber':'PT500000000'}")), 200));
    }
    partner_ = desk_.make("/partners", js("{'name':'Customer'}")).textOr("id");
    set(market.settings);
}

Shop::~Shop() {
    try {
        desk_.put("/fiscal/" + market_.regime, js("{'enabled':false}"));
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the test says why the service is gone
    }
}

void Shop::set(const Json& settings) {
    const Answer answer = desk_.put("/fiscal/" + market_.regime, Json::object({{"enabled", true},
                                                                               {"mode", "production"},
                                                                               {"autoSubmit", market_.sends},
                                                                               {"settings", settings}}));
    EXPECT_TRUE(hasStatus(answer, 200)) << market_.regime;
}

/// Where series must be registered (Portugal, every year), documents are refused until then, so the POST is
/// repeated.
Json Shop::post(const std::string& path, const Json& body, int status) {
    Answer answer = desk_.post(path, body);
    if (answer.code().starts_with(SeriesMissing)) {
        Json series = market_.settings["series"];
        series.set(answer.code().substr(SeriesMissing.size()), "CSDF7T5H");
        market_.settings.set("series", series);
        set(Json::object({{"series", series}}));
        answer = desk_.post(path, body);
    }
    EXPECT_TRUE(hasStatus(answer, status)) << market_.regime << ' ' << path;
    return answer.json;
}

void Shop::write(const Json& sale) {
    written_.push_back({.kind = sale.textOr("kind"),
                        .id = sale.textOr("id"),
                        .number = sale.textOr("number"),
                        .original = {},
                        .total = sale["total"].integer(),
                        .date = sale.textOr("date")});
}

void Shop::sell() {
    // Each order has another price, so that swapped documents are detected.
    const auto order = [&] {
        return js("{'lines':[{'label':'Tea & more','quantity':2,'unitPrice':$1,'taxRate':$2}],"
                  "'pricesIncludeTax':true}",
                  {std::to_string(market_.price * ++count_), std::to_string(market_.rate)});
    };
    const Json ticket = post("/sales", order().set("paidInFull", true));
    ticket_ = ticket.textOr("id");
    write(ticket);
    const Json invoice = post("/sales", order().set("partnerId", partner_));
    invoice_ = invoice.textOr("id");
    write(invoice);
}

void Shop::payInvoice() {
    const Json sale = desk_.read("/sales/" + invoice_);
    post("/sales/" + invoice_ + "/payments",
         js("{'walletId':'$1','amount':$2}",
            {desk_.value("cashWalletId"), std::to_string(2 * market_.price * count_)}));
}

void Shop::cancelInvoice() {
    const Json sale = post("/sales/" + invoice_ + "/cancel", js("{'reason':'By mistake'}"), 200);
    written_.push_back({.kind = "credit_note",
                        .id = sale["cancellation"].textOr("creditNoteId"),
                        .number = sale["cancellation"].textOr("creditNoteNumber"),
                        .original = sale.textOr("number"),
                        .cancels = true,
                        .total = -sale["total"].integer(),
                        .date = desk_.today()});
}

void Shop::refundTicket() {
    const Json refund = post("/sales/" + ticket_ + "/refund", js("{'reason':'Cold'}"));
    const Json sale = desk_.read("/sales/" + ticket_);
    written_.push_back({.kind = "credit_note",
                        .id = refund["creditNote"].textOr("id"),
                        .number = refund["creditNote"].textOr("number"),
                        .original = sale.textOr("number"),
                        .total = -refund["creditNote"]["total"].integer(),
                        .date = refund.textOr("date")});
}

std::int64_t Shop::total(const std::string& month) const {
    return std::accumulate(written_.begin(), written_.end(), std::int64_t{0},
                           [&](std::int64_t sum, const Written& one) {
                               return sum + (one.date.starts_with(month) ? one.total : 0);
                           });
}

std::string Shop::companyUuid() const {
    return decodeId("com", desk_.value("companyId")).value().toString();
}

} // namespace svc::test
