#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace svc {
namespace {

using namespace std::string_view_literals;

static_assert(!std::is_constructible_v<Json, double>, "no binary floating point near amounts");
static_assert(std::is_nothrow_move_constructible_v<Json> && std::is_nothrow_move_assignable_v<Json>);

JsonError errorOf(std::string_view text, std::size_t depth = Json::DefaultDepth) {
    try {
        const Json value = Json::parse(text, depth);
        return {JsonError::Kind::Type, "accepted: " + value.dump()};
    } catch (const JsonError& error) {
        return error;
    }
}

TEST(Json, keepsTheTextOfNumbers) {
    for (const char* text : {"0", "-0", "1", "-1", "19.99", "19.990", "1e2", "1E+2", "1.5e-3", "1e999", "0.1",
                             "123456789012345678901234567890.123456789", "9223372036854775807",
                             "-9223372036854775808", "18446744073709551615", "18446744073709551616"}) {
        const Json value = Json::parse(text);
        EXPECT_EQ(value.numberText(), text);
        EXPECT_EQ(value.dump(), text);
        EXPECT_EQ(Json::parse("[" + std::string(text) + ",1]").dump(), "[" + std::string(text) + ",1]");
    }
}

TEST(Json, givesBackWhatItRead) {
    for (const char* text :
         {"null", "true", "false", "\"\"", "[]", "{}", R"({"b":1,"a":[1,"x",{"c":null}],"":false})",
          R"(["\"\\\b\f\n\r\t\u0001\u001f/é😀"])", "[[[[]]]]", R"([{"a":{}},{"a":[]}])"}) {
        EXPECT_EQ(Json::parse(text).dump(), text);
    }
    EXPECT_EQ(Json::parse(" [ 1 , 2 ]\n").dump(), "[1,2]");
    EXPECT_EQ(Json::parse(R"("\u00e9\ud83d\ude00\/\u007f")").text(), "é😀/\x7f");
}

TEST(Json, keepsTheOrderOfMembersAndTheLastOfRepeatedOnes) {
    EXPECT_EQ(Json::parse(R"({"z":1,"a":2,"z":3})").dump(), R"({"z":3,"a":2})");
    EXPECT_EQ(Json::parse(R"({"a":1,"a":2,"a":3})").dump(), R"({"a":3})");
    std::string text = "{";
    for (int i = 0; i < 40; ++i) {
        text += "\"k" + std::to_string(i % 20) + "\":" + std::to_string(i) + (i == 39 ? "}" : ",");
    }
    const Json value = Json::parse(text);
    ASSERT_EQ(value.size(), 20U);
    for (int i = 0; i < 20; ++i) {
        const auto& member = value.members()[static_cast<std::size_t>(i)];
        EXPECT_EQ(member.name, "k" + std::to_string(i));
        EXPECT_EQ(member.value.integer(), i + 20);
    }
}

TEST(Json, refusesWhatIsNoJson) {
    for (const auto text : {""sv,
                            " "sv,
                            "nul"sv,
                            "NaN"sv,
                            "Infinity"sv,
                            "-Infinity"sv,
                            "+1"sv,
                            "01"sv,
                            "1."sv,
                            ".5"sv,
                            "1e"sv,
                            "0x1"sv,
                            "[1,]"sv,
                            "{\"a\":1,}"sv,
                            "{a:1}"sv,
                            "{'a':1}"sv,
                            "[1 2]"sv,
                            "1 2"sv,
                            "[1"sv,
                            "\"a"sv,
                            "\"\\x\""sv,
                            "\"\\u12g4\""sv,
                            "// comment\n1"sv,
                            "/* */1"sv,
                            "\xef\xbb\xbf{}"sv,
                            "\"\n\""sv,
                            "\"\0\""sv,
                            "{\"a\"}"sv,
                            "{1:2}"sv,
                            "]"sv,
                            "[}"sv,
                            "[1]\0"sv,
                            "tru"sv,
                            "\"\\"sv,
                            "1e99999999999"sv}) {
        EXPECT_EQ(errorOf(text).kind(), JsonError::Kind::Syntax) << text;
    }
}

TEST(Json, refusesInvalidUtf8) {
    for (const char* bytes :
         {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff", "\xc3"}) {
        EXPECT_EQ(errorOf("[\"" + std::string(bytes) + "\"]").kind(), JsonError::Kind::Syntax);
        EXPECT_EQ(errorOf("{\"" + std::string(bytes) + "\":1}").kind(), JsonError::Kind::Syntax);
    }
}

TEST(Json, namesTheFieldWithUnacceptableText) {
    for (const char* bad :
         {R"(\u0000)", R"(a\u0000b)", R"(\ud800)", R"(\ud800x)", R"(\ud800\n)", R"(\ud800\u0041)",
          R"(\ud800\ud800)", R"(\udc00)", R"(\uDFFF\uD800)", R"(\\\ud800)", R"(\ud83d\ude00\ude00)"}) {
        const JsonError error = errorOf(R"({"note":"x","lines":[{"label":"fine"},{"quantity":[1],"label":")" +
                                        std::string(bad) + R"("}]})");
        EXPECT_EQ(error.kind(), JsonError::Kind::Text) << bad;
        EXPECT_EQ(error.field(), "lines[1].label") << bad;
        EXPECT_EQ(errorOf("\"" + std::string(bad) + "\"").kind(), JsonError::Kind::Text) << bad;
        EXPECT_EQ(errorOf("{\"lines\":{\"" + std::string(bad) + "\":1}}").field(), "lines") << bad;
    }
    EXPECT_EQ(errorOf(R"([1,[2,"\u0000"]])").field(), "[1][1]");
    EXPECT_EQ(errorOf(R"({"a":x,"b":"\ud800"})").kind(), JsonError::Kind::Syntax);
    EXPECT_EQ(Json::parse(R"("\\ud800")").text(), R"(\ud800)");
}

