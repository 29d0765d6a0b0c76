// Requests against the exchange and the contract of the DGI of Benin.
#include <svc/testing/vectors.hpp>

#include "emcf/testing/documents.hpp"
#include "emcf/vectors.hpp"
#include "profile.hpp"

namespace svc::bj_emcf {
namespace {

using emcf::Document;
using emcf::requestOf;
using emcf::testing::document;
using emcf::testing::expectFits;
using emcf::testing::fileOf;
using emcf::testing::unfitness;

const Json& contract() {
    static const Json file = fileOf(SVC_REGIME_DATA "/emcf-openapi.json");
    return file["paths"]["/invoice"]["post"]["requestBody"]["content"]["application/json"]["schema"];
}

Json settings() {
    return Json::object({{"ifu", "9999900000001"}, {"operator", "Jacques"}});
}

Document published() {
    Document made =
        document("XOF", {{"Jus d'orange", "2", 3600, 549, "S", 18}, {"Lait 1/1 EX", "3", 1350, 0, "E", 0}});
    made.buyer = emcf::Buyer{.name = "Nom du client",
                             .registrationNumber = "99999000000002",
                             .country = "BJ",
                             .address = emcf::addressOf("Rue d'ananas 23", std::nullopt)};
    return made;
}

TEST(Request, IsThatOfThePublishedExchange) {
    const Json exchange = fileOf(SVC_REGIME_DATA "/vectors.json")["exchange"];
    const Json request = requestOf(profile(), published(), settings());
    expectFits(contract(), request);
    const Json& wanted = exchange["request"];
    for (const char* field : {"ifu", "type", "items", "payment"}) {
        EXPECT_EQ(request[field], wanted[field]) << request.dump();
    }
    EXPECT_EQ(request["client"]["ifu"], wanted["client"]["ifu"]);
    EXPECT_EQ(request["client"]["address"], wanted["client"]["address"]);
    EXPECT_EQ(request["operator"]["name"], wanted["operator"]["name"]);
    EXPECT_EQ(emcf::amountOf(emcf::totalsOf(published()).total, "XOF"), exchange["response"]["total"]);
}

TEST(Request, OfACreditNoteNamesTheInvoice) {
    Document note = published();
    note.isCreditNote = true;
    EXPECT_EQ(unfitness(profile(), note, settings()), "reference: the invoice has no code of the authority");
    note.original = "X537-E4DB-AJUU-HHXN-FWIS-FEKJ";
    const Json request = requestOf(profile(), note, settings());
    expectFits(contract(), request);
    EXPECT_EQ(request["type"].text(), "FA");
    EXPECT_EQ(request["reference"].text(), "X537E4DBAJUUHHXNFWISFEKJ");
}

TEST(Request, OfAnExportHasItsOwnType) {
    const Json request = requestOf(profile(), document("XOF", {{"Ananas", "1", 500, 0, "G", 0}}), settings());
    expectFits(contract(), request);
    EXPECT_EQ(request["type"].text(), "EV");
    EXPECT_EQ(request["items"].at(0)["taxGroup"].text(), "C");
}

TEST(Request, DoesNotTellAForeignNumberAsALocalOne) {
    Document sold = published();
    sold.buyer->country = "TG";
    const Json request = requestOf(profile(), sold, settings());
    EXPECT_EQ(request["client"].dump(), R"({"name":"Nom du client","address":"Rue d'ananas 23"})");
    sold.buyer->country.reset();
    EXPECT_EQ(requestOf(profile(), sold, settings())["client"]["ifu"].text(), "99999000000002");
}

TEST(Request, KeepsTheTotalWhereThePriceDoesNotDivide) {
    const Json request = requestOf(
        profile(), document("XOF", {{"Riz", "3", 1000, 153, "S", 18}, {"Huile", "1.5", 900, 137, "S", 18}}),
        settings());
    expectFits(contract(), request);
    EXPECT_EQ(request["items"].at(0).dump(),
              R"({"name":"Riz × 3","price":1000,"quantity":1,"taxGroup":"B"})");
    EXPECT_EQ(request["items"].at(1)["name"].text(), "Huile × 1.5");
}

TEST(Request, IsRefusedWithFieldAndRule) {
    EXPECT_EQ(unfitness(profile(), document("EUR", {{"Tea", "1", 100, 0, "E", 0}}), settings()),
              "currency: prices are in XOF");
    EXPECT_EQ(unfitness(profile(), document("XOF", {{"Tea", "1", 100, 9, "S", 9}}), settings()),
              "lines.taxRate: no tax group for S at 9 percent");
    Document rounded = published();
    rounded.total = 4955;
    EXPECT_EQ(unfitness(profile(), rounded, settings()), "lines: they do not add up to the total");
}

TEST(Vectors, AreMadeAsTheyAreGiven) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS,
                                [](const Json& given) { return emcf::checkVector(profile(), given); });
}

} // namespace
} // namespace svc::bj_emcf
