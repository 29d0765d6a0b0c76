// Operations that take JSON and bodies of other types.
#include "host/http/tests/pipeline_fixture.hpp"

namespace svc::host::http {
namespace {

class BodyTypes : public testing::PipelineTest {
protected:
    Answer import(const std::string& bytes, const std::string& type) {
        return ask("POST", "/companies/com_1/orders/import", bytes,
                   {{"Authorization", "Bearer live"}, {"Content-Type", type}});
    }
    bool isJson(const std::string& type) { return Json::parse(import("{}", type).body)["json"].boolean(); }
};

TEST_F(BodyTypes, TheMediaTypeAloneTellsWhetherABodyIsJson) {
    EXPECT_TRUE(isJson("application/json"));
    EXPECT_TRUE(isJson("Application/JSON; charset=utf-8"));
    EXPECT_FALSE(isJson("text/csv"));
    EXPECT_FALSE(isJson("text/csv; name=export.json"));
}

TEST_F(BodyTypes, ABodyThatIsRequiredAndMissingIsRefused) {
    EXPECT_EQ(code(import("", "application/json")), "body-invalid");
    EXPECT_EQ(code(import("", "")), "body-invalid");
    EXPECT_EQ(import("", "text/csv").status, 200) << "an empty file is the business of the handler";
}

} // namespace
} // namespace svc::host::http
