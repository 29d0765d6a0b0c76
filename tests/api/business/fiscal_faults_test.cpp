// Faults around a regime: a regime of another country, a disabled regime, settings that change between
// sealing and sending, an expired certificate, an authority that is down for days; and the warnings for an
// administrator before a company goes live.
#include <chrono>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include <svc/text.hpp>

#include "api/business/provider_service.hpp"
#include "api/business/readers/certified_documents.hpp"
#include "api/business/readers/dgi.hpp"
#include "api/business/readers/rksv_export.hpp"
#include "api/business/readers/verifactu_agency.hpp"
#include "api/business/shop.hpp"

namespace svc::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class FiscalFaults : public ::testing::Test {
protected:
    ~FiscalFaults() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    static void authority(int status) {
        outsideWorld().react([status](const Received& message) {
            return status == 200 ? verifactu::answerTo(message, verifactu::Right, 0)
                                 : Reaction::status(status);
        });
    }
    static Market spanish(const std::string& nif) {
        return {"es-verifactu",
                "ES",
                21,
                121,
                true,
                Json::object({{"nif", nif},
                              {"producerName", "Maker, S.L."},
                              {"producerNif", "B87654321"},
                              {"certificate", makeKey("/CN=Empresa/C=ES", 3650).pem}})};
    }
    static Market austrian(std::int64_t days) {
        return {"at-rksv",
                "AT",
                20,
                12,
                false,
                Json::object({{"cashBoxId", "KASSE-1"},
                              {"trustProvider", "AT1"},
                              {"signatureKey", makeKey("/CN=Till/C=AT", days).pem}})};
    }
    /// Status and number of failures of the newest submission of a sale: `accepted 1`.
    static std::string latest(const std::string& sale) {
        const auto rows =
            serviceWithProvider().sql("SELECT status || ' ' || attempts FROM compliance.submission"
                                      " WHERE document_id = '" +
                                      sale + "' ORDER BY id DESC LIMIT 1");
        return rows.empty() ? std::string() : rows.front();
    }
    /// Seconds by the service's clock until the submission is retried.
    static std::int64_t dueIn(const std::string& sale) {
        const std::string due =
            serviceWithProvider().sql("SELECT floor(extract(epoch FROM next_attempt_at))::bigint FROM"
                                      " compliance.submission WHERE document_id = '" +
                                      sale + "' ORDER BY id DESC LIMIT 1")[0];
        return std::stoll(due) - advanceClock(0).seconds();
    }
    /// Waits until the newest submission of a sale begins like this. Moves the clock by 15 seconds now and
    /// then, for submissions that wait because a message is in flight.
    static void until(const std::string& sale, const std::string& wanted) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(40);
        for (int round = 1; !latest(sale).starts_with(wanted) && std::chrono::steady_clock::now() < end;
             ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            if (round % 20 == 0) {
                advanceClock(15);
            }
        }
        EXPECT_EQ(latest(sale).substr(0, wanted.size()), wanted);
    }
    static std::vector<rksv::Exported> receipts(Shop& shop) {
        return rksv::chainedReceipts(shop.desk().read("/fiscal/at-rksv/dep"), "KASSE-1");
    }
    static std::pair<int, std::string> check(const std::vector<std::string>& regimes,
                                             const std::string& company = {}) {
        std::vector<std::string> words{"regimes", "check"};
        words.insert(words.end(), regimes.begin(), regimes.end());
        if (!company.empty()) {
            words.insert(words.end(), {"--company", company});
        }
        return serviceWithProvider().command(words);
    }

    RunningService& service = serviceWithProvider();
};

