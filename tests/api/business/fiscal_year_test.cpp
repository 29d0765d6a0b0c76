// A year of a shop in each country whose regime seals or sends documents: readers of this test find every
// sale, refund and cancellation, document by document, in the records kept for the authority or sent to it.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "api/business/provider_service.hpp"
#include "api/business/readers/certified_documents.hpp"
#include "api/business/readers/dgi.hpp"
#include "api/business/readers/rksv_export.hpp"
#include "api/business/readers/verifactu_agency.hpp"
#include "api/business/shop.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

constexpr std::int64_t Day = 24 * 3600;
constexpr const char* Nif = "B12345674";

/// The platform of Côte d'Ivoire: each call creates a certificate.
class Fne {
public:
    Reaction answer(const Received& request) {
        const std::lock_guard lock(mutex_);
        const Json asked = request.json();
        Json items = Json::array();
        for (std::size_t i = 0; i < asked["items"].size(); ++i) {
            items.push(Json::object({{"id", "item-" + std::to_string(i)}}));
        }
        const bool refund = request.path.ends_with("/refund");
        if (refund) {
            ++refunds_;
        } else {
            signed_.push_back(asked);
        }
        const std::string number = std::to_string(signed_.size() + refunds_);
        return Reaction::status(
            201, "Content-Type: application/json\r\n",
            Json::object({{"ncc", "9606123E"},
                          {"reference", (refund ? "A9606123E26" : "9606123E26") + number},
                          {"token", "http://fne.example/verification/" + number},
                          {"warning", false},
                          {"balance_sticker", 179},
                          {"invoice", Json::object({{"id", "inv-" + number}, {"items", std::move(items)}})}})
                .dump());
    }
    std::vector<Json> signedOnes() const {
        const std::lock_guard lock(mutex_);
        return signed_;
    }
    std::size_t refunds() const {
        const std::lock_guard lock(mutex_);
        return refunds_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<Json> signed_;
    std::size_t refunds_ = 0;
};

std::vector<Market> markets() {
    return {{"fr-journal", "FR", 20, 12, false, Json::object()},
            {"at-rksv", "AT", 20, 12, false,
             Json::object({{"cashBoxId", "KASSE-1"},
                           {"trustProvider", "AT1"},
                           {"signatureKey", makeKey("/CN=Till/C=AT", 3650).pem}})},
            {"pt-certified", "PT", 23, 123, false,
             Json::object({{"softwareCertificate", "9999"},
                           {"signatureKey", certifiedVectors()["key"].text()},
                           {"series", Json::object({{"INV2000", "CSDF7T5H"}})}})},
            {"es-verifactu", "ES", 21, 121, true,
             Json::object({{"nif", Nif},
                           {"producerName", "Maker, S.L."},
                           {"producerNif", "B87654321"},
                           {"certificate", makeKey("/CN=Empresa/C=ES", 3650).pem}})},
            {"bj-emcf", "BJ", 18, 1180, true, js("{'ifu':'9999900000001','token':'t-1'}")},
            {"cd-edef", "CD", 16, 1160, true, js("{'nif':'A1234567B','token':'t-1','isf':'ISF-1'}")},
            {"ci-fne", "CI", 18, 1180, true,
             js("{'apiKey':'k','pointOfSale':'Plateau','establishment':'Abidjan'}")}};
}

/// The year is traded once; each test checks one regime.
class FiscalYear : public ::testing::Test {
protected:
    static constexpr int Months = 12;

