#include "host/http/pipeline/router.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace svc::host::http {
namespace {

class RouterTest : public ::testing::Test {
protected:
    RouterTest() {
        router_.add("GET", "/companies/{companyId}/sales", 1);
        router_.add("POST", "/companies/{companyId}/sales", 2);
        router_.add("GET", "/companies/{companyId}/sales/{saleId}", 3);
        router_.add("PATCH", "/companies/{companyId}/sales/{id}", 4);
        router_.add("GET", "/companies/{companyId}/sales/summary", 5);
        router_.add("GET", "/companies/{companyId}/sales/{saleId}/invoice.pdf", 6);
        router_.add("GET", "/companies/{companyId}/credit-notes/{creditNoteId}.pdf", 7);
        router_.add("GET", "/companies/{companyId}/credit-notes/{creditNoteId}", 8);
        router_.add("GET", "/openapi.json", 9);
    }
    std::size_t idOf(std::string_view method, std::string_view path) const {
        return router_.find(method, path).id.value_or(0);
    }
    Router router_;
};

TEST_F(RouterTest, FindsTemplatesAndTheirParameters) {
    EXPECT_EQ(idOf("GET", "/companies/com_1/sales"), 1U);
    EXPECT_EQ(idOf("POST", "/companies/com_1/sales"), 2U);
    const Router::Found found = router_.find("PATCH", "/companies/com_1/sales/sal_2");
    ASSERT_EQ(found.id, 4U);
    ASSERT_EQ(found.parameters.size(), 2U);
    EXPECT_EQ(found.parameters[0], (std::pair<std::string, std::string>("companyId", "com_1")));
    EXPECT_EQ(found.parameters[1], (std::pair<std::string, std::string>("id", "sal_2")));
    EXPECT_EQ(found.path, "/companies/com_1/sales/sal_2");
}

TEST_F(RouterTest, LiteralSegmentsWinOverVariableOnes) {
    EXPECT_EQ(idOf("GET", "/companies/c/sales/summary"), 5U);
    EXPECT_EQ(idOf("PATCH", "/companies/c/sales/summary"), 4U);
    EXPECT_EQ(idOf("GET", "/companies/c/sales/s/invoice.pdf"), 6U);
    EXPECT_EQ(idOf("GET", "/openapi.json"), 9U);
}

TEST_F(RouterTest, ASuffixBelongsToTheTemplate) {
    const Router::Found found = router_.find("GET", "/companies/c/credit-notes/crn_1.pdf");
    ASSERT_EQ(found.id, 7U);
    EXPECT_EQ(found.parameters[1].second, "crn_1");
    EXPECT_EQ(idOf("GET", "/companies/c/credit-notes/crn_1"), 8U);
    EXPECT_EQ(idOf("GET", "/companies/c/credit-notes/.pdf"), 8U);
}

TEST_F(RouterTest, HeadWorksWhereverGetDoes) {
    EXPECT_EQ(idOf("HEAD", "/companies/c/sales"), 1U);
}

TEST_F(RouterTest, TheWrongMethodIsToldWhichOnesThereAre) {
    const Router::Found found = router_.find("DELETE", "/companies/c/sales");
    EXPECT_FALSE(found.id);
    EXPECT_EQ(found.allow, "GET, HEAD, POST");
    EXPECT_EQ(router_.find("POST", "/companies/c/sales/summary").allow, "GET, HEAD, PATCH");
}

TEST_F(RouterTest, OtherPathsDoNotExist) {
    for (const char* path : {"/companies/c/sales/", "/companies//sales", "/Companies/c/sales",
                             "/companies/c/Sales", "/", "", "companies/c/sales", "/companies/c/sales/%zz",
                             "/companies/c/sales/%ff", "/companies/c/sales/x/../y"}) {
        const Router::Found found = router_.find("GET", path);
        EXPECT_FALSE(found.id) << path;
        EXPECT_EQ(found.allow, "") << path;
    }
}

TEST_F(RouterTest, ANulIsPartOfAnUnknownIdentifier) {
    const Router::Found found = router_.find("GET", "/companies/c/sales/x%00");
    ASSERT_TRUE(found.id);
    EXPECT_EQ(found.parameters.back().second, "x\uFFFD");
}

TEST_F(RouterTest, SegmentsAreDecodedOnTheirOwn) {
    EXPECT_EQ(router_.find("GET", "/companies/c/sales/a%2Fb").parameters.at(1).second, "a/b");
    EXPECT_EQ(idOf("GET", "/%63ompanies/c/sales"), 1U);
}

TEST_F(RouterTest, ATemplateCanBeTakenOnlyOnce) {
    EXPECT_THROW(router_.add("GET", "/companies/{other}/sales", 99), std::invalid_argument);
    EXPECT_THROW(router_.add("GET", "no-path", 99), std::invalid_argument);
    EXPECT_THROW(router_.add("GET", "/a/{b}{c}", 99), std::invalid_argument);
}

TEST_F(RouterTest, TheRestOfAPathIsOneValue) {
    router_.add("GET", "/console/{page}", 20, LastVariable::Rest);
    const Router::Found found = router_.find("GET", "/console/c/com%5F1/sales/a%2Fb/lines");
    ASSERT_EQ(found.id, 20U);
    ASSERT_EQ(found.parameters.size(), 1U);
    EXPECT_EQ(found.parameters[0], (std::pair<std::string, std::string>("page", "c/com_1/sales/a/b/lines")));
    EXPECT_EQ(idOf("GET", "/console/login"), 20U);
    EXPECT_EQ(idOf("GET", "/console"), 0U) << "a rest has one segment at least";
    EXPECT_EQ(idOf("GET", "/console/"), 0U);
    EXPECT_EQ(idOf("GET", "/console/c//sales"), 0U);
}

TEST_F(RouterTest, EverySpecificTemplateWinsOverARest) {
    router_.add("GET", "/console/{page}", 20, LastVariable::Rest);
    router_.add("GET", "/console/invite/{token}", 21);
    router_.add("POST", "/console/invite/{token}", 22);
    router_.add("GET", "/console/{file}.json", 23);
    EXPECT_EQ(idOf("GET", "/console/invite/x"), 21U);
    EXPECT_EQ(idOf("GET", "/console/manifest.json"), 23U);
    EXPECT_EQ(idOf("GET", "/console/invite"), 20U);
    EXPECT_EQ(idOf("GET", "/console/invite/x/y"), 20U);
    const Router::Found wrong = router_.find("PUT", "/console/invite/x");
    EXPECT_EQ(wrong.allow, "GET, HEAD, POST");
    EXPECT_EQ(wrong.other, 21U) << "the route whose secrets the log must not tell";
}

TEST_F(RouterTest, OnlyAWholeSegmentCanBeTheRest) {
    EXPECT_THROW(router_.add("GET", "/a/b", 99, LastVariable::Rest), std::invalid_argument);
    EXPECT_THROW(router_.add("GET", "/a/{b}.js", 99, LastVariable::Rest), std::invalid_argument);
    router_.add("GET", "/a/{b}", 20);
    router_.add("GET", "/a/{b}", 21, LastVariable::Rest);
    EXPECT_THROW(router_.add("GET", "/a/{c}", 99, LastVariable::Rest), std::invalid_argument);
    EXPECT_EQ(idOf("GET", "/a/b"), 20U);
    EXPECT_EQ(idOf("GET", "/a/b/c"), 21U);
}

TEST(Query, IsDecodedInOrder) {
    const auto query = parseQuery("a=1&b=x+y%26z&&c&a=2");
    ASSERT_TRUE(query);
    ASSERT_EQ(query->size(), 4U);
    EXPECT_EQ((*query)[1].second, "x y&z");
    EXPECT_EQ((*query)[2].first, "c");
    EXPECT_EQ((*query)[3].second, "2");
    EXPECT_FALSE(parseQuery("a=%4"));
    EXPECT_FALSE(parseQuery("a=%g1"));
}

} // namespace
} // namespace svc::host::http
