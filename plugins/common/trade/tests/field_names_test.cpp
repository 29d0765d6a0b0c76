#include "trade/field_names.hpp"

#include <gtest/gtest.h>

namespace svc::trade {
namespace {

TEST(LineField, IsReadFromItsPath) {
    const auto field = lineFieldOf("lines[12].discountAmount");
    ASSERT_TRUE(field.has_value());
    EXPECT_EQ(field->index, 12U);
    EXPECT_EQ(field->member, "discountAmount");
    for (const char* other :
         {"", "lines", "lines[", "lines[]", "lines[].itemId", "lines[-1].itemId", "lines[1]",
          "lines[1]itemId", "payments[0].amount", "lines[99999999999999999999].itemId"}) {
        EXPECT_FALSE(lineFieldOf(other).has_value()) << other;
    }
}

TEST(RenamedField, ChangesThePathAlone) {
    const auto renamed = [](int status, std::string_view code, std::string_view detail) {
        const ApiError refusal = renamedField(ApiError(status, code, {detail}), [](std::string_view path) {
            return "template." + std::string(path);
        });
        EXPECT_EQ(refusal.status(), status);
        return std::string(refusal.code());
    };
    EXPECT_EQ(renamed(400, "field-invalid", "lines[0].itemId"), "field-invalid:template.lines[0].itemId");
    EXPECT_EQ(renamed(400, "field-required", "walletId"), "field-required:template.walletId");
    EXPECT_EQ(renamed(404, "item-not-found", "itm_1"), "item-not-found:itm_1");
    EXPECT_EQ(renamed(400, "field-invalid-x", "a"), "field-invalid-x:a");
}

} // namespace
} // namespace svc::trade