    static void SetUpTestSuite() {
        benin_ = std::make_unique<dgi::Dgi>(dgi::Benin);
        congo_ = std::make_unique<dgi::Dgi>(dgi::Congo);
        ivory_ = std::make_unique<Fne>();
        outsideWorld().react([](const Received& request) {
            return request.path.starts_with("/external/")      ? ivory_->answer(request)
                   : request.path.starts_with(dgi::Congo.path) ? congo_->answer(request)
                   : request.path.starts_with(dgi::Benin.path)
                       ? benin_->answer(request)
                       : verifactu::answerTo(request, verifactu::Right, 0);
        });
        for (const Market& market : markets()) {
            shops_.emplace(market.country, std::make_unique<Shop>(serviceWithProvider(), market));
        }
        for (int month = 0; month < Months; ++month) {
            trade(month);
            advanceClock(month % 2 == 0 ? 30 * Day : 31 * Day);
        }
        advanceClock(32 * Day); // closings of the last month
        for (const auto& [country, shop] : shops_) {
            ASSERT_EQ(shop->written().size(), 34U) << country << ": 24 sales, 6 refunds, 4 cancellations";
        }
    }
    static void TearDownTestSuite() {
        outsideWorld().react([](const Received&) { return Reaction{}; });
        shops_.clear();
    }
    static void trade(int month) {
        for (auto& [country, shop] : shops_) {
            shop->sell();
        }
        settle();
        for (auto& [country, shop] : shops_) {
            month % 3 == 1 ? shop->cancelInvoice() : shop->payInvoice();
            if (month % 2 == 1) {
                shop->refundTicket();
            }
        }
        settle();
    }
    /// Waits until every authority has answered. Submissions that found a message in flight are retried soon.
    static void settle() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
        std::string companies;
        for (const auto& [country, shop] : shops_) {
            companies += (companies.empty() ? "'" : ",'") + shop->companyUuid() + '\'';
        }
        const auto open = [&] {
            return serviceWithProvider().sql(
                "SELECT regime || ' ' || status || ' ' || coalesce(error, '') FROM compliance.submission"
                " WHERE status <> 'accepted' AND company_id IN (" +
                companies + ')');
        };
        for (int round = 1; !open().empty() && std::chrono::steady_clock::now() < end; ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            if (round % 10 == 0) {
                advanceClock(15);
            }
        }
        EXPECT_EQ(open(), std::vector<std::string>());
    }
    static Shop& shop(const std::string& country) { return *shops_.at(country); }

    /// The exported sealed journal; an independent program verifies its hashes and closings.
    static std::vector<Json> journalOf(const std::string& country) {
        Desk& desk = shop(country).desk();
        EXPECT_TRUE(desk.read("/fiscal/journal/verify")["valid"].boolean());
        const Answer exported = desk.get("/fiscal/journal/export");
        EXPECT_TRUE(hasStatus(exported, 200));
        const std::filesystem::path file =
            serviceWithProvider().dataFolder().string() + "-journal-" + country + ".jsonl";
        std::ofstream(file, std::ios::binary) << exported.body;
        if (std::filesystem::exists("/usr/bin/python3")) {
            const Outcome outcome = runProgram({"/usr/bin/python3", SVC_VERIFY_ARCHIVE, file.string()});
            EXPECT_EQ(outcome.code, 0) << outcome.errors;
        }
        std::filesystem::remove(file);
        std::vector<Json> records;
        for (const std::string_view line : split(exported.body, '\n')) {
            if (!line.empty()) {
                records.push_back(Json::parse(std::string(line)));
            }
        }
        EXPECT_TRUE(records.back().contains("head"));
        records.pop_back();
        return records;
    }
    /// The journal contains exactly the documents, each once, in the order of their creation.
    static void expectRecorded(const std::string& country) {
        std::vector<std::string> recorded;
        for (const Json& record : journalOf(country)) {
            const std::string kind = record.textOr("kind");
            if (kind == "ticket" || kind == "invoice" || kind == "credit_note") {
                recorded.push_back(kind + ' ' + record.textOr("number") + ' ' +
                                   record["data"]["total"].dump());
            }
        }
        std::vector<std::string> expected;
        for (const Written& one : shop(country).written()) {
            expected.push_back(one.kind + ' ' + one.number + ' ' +
                               std::to_string(one.total < 0 ? -one.total : one.total));
        }
        EXPECT_EQ(recorded, expected);
    }
    static std::vector<std::string> submissionsOf(const std::string& country) {
        return serviceWithProvider().sql(
            "SELECT status || ' ' || count(*) FROM compliance.submission WHERE company_id = '" +
            shop(country).companyUuid() + "' GROUP BY status");
    }
    /// The authority certified each document once with the right content, and each reversal too.
    static void expectCertified(const std::string& country, const dgi::Dgi& authority) {
        const std::vector<Written>& written = shop(country).written();
        EXPECT_EQ(authority.certified(), written.size());
        EXPECT_EQ(authority.pending(), 0U);
        std::vector<std::string> certified;
        for (const Json& request : authority.requests()) {
            Decimal total;
            for (const Json& item : request["items"].items()) {
                const Json& price = item["price"];
                total += (price.isString() ? Decimal::parse(price.text()).value() : price.decimal()) *
                         item["quantity"].decimal();
            }
            certified.push_back(request["type"].text() + ' ' + total.toString());
        }
        std::vector<std::string> expected;
        for (const Written& one : written) {
            const std::int64_t minor = one.total < 0 ? -one.total : one.total;
            const Decimal total = country == "CD" ? Decimal(minor).shifted(-2) : Decimal(minor);
            expected.push_back((one.total < 0 ? "FA " : "FV ") + total.toString());
        }
        EXPECT_EQ(certified, expected);
        EXPECT_EQ(submissionsOf(country),
                  std::vector<std::string>{"accepted " + std::to_string(written.size())});
    }

