#include <svc/json_writer.hpp>

#include <gtest/gtest.h>

#include <svc/currency.hpp>

namespace svc {
namespace {

TEST(JsonWriter, WritesWhatATreeOfTheSameValuesWrites) {
    const Uuid id = *Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8057");
    const Decimal rate = *Decimal::parse("19.250");
    const Instant at = *Instant::parse("2026-11-20T09:30:00.5Z");
    JsonWriter out;
    out.beginObject();
    out.memberId("id", "sal", id);
    out.memberId("none", "sal", std::optional<Uuid>());
    out.member("label", std::string("Tea \"green\"\n\x01"));
    out.member("total", std::int64_t{-4200});
    out.member("rate", rate);
    out.member("quantity", *Decimal::parse("3.000"));
    out.member("large", *Decimal::parse("123456789012345678901.5"));
    out.member("paid", true);
    out.member("note", std::optional<std::string>());
    out.member("currency", Currency::of("EUR"));
    out.member("date", at.utcDate());
    out.member("at", at);
    out.name("lines");
    out.beginArray();
    out.value(1);
    out.beginObject();
    out.endObject();
    out.value("two");
    out.endArray();
    out.name("empty");
    out.beginArray();
    out.endArray();
    out.member("tree", Json::array({1, nullptr}));
    out.endObject();
    const Json tree = Json::object({{"id", encodeId("sal", id)},
                                    {"none", nullptr},
                                    {"label", "Tea \"green\"\n\x01"},
                                    {"total", -4200},
                                    {"rate", rate},
                                    {"quantity", 3},
                                    {"large", *Decimal::parse("123456789012345678901.5")},
                                    {"paid", true},
                                    {"note", nullptr},
                                    {"currency", "EUR"},
                                    {"date", "2026-11-20"},
                                    {"at", "2026-11-20T09:30:00.500Z"},
                                    {"lines", Json::array({1, Json::object(), "two"})},
                                    {"empty", Json::array()},
                                    {"tree", Json::array({1, nullptr})}});
    EXPECT_EQ(out.text(), tree.dump());
}

TEST(JsonWriter, IdentifiersAreThoseOfEncodeId) {
    for (const char* text : {"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
                             "0193a5e0-1234-7fed-8cba-98765432100f"}) {
        const Uuid id = *Uuid::parse(text);
        JsonWriter out;
        out.beginObject();
        out.memberId("id", "par", id);
        out.endObject();
        const std::string written = Json::parse(out.text())["id"].text();
        EXPECT_EQ(written, encodeId("par", id));
        EXPECT_EQ(decodeId("par", written), id);
    }
}

} // namespace
} // namespace svc