TEST(Json, limitsTheDepth) {
    const auto nested = [](std::size_t levels) {
        return std::string(levels, '[') + std::string(levels, ']');
    };
    EXPECT_EQ(Json::parse(nested(32)).dump(), nested(32));
    EXPECT_EQ(errorOf(nested(33)).kind(), JsonError::Kind::TooDeep);
    EXPECT_EQ(errorOf(std::string(1'000'000, '[')).kind(), JsonError::Kind::TooDeep);
    std::string objects;
    for (int i = 0; i < 100'000; ++i) {
        objects += "{\"a\":";
    }
    EXPECT_EQ(errorOf(objects).kind(), JsonError::Kind::TooDeep);
    EXPECT_EQ(errorOf("[[1]]", 1).kind(), JsonError::Kind::TooDeep);
}

TEST(Json, readsAHostileObjectInReasonableTime) {
    std::string text = "{";
    for (int i = 0; i < 80'000; ++i) {
        text += "\"key" + std::to_string(i) + "\":0,";
    }
    text.back() = '}';
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(Json::parse(text).size(), 80'000U);
    EXPECT_TRUE(Json::parse(text) == Json::parse(text));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Json, isBuiltFromValues) {
    const Json value = Json::object({{"integer", 1},
                                     {"long", std::numeric_limits<std::int64_t>::min()},
                                     {"unsigned", std::numeric_limits<std::uint64_t>::max()},
                                     {"decimal", Decimal(1990, 2)},
                                     {"text", "x"},
                                     {"view", "y"sv},
                                     {"string", std::string("z")},
                                     {"yes", true},
                                     {"null", nullptr},
                                     {"none", std::optional<std::string>()},
                                     {"some", std::optional<int>(5)},
                                     {"array", Json::array({1, "two", nullptr})},
                                     {"empty", Json::array()},
                                     {"object", Json::object()},
                                     {"one", Json::object({{"only", "one"}})},
                                     {"list", std::vector<std::string>{"p", "q"}},
                                     {"date", Date()},
                                     {"currency", Currency::of("EUR")}});
    EXPECT_EQ(
        value.dump(),
        R"({"integer":1,"long":-9223372036854775808,"unsigned":18446744073709551615,"decimal":19.9,"text":"x",)"
        R"("view":"y","string":"z","yes":true,"null":null,"none":null,"some":5,"array":[1,"two",null],)"
        R"("empty":[],"object":{},"one":{"only":"one"},"list":["p","q"],"date":"1970-01-01","currency":"EUR"})");
    EXPECT_EQ(Json::parse(value.dump()), value);
}

TEST(Json, isChangedInPlace) {
    Json value;
    value.set("a", 1).set("b", 2).set("a", 3);
    EXPECT_EQ(value.dump(), R"({"a":3,"b":2})");
    EXPECT_TRUE(value.remove("a"));
    EXPECT_FALSE(value.remove("a"));
    EXPECT_EQ(value.dump(), R"({"b":2})");
    Json list;
    list.push(1).push("x").push(Json::object());
    EXPECT_EQ(list.dump(), R"([1,"x",{}])");
    *value.find("b") = std::move(list);
    EXPECT_EQ(value["b"][1].text(), "x");
    EXPECT_THROW(value.push(1), JsonError);
    EXPECT_THROW(value["b"][3].isNull(), JsonError);
    value = Json(value["b"][0]);
    EXPECT_EQ(value.dump(), "1");
}

TEST(Json, survivesAssignmentOfItsOwnPart) {
    Json value = Json::parse(R"({"a":{"b":[1,2,3]}})");
    value = std::move(*value.find("a"));
    EXPECT_EQ(value.dump(), R"({"b":[1,2,3]})");
    value = value["b"];
    EXPECT_EQ(value.dump(), "[1,2,3]");
    value.push(value);
    EXPECT_EQ(value.dump(), "[1,2,3,[1,2,3]]");
    Json& same = value;
    value = std::move(same);
    EXPECT_EQ(value.size(), 4U);
}

TEST(Json, givesNullForAMemberThatIsNotThere) {
    const Json value = Json::parse(R"({"a":null})");
    EXPECT_TRUE(value["a"].isNull());
    EXPECT_TRUE(value["b"]["c"].isNull());
    EXPECT_NE(value.find("a"), nullptr);
    EXPECT_EQ(value.find("b"), nullptr);
    EXPECT_EQ(Json(5).find("b"), nullptr);
}

TEST(Json, readsTheMembersOfABody) {
    const Json body = Json::parse(
        R"({"label":"  Coffee\n","blank":" \u00a0 ","none":null,"quantity":2.5,"count":1e2,"half":0.5,"yes":true,"big":1e999})");
    EXPECT_EQ(body.optionalText("label"), "Coffee");
    EXPECT_EQ(body.optionalText("blank"), std::nullopt);
    EXPECT_EQ(body.optionalText("none"), std::nullopt);
    EXPECT_EQ(body.optionalText("missing"), std::nullopt);
    EXPECT_EQ(body.textOr("missing", "tea"), "tea");
    EXPECT_EQ(body.textOr("label", "tea"), "Coffee");
    EXPECT_EQ(body.optionalDecimal("quantity")->toString(), "2.5");
    EXPECT_EQ(body.optionalInteger("count"), 100);
    EXPECT_EQ(body.optionalBool("yes"), true);
    EXPECT_EQ(body.optionalBool("none"), std::nullopt);
    for (const auto& wrong : {"half", "label", "big"}) {
        try {
            static_cast<void>(body.optionalInteger(wrong));
            FAIL() << wrong;
        } catch (const JsonError& error) {
            EXPECT_EQ(error.kind(), JsonError::Kind::Type);
            EXPECT_EQ(error.field(), wrong);
        }
    }
    EXPECT_THROW(static_cast<void>(body.optionalDecimal("big")), JsonError);
    EXPECT_THROW(static_cast<void>(body.optionalText("quantity")), JsonError);
    EXPECT_THROW(static_cast<void>(body.optionalBool("label")), JsonError);
}

TEST(Json, comparesValues) {
    EXPECT_EQ(Json::parse(R"({"a":1,"b":[1.0,2]})"), Json::parse(R"({"b":[1,2.00],"a":1e0})"));
    EXPECT_NE(Json::parse("[1,2]"), Json::parse("[2,1]"));
    EXPECT_NE(Json(1), Json("1"));
    EXPECT_NE(Json(nullptr), Json(false));
    EXPECT_NE(Json::parse(R"({"a":1})"), Json::parse(R"({"a":1,"b":1})"));
    EXPECT_NE(Json::parse(R"({"a":1})"), Json::parse(R"({"b":1})"));
}

Json randomValue(std::mt19937& random, int depth) {
    const auto kind = random() % (depth > 0 ? 8U : 6U);
    const auto text = [&] {
        static constexpr std::string_view Parts[] = {"a", "\"", "\\", "\n",   "\x01",
                                                     "é", "😀",  "/",  "\x7f", "\u2028"};
        std::string result;
        for (auto i = random() % 6U; i > 0; --i) {
            result += Parts[random() % std::size(Parts)];
        }
        return result;
    };
    switch (kind) {
    case 0:
        return {};
    case 1:
        return random() % 2U == 0;
    case 2:
        return static_cast<std::int64_t>(random()) - 2'000'000'000;
    case 3:
        return Decimal(Int128{random()}, static_cast<int>(random() % 9U));
    case 4:
    case 5:
        return text();
    case 6: {
        Json array = Json::array();
        for (auto i = random() % 5U; i > 0; --i) {
            array.push(randomValue(random, depth - 1));
        }
        return array;
    }
    default: {
        Json object = Json::object();
        for (auto i = random() % 5U; i > 0; --i) {
            object.set(text() + std::to_string(i), randomValue(random, depth - 1));
        }
        return object;
    }
    }
}

TEST(Json, givesBackRandomValues) {
    std::mt19937 random(9);
    for (int i = 0; i < 5'000; ++i) {
        const Json value = randomValue(random, 5);
        const std::string text = value.dump();
        const Json again = Json::parse(text);
        ASSERT_EQ(again, value) << text;
        ASSERT_EQ(again.dump(), text);
    }
}

TEST(Json, neverFailsOtherwiseOnDamagedTexts) {
    const std::string good =
        R"({"lines":[{"label":"Caf\u00e9 \ud83d\ude00","quantity":-1.5e1,"x":[true,null]}]})";
    std::mt19937 random(13);
    for (int i = 0; i < 20'000; ++i) {
        std::string text = good;
        for (auto changes = 1 + random() % 3U; changes > 0; --changes) {
            const std::size_t at = random() % text.size();
            if (random() % 4U == 0) {
                text.resize(at + 1);
            } else {
                text[at] = static_cast<char>(static_cast<unsigned char>(random() & 255U));
            }
        }
        try {
            const Json value = Json::parse(text);
            ASSERT_EQ(Json::parse(value.dump()), value) << text;
            ASSERT_TRUE(isUtf8(value.dump()));
        } catch (const JsonError& error) {
            ASSERT_NE(error.kind(), JsonError::Kind::Type) << text;
        }
    }
}

} // namespace
} // namespace svc