    static inline std::map<std::string, std::unique_ptr<Shop>> shops_;
    static inline std::unique_ptr<dgi::Dgi> benin_;
    static inline std::unique_ptr<dgi::Dgi> congo_;
    static inline std::unique_ptr<Fne> ivory_;
};

TEST_F(FiscalYear, EverythingAgrees) {
    expectInvariants(serviceWithProvider());
}

TEST_F(FiscalYear, TheFrenchJournalHoldsEachDocumentAndItsClosingsAddUp) {
    expectRecorded("FR");
    Shop& french = shop("FR");
    std::set<std::string> months;
    std::int64_t perpetual = 0;
    for (const Json& record : journalOf("FR")) {
        const std::string name = record.textOr("documentId");
        const Json& data = record["data"];
        if (name.starts_with("month-")) {
            EXPECT_EQ(data["grandTotal"].integer(), french.total(name.substr(6))) << name;
            perpetual += data["grandTotal"].integer();
            EXPECT_EQ(data["perpetualTotal"].integer(), perpetual) << name;
            months.insert(name);
        }
        if (name.starts_with("year-")) {
            EXPECT_EQ(data["grandTotal"].integer(), french.total(name.substr(5, 4))) << name;
        }
    }
    EXPECT_EQ(perpetual, french.total());
    EXPECT_GE(months.size(), 11U);
}

TEST_F(FiscalYear, TheAustrianTillHasOneChainAndItsTurnover) {
    expectRecorded("AT");
    Shop& austrian = shop("AT");
    const Answer dep = austrian.desk().get("/fiscal/at-rksv/dep");
    ASSERT_TRUE(hasStatus(dep, 200));
    const std::string key =
        base64Decode(austrian.desk().read("/fiscal/at-rksv/registration").textOr("turnoverKey")).value();
    std::size_t next = 0;
    std::size_t zeros = 0;
    std::int64_t turnover = 0;
    for (const rksv::Exported& receipt : rksv::chainedReceipts(dep.json, "KASSE-1")) {
        EXPECT_TRUE(rksv::verifies(receipt)) << receipt.number();
        if (receipt.number().starts_with("0-")) {
            EXPECT_EQ(rksv::decrypted(receipt, key), turnover) << receipt.number();
            ++zeros;
            continue;
        }
        ASSERT_LT(next, austrian.written().size()) << receipt.number();
        const Written& written = austrian.written()[next++];
        EXPECT_EQ(receipt.number(), written.number);
        turnover += written.total;
        if (written.total < 0) {
            EXPECT_EQ(receipt.turnover(), base64Encode("STO")) << receipt.number();
        } else {
            EXPECT_EQ(rksv::decrypted(receipt, key), turnover) << receipt.number();
        }
    }
    EXPECT_EQ(next, austrian.written().size());
    EXPECT_GE(zeros, 12U) << "one at the beginning of each month";
    EXPECT_EQ(turnover, austrian.total());
}

