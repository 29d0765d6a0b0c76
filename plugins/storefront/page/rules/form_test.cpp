#include "page/rules/form.hpp"

#include <gtest/gtest.h>

namespace svc::storefront {
namespace {

TEST(OrderForm, FieldsAreDecodedAndEmptyOnesLeftOut) {
    const auto form = parseForm("itm_1=2&name=+L%C3%A9a+&table=&note=a%26b%3D%22c%22");
    ASSERT_TRUE(form);
    EXPECT_EQ(form->size(), 3U);
    EXPECT_EQ(fieldOf(*form, "itm_1"), "2");
    EXPECT_EQ(fieldOf(*form, "name"), "Léa");
    EXPECT_EQ(fieldOf(*form, "note"), "a&b=\"c\"");
    EXPECT_FALSE(fieldOf(*form, "table"));
    EXPECT_EQ(fieldOf(*form, "name", 2), "Lé");
    EXPECT_TRUE(parseForm("")->empty());
}

TEST(OrderForm, WhatIsNoFormIsRefused) {
    for (const char* text : {"a=%", "a=%4", "a=%zz", "a=%00", "a=%ff"}) {
        EXPECT_FALSE(parseForm(text)) << text;
    }
    std::string many;
    for (int i = 0; i < 2001; ++i) {
        many += "a=1&";
    }
    EXPECT_FALSE(parseForm(many));
}

} // namespace
} // namespace svc::storefront
