#include <svc/database.hpp>

#include <limits>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace svc {
namespace {

Row rowOf(const svc_bytes& cell) {
    return Row(&cell, 1);
}

TEST(Row, ReadsIntegersOfTheWholeRange) {
    for (const auto& [text, value] : {std::pair{"0", std::int64_t{0}},
                                      {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
                                      {"9223372036854775807", std::numeric_limits<std::int64_t>::max()}}) {
        const svc_bytes cell = detail::bytes(text);
        EXPECT_EQ(rowOf(cell).integer(0), value);
    }
}

TEST(Row, RefusesTextThatIsNoInteger) {
    for (const std::string_view text : {"", "-", "+1", " 1", "1 ", "1.0", "9223372036854775808", "t"}) {
        const svc_bytes cell = detail::bytes(text);
        EXPECT_THROW(rowOf(cell).integer(0), Fault) << '"' << text << '"';
    }
}

TEST(Row, CopiesTextAndTakesNull) {
    const svc_bytes absent{nullptr, 0};
    EXPECT_EQ(rowOf(absent).optionalString(0), std::nullopt);
    EXPECT_THROW(rowOf(absent).integer(0), Fault);
    const svc_bytes cell = detail::bytes("kept");
    EXPECT_EQ(rowOf(cell).optionalString(0), "kept");
}

} // namespace
} // namespace svc
