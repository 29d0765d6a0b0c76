// Requests against the derived contract of the DGI of the Democratic Republic of the Congo.
#include <svc/testing/vectors.hpp>

#include "emcf/testing/documents.hpp"
#include "emcf/vectors.hpp"
#include "profile.hpp"

namespace svc::cd_edef {
namespace {

using emcf::Document;
using emcf::requestOf;
using emcf::testing::document;
using emcf::testing::expectFits;
using emcf::testing::fileOf;
using emcf::testing::unfitness;

Json contract() {
    return fileOf(SVC_REGIME_DATA "/edef-openapi.json")["components"]["schemas"]["Invoice"];
}

Json settings() {
    return Json::object({{"nif", "A1234567B"}, {"isf", "ISF-1"}});
}

TEST(Request, FitsTheContract) {
    Document sale =
        document("CDF", {{"Savon", "1", 116000, 16000, "S", 16}, {"Pain", "2", 108000, 8000, "S", 8}});
    sale.buyer = emcf::Buyer{.name = "Client"};
    const Json request = requestOf(profile(), sale, settings());
    expectFits(contract(), request);
    EXPECT_EQ(request["rn"].text(), "INV-1");
    EXPECT_EQ(request["items"].at(0)["price"].text(), "1160.00");
    EXPECT_EQ(request["items"].at(0)["type"].text(), "BIE");
    EXPECT_EQ(request["items"].at(1)["taxGroup"].text(), "C");
    EXPECT_EQ(request["items"].at(1)["price"].text(), "540.00");
    EXPECT_EQ(request["client"]["type"].text(), "PP");
    EXPECT_EQ(request["payment"].at(0)["amount"].decimal(), Decimal(2240));
}

TEST(Request, HasTheComputedTotals) {
    const Json first = fileOf(SVC_REGIME_DATA "/vectors.json")["computed"].at(0);
    const emcf::Totals totals = totalsOf(document("CDF", {{"Savon", "1", 116000, 16000, "S", 16}}));
    EXPECT_EQ(emcf::amountOf(totals.total, "CDF"), first["total"]);
    EXPECT_EQ(emcf::amountOf(totals.tax, "CDF"), first["vtotal"]);
}

TEST(Request, HasNoPriceBelowZero) {
    const Document sale =
        document("CDF", {{"Savon", "1", 116000, 16000, "S", 16}, {"Remise", "1", -11600, -1600, "S", 16}});
    EXPECT_EQ(unfitness(profile(), sale, settings()), "lines: the authority takes no price below zero");
}

TEST(Request, OfACreditNoteIsACorrection) {
    Document note = document("CDF", {{"Savon", "1", 116000, 16000, "S", 16}});
    note.isCreditNote = true;
    note.original = "ABCD-EFGH-IJKL-MNOP-QRST-UVWX";
    const Json request = requestOf(profile(), note, settings());
    expectFits(contract(), request);
    EXPECT_EQ(request["referenceType"].text(), "COR");
    EXPECT_EQ(request["reference"].text(), "ABCDEFGHIJKLMNOPQRSTUVWX");
}

TEST(Vectors, AreMadeAsTheyAreGiven) {
    svc::testing::expectVectors(SVC_REGIME_VECTORS,
                                [](const Json& given) { return emcf::checkVector(profile(), given); });
}

} // namespace
} // namespace svc::cd_edef