TEST_F(FiscalFaults, ACountryWithoutARegimeOwesNothing) {
    Desk swiss(service, unique("Laden"), "CH");
    EXPECT_TRUE(
        isRefusal(swiss.put("/fiscal/at-rksv", js("{'enabled':true}")), 400, "regime-country-mismatch"));
    EXPECT_TRUE(isRefusal(swiss.put("/fiscal/ch-none", js("{'enabled':true}")), 404, "regime-not-found"));
    const Json fiscal = swiss.read("/fiscal");
    for (const Json& regime : fiscal["regimes"].items()) {
        EXPECT_TRUE(regime["country"].isNull()) << regime.dump();
    }
    const Json sale = swiss.make("/sales", smallSale());
    EXPECT_EQ(swiss.read("/fiscal/submissions/sale/" + sale.textOr("id")).size(), 0U);
    EXPECT_TRUE(isRefusal(swiss.post("/fiscal/submit/sale/" + sale.textOr("id"), Json::object()), 400,
                          "regime-not-enabled"));
    EXPECT_TRUE(swiss.read("/fiscal/journal")["data"].empty());
}

TEST_F(FiscalFaults, ADisabledRegimeRestsAndItsChainGoesOnLater) {
    Shop shop(service, austrian(3650));
    shop.sell();
    ASSERT_TRUE(hasStatus(shop.desk().put("/fiscal/at-rksv", js("{'enabled':false}")), 200));
    shop.sell();
    EXPECT_EQ(receipts(shop).size(), 3U) << "the first one, a ticket, an invoice";
    ASSERT_TRUE(hasStatus(shop.desk().put("/fiscal/at-rksv", js("{'enabled':true}")), 200));
    shop.sell();
    const auto all = receipts(shop);
    ASSERT_EQ(all.size(), 5U);
    EXPECT_EQ(all[4].number(), shop.written()[5].number);
    EXPECT_TRUE(shop.desk().read("/fiscal/journal/verify")["valid"].boolean());
}

