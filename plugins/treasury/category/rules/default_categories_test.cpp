#include <gtest/gtest.h>

#include <set>

#include "category/rules/default_categories.hpp"

namespace svc::treasury {

TEST(DefaultCategories, HaveDistinctKeysAndAllLabels) {
    std::set<std::string_view> keys;
    for (const DefaultCategory& category : defaultCategories()) {
        EXPECT_TRUE(keys.insert(category.key).second) << category.key;
        EXPECT_FALSE(category.en.empty() || category.fr.empty() || category.de.empty()) << category.key;
        EXPECT_TRUE(category.direction == "in" || category.direction == "out" ||
                    category.direction == "both");
    }
}

TEST(DefaultCategories, EndWithTheOneForWhatIsNotClassified) {
    EXPECT_EQ(defaultCategories().back().key, Unclassified);
}

TEST(DefaultCategories, AreLabelledInTheLanguageOfTheCompany) {
    const DefaultCategory& category = defaultCategories().front();
    EXPECT_EQ(category.label("fr"), category.fr);
    EXPECT_EQ(category.label("de"), category.de);
    EXPECT_EQ(category.label("es"), category.en);
}

} // namespace svc::treasury