TEST_F(FiscalYear, EachPortugueseSeriesIsSignedInAChain) {
    expectRecorded("PT");
    Shop& portuguese = shop("PT");
    std::map<std::string, std::string> before; // the last signature of each series
    std::vector<std::string> totals;
    for (const std::string& row : serviceWithProvider().sql(
             "SELECT series || '|' || id || '|' || message || '|' || hash FROM pt_certified.document"
             " WHERE company_id = '" +
             portuguese.companyUuid() + "' ORDER BY at, id")) {
        std::vector<std::string> parts;
        for (const std::string_view part : split(row, '|')) {
            parts.emplace_back(part);
        }
        const std::string& message = parts.at(2);
        std::vector<std::string> fields;
        for (const std::string_view field : split(message, ';')) {
            fields.emplace_back(field);
        }
        ASSERT_EQ(fields.size(), 5U) << message;
        EXPECT_EQ(fields[2], parts.at(1));
        EXPECT_EQ(fields[4], before[parts.at(0)]) << parts.at(1);
        EXPECT_TRUE(isSignedByTheTestKey(message, parts.at(3))) << parts.at(1);
        before[parts.at(0)] = parts.at(3);
        totals.push_back(fields[2].substr(0, 2) + ' ' + fields[3]);
    }
    std::vector<std::string> expected;
    for (const Written& one : portuguese.written()) {
        const Decimal total = Decimal(one.total < 0 ? -one.total : one.total).shifted(-2);
        expected.push_back((one.total < 0 ? "NC " : one.kind == "ticket" ? "FS " : "FT ") + total.toFixed(2));
    }
    EXPECT_EQ(totals, expected);
    EXPECT_GE(before.size(), 3U) << "three kinds of documents, each year anew";
}

TEST_F(FiscalYear, TheSpanishAgencyHasOneChainOfRecords) {
    std::vector<std::string> got;
    std::string before;
    for (const Received& message : outsideWorld().received(verifactu::Address)) {
        for (const verifactu::GotRecord& record : verifactu::recordsIn(message.body)) {
            if (record.text(record.annulment ? "IDEmisorFacturaAnulada" : "IDEmisorFactura") != Nif) {
                continue; // belongs to another test
            }
            EXPECT_EQ(record.hash(), record.computedHash()) << record.number();
            EXPECT_EQ(record.previous(), before) << record.number();
            before = record.hash();
            got.push_back(record.number() + ' ' +
                          (record.annulment ? "annulled" : record.text("ImporteTotal")));
        }
    }
    std::vector<std::string> expected;
    for (const Written& one : shop("ES").written()) {
        expected.push_back(one.cancels ? one.original + " annulled"
                                       : one.number + ' ' + Decimal(one.total).shifted(-2).toFixed(2));
    }
    EXPECT_EQ(got, expected);
    EXPECT_EQ(submissionsOf("ES"), std::vector<std::string>{"accepted " + std::to_string(expected.size())});
}

TEST_F(FiscalYear, EachDocumentOfBeninIsCertifiedOnce) {
    expectCertified("BJ", *benin_);
}

TEST_F(FiscalYear, EachDocumentOfTheCongoIsCertifiedOnce) {
    expectCertified("CD", *congo_);
}

TEST_F(FiscalYear, EachDocumentOfCoteDIvoireIsCertifiedOnce) {
    std::vector<std::int64_t> bases;
    for (const Json& request : ivory_->signedOnes()) {
        Decimal base;
        for (const Json& item : request["items"].items()) {
            base += item["amount"].decimal() * item["quantity"].decimal();
        }
        bases.push_back(base.toInteger().value());
    }
    std::vector<std::int64_t> expected;
    std::size_t taken = 0;
    for (const Written& one : shop("CI").written()) {
        if (one.total > 0) {
            expected.push_back(one.total * 100 / 118); // each price is a multiple of 1.18
        } else {
            ++taken;
        }
    }
    EXPECT_EQ(bases, expected);
    EXPECT_EQ(ivory_->refunds(), taken);
    EXPECT_EQ(submissionsOf("CI"),
              std::vector<std::string>{"accepted " + std::to_string(shop("CI").written().size())});
}

} // namespace
} // namespace svc::test