TEST_F(FiscalFaults, WhatWasSealedIsSentHoweverTheSettingsHaveChanged) {
    const std::string nif = "B20000001";
    authority(503);
    Shop shop(service, spanish(nif));
    shop.sell();
    const std::string first = shop.written()[0].id;
    until(first, "pending 1");
    // The next document is sealed with another software producer and company number.
    shop.set(js("{'producerName':'Other, S.L.','nif':'B20000002'}"));
    shop.sell();
    const std::size_t before = outsideWorld().received(verifactu::Address).size();
    authority(200);
    for (int minutes = 0; minutes < 10; ++minutes) {
        advanceClock(60);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    for (const Written& one : shop.written()) {
        until(one.id, "accepted");
    }
    std::vector<std::string> makers;
    std::string previous;
    const auto messages = outsideWorld().received(verifactu::Address);
    for (std::size_t i = before; i < messages.size(); ++i) {
        std::set<std::string> issuers;
        for (const verifactu::GotRecord& record : verifactu::recordsIn(messages[i].body)) {
            EXPECT_EQ(record.hash(), record.computedHash()) << record.number();
            EXPECT_EQ(record.previous(), previous) << record.number();
            previous = record.hash();
            issuers.insert(record.text("IDEmisorFactura"));
            makers.push_back(record.text("IDEmisorFactura") +
                             (record.xml.find("Maker, S.L.") != std::string::npos ? " Maker" : " Other"));
        }
        EXPECT_EQ(issuers.size(), 1U) << "a message is of one issuer";
        EXPECT_EQ(verifactu::textIn(messages[i].body, "sum1:NIF"), *issuers.begin());
    }
    EXPECT_THAT(makers, ::testing::ElementsAre("B20000001 Maker", "B20000001 Maker", "B20000002 Other",
                                               "B20000002 Other"));
}

TEST_F(FiscalFaults, ACertificateSignsUntilTheSecondInWhichItEnds) {
    Shop shop(service, austrian(31));
    const Json regimes = shop.desk().read("/fiscal");
    Instant end;
    for (const Json& regime : regimes["regimes"].items()) {
        if (regime.textOr("regime") == "at-rksv") {
            end = Instant::parse(regime["certificates"].at(0).textOr("notAfter")).value();
        }
    }
    shop.sell();
    EXPECT_EQ(check({"at-rksv"}, shop.desk().value("companyId")).first, 0);
    advanceClock(end.seconds() - advanceClock(0).seconds() - 60);
    shop.sell();
    EXPECT_TRUE(receipts(shop).back().isSigned);
    EXPECT_TRUE(rksv::verifies(receipts(shop).back()));
    advanceClock(61);
    shop.sell();
    EXPECT_FALSE(receipts(shop).back().isSigned) << "selling goes on, and the receipt says so";
    const auto [code, told] = check({"at-rksv"}, shop.desk().value("companyId"));
    EXPECT_EQ(code, 1);
    EXPECT_THAT(told, HasSubstr("  missing  certificate signatureKey: C=AT,CN=Till, valid until "));
    EXPECT_THAT(told, HasSubstr("  missing  signature unit: out of order"));
}

TEST_F(FiscalFaults, AnAuthorityThatIsAwayForThreeDaysStopsNobody) {
    authority(503);
    Shop spain(service, spanish("B20000003"));
    Shop benin(service, {"bj-emcf", "BJ", 18, 1180, true, js("{'ifu':'9999900000001','token':'t-1'}")});
    const auto sellInBoth = [&] {
        spain.sell();
        benin.sell();
    };
    sellInBoth();
    const std::string first = spain.written()[0].id;
    const std::string certified = benin.written()[0].id;
    // Retries after 1, 5, 30 minutes, 2, 12 and 24 hours, and not earlier.
    std::int64_t failures = 0;
    for (const std::int64_t minutes : {1, 5, 30, 120, 720, 1440}) {
        const std::string waits = "pending " + std::to_string(++failures);
        until(certified, waits);
        until(first, waits);
        const std::int64_t pause = dueIn(first);
        EXPECT_LE(pause, minutes * 60);
        if (pause > 30) { // on a slow machine the pause may already be over
            advanceClock(pause - 30);
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            EXPECT_EQ(latest(first), waits);
        }
        advanceClock(60);
        sellInBoth();
    }
    until(first, "failed 7");
    until(certified, "failed 7");
    advanceClock(34 * 3600); // three days
    sellInBoth();

    dgi::Dgi authorityOfBenin(dgi::Benin);
    outsideWorld().react([&](const Received& request) {
        return request.path.starts_with(dgi::Benin.path) ? authorityOfBenin.answer(request)
                                                         : verifactu::answerTo(request, verifactu::Right, 0);
    });
    for (Shop* shop : {&spain, &benin}) {
        for (const Written& one : shop->written()) {
            if (latest(one.id).starts_with("failed")) {
                ASSERT_TRUE(
                    hasStatus(shop->desk().post("/fiscal/submit/sale/" + one.id, Json::object()), 202));
            }
        }
    }
    for (int hours = 0; hours < 26; hours += 2) {
        advanceClock(2 * 3600);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
    for (Shop* shop : {&spain, &benin}) {
        for (const Written& one : shop->written()) {
            until(one.id, "accepted");
        }
    }
    EXPECT_EQ(authorityOfBenin.certified(), benin.written().size()) << "each once";
    outsideWorld().react([](const Received&) { return Reaction{}; });
}

TEST_F(FiscalFaults, TheVectorsOfEachRegimeAreRun) {
    const std::string told =
        check({"at-rksv", "bj-emcf", "cd-edef", "ci-fne", "de-xrechnung", "es-verifactu", "pt-certified",
               "fr-einvoicing", "it-fatturapa", "pl-ksef", "fr-journal", "peppol"})
            .second;
    std::vector<std::string> vectors;
    for (const std::string_view line : split(told, '\n')) {
        if (line.find(" vector") != std::string_view::npos) {
            vectors.emplace_back(line);
        }
    }
    const auto run = [](int count) {
        return "  ok       vectors: " + std::to_string(count) + " run, 0 wrong";
    };
    const std::string none = "  ok       vectors: the regime has none";
    EXPECT_THAT(vectors, ::testing::ElementsAre(run(9), run(1), run(2), run(4), run(5), run(4), run(9),
                                                run(18), run(8), run(3), none, none));
    EXPECT_THAT(told, HasSubstr("  ok       addresses: the regime calls nobody\n"));
    EXPECT_EQ(check({"xx-none"}).first, 3);
    EXPECT_EQ(service.command({"regimes", "check"}).first, 2);
}

TEST_F(FiscalFaults, AnAdministratorIsToldWhatACompanyLacks) {
    Desk shop(service, unique("Loja"), "PT");
    const std::string company = shop.value("companyId");
    auto [code, told] = check({"pt-certified"}, company);
    EXPECT_EQ(code, 1);
    EXPECT_THAT(told, HasSubstr(company + ' '));
    EXPECT_THAT(told, HasSubstr("(PT): available, test\n"));
    EXPECT_THAT(told, HasSubstr("  missing  state: available\n"));
    EXPECT_THAT(told, HasSubstr("  missing  setting softwareCertificate: not given\n"));
    EXPECT_THAT(told, HasSubstr("  missing  setting signatureKey: not given\n"));
    EXPECT_THAT(told, HasSubstr("  missing  VAT number of the company: none\n"));
    EXPECT_THAT(told, HasSubstr("(ticket, business unit LOJ): no validation code of the tax authority\n"));
    EXPECT_TRUE(told.ends_with("not ready\n")) << told;

    const std::string year = shop.today().substr(0, 4);
    Json series = Json::object();
    for (const std::string name : {"INV", "CRN", "TKTLOJ"}) {
        series.set(name + year, "CSDF7T5H");
    }
    ASSERT_TRUE(hasStatus(shop.patch("", js("{'vatNumber':'PT500000000'}")), 200));
    const Json settings = Json::object({{"softwareCertificate", "9999"},
                                        {"signatureKey", certifiedVectors()["key"].text()},
                                        {"series", series}});
    ASSERT_TRUE(
        hasStatus(shop.put("/fiscal/pt-certified",
                           Json::object({{"enabled", true}, {"mode", "production"}, {"settings", settings}})),
                  200));
    std::tie(code, told) = check({"pt-certified"}, company);
    EXPECT_EQ(code, 0) << told;
    EXPECT_THAT(told, Not(HasSubstr("missing")));
    EXPECT_THAT(told,
                HasSubstr("  ok       series TKTLOJ" + year + " (ticket, business unit LOJ): CSDF7T5H\n"));
    EXPECT_TRUE(told.ends_with("\nready\n")) << told;

    std::tie(code, told) = check({"at-rksv"}, company);
    EXPECT_EQ(code, 1);
    EXPECT_THAT(told, HasSubstr("  missing  country: PT, the regime is of AT\n"));
    EXPECT_EQ(check({"pt-certified"}, "com_01jd978czmnh1m4ctnajw6frjj").first, 1);
}

TEST_F(FiscalFaults, AnAdministratorIsToldWhatWaitsForAPerson) {
    outsideWorld().react([](const Received&) { return Reaction{.text = "no HTTP\r\n\r\n"}; });
    Shop shop(service, {"ci-fne", "CI", 18, 1180, true,
                        js("{'apiKey':'k','pointOfSale':'Plateau','establishment':'Abidjan'}")});
    shop.sell();
    for (const Written& one : shop.written()) {
        until(one.id, "held");
    }
    const auto [code, told] = check({"ci-fne"}, shop.desk().value("companyId"));
    EXPECT_EQ(code, 1);
    EXPECT_THAT(told, HasSubstr("  missing  held submissions: 2\n"));
    EXPECT_THAT(told, HasSubstr(", by baseUrl of the configuration\n"));
}

} // namespace
} // namespace svc::test
