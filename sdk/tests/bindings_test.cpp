#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include <svc/bindings.hpp>

namespace {

std::size_t allocations = 0;

} // namespace

// Counts the allocations of this program.
void* operator new(std::size_t size) {
    ++allocations;
    if (void* const memory = std::malloc(size)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace svc {
namespace {

using PartnerId = PrefixedId<"par">;

enum class Colour { Red = 1, Green };
bool fromText(std::string_view text, Colour& to) {
    to = text == "red" ? Colour::Red : Colour::Green;
    return text == "red" || text == "green";
}
void writeTo(JsonWriter& out, Colour colour) {
    out.value(colour == Colour::Red ? "red" : "green");
}

template <class Value>
Value readOf(std::string_view text, const bind::Place& place = {}) {
    const Json object = Json::parse(text);
    Value value{};
    bind::optional(object, place, "it", value);
    return value;
}

template <class Function>
std::string refusalOf(Function function) {
    try {
        function();
    } catch (const ApiError& error) {
        return std::string(error.code());
    } catch (const Fault& fault) {
        return std::string("fault: ") + fault.what();
    }
    return {};
}

TEST(Bindings, AbsentNullAndAValueAreThreeThings) {
    EXPECT_TRUE(readOf<Field<std::string>>("{}").isAbsent());
    EXPECT_TRUE(readOf<Field<std::string>>(R"({"it": null})").isNull());
    EXPECT_TRUE(readOf<Field<std::string>>(R"({"it": "  "})").isNull());
    EXPECT_EQ(*readOf<Field<std::string>>(R"({"it": " a "})"), "a");
}

TEST(Bindings, TextsOfABodyAreTrimmedAndThoseOfACommandAreNot) {
    EXPECT_EQ(readOf<std::string>(R"({"it": " a "})"), "a");
    EXPECT_EQ(readOf<std::string>(R"({"it": " a "})", bind::Place("stock.items")), " a ");
    EXPECT_EQ(readOf<std::optional<std::string>>(R"({"it": ""})"), std::nullopt);
    EXPECT_EQ(readOf<std::optional<std::string>>(R"({"it": ""})", bind::Place("stock.items")), "");
}

TEST(Bindings, AWrongValueOfABodyIsNamedByItsPath) {
    const Json body = Json::parse(R"({"lines": [{"day": "2026-02-28"}, {"day": "2026-02-30"}]})");
    const auto read = [&](const bind::Place& root) {
        const bind::Place lines(root, "lines");
        Date day;
        bind::required(body["lines"][1], bind::Place(lines, std::size_t{1}), "day", day);
    };
    EXPECT_EQ(refusalOf([&] { read(bind::Place()); }), "field-invalid:lines[1].day");
    EXPECT_EQ(refusalOf([&] { read(bind::Place("stock.issue")); }),
              "fault: stock.issue: lines[1].day is not as its schema says");
}

TEST(Bindings, AMissingValueOfABodyIsNamed) {
    std::int64_t count = 0;
    EXPECT_EQ(refusalOf([&] { bind::required(Json::object(), bind::Place(), "count", count); }),
              "field-required:count");
}

TEST(Bindings, AnIdentifierOfTheWrongFormIsTheOneThatNoRecordHas) {
    const Json object = Json::object({{"it", "sal_01h455vb4pex5vsknk084sn02q"}});
    PartnerId id(Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8057").value());
    bind::required(object, bind::Place(), "it", id);
    EXPECT_TRUE(id.uuid().isNil());
}

TEST(Bindings, ListsAndEnumerationsAreReadAndWritten) {
    const auto colours = readOf<std::vector<Colour>>(R"({"it": ["red", "green"]})");
    ASSERT_EQ(colours.size(), 2U);
    EXPECT_EQ(bind::textOf(colours), R"(["red","green"])");
    EXPECT_EQ(refusalOf([] { readOf<std::vector<Colour>>(R"({"it": ["red", "blue"]})"); }),
              "field-invalid:it[1]");
}

TEST(Bindings, MembersThatAreNotThereAreLeftOut) {
    JsonWriter out;
    out.beginObject();
    out.memberIfPresent("absent", Field<std::string>());
    out.memberIfPresent("null", Field<std::string>(std::nullopt));
    out.memberIfPresent("none", std::optional<Date>());
    out.member("nothing", std::optional<Date>());
    out.endObject();
    EXPECT_EQ(out.text(), R"({"null":null,"nothing":null})");
}

TEST(Bindings, EachUnitOfMoneyIsWrittenInItsOwnForm) {
    const Currency euro = Currency::of("EUR");
    EXPECT_EQ(bind::textOf(MinorAmount(1999)), "1999");
    EXPECT_EQ(bind::textOf(MinorPrice(Decimal::parse("1.25").value())), "1.25");
    EXPECT_EQ(bind::textOf(EventAmount(MinorAmount(1999), euro)), R"({"amount":1999,"currency":"EUR"})");
    const MajorAmount major(Decimal::parse("19.999").value());
    EXPECT_EQ(refusalOf([&] { major.minor(euro, "amount"); }), "field-invalid:amount");
    static_assert(!std::is_constructible_v<MinorAmount, MajorAmount>);
    static_assert(!std::is_constructible_v<MajorAmount, MinorAmount>);
    static_assert(!std::is_convertible_v<MinorAmount, EventAmount>);
}

struct Visit {
    PartnerId partnerId{};
    Date day{};
    std::optional<Instant> at{};
    MajorAmount amount{};
    Colour colour{};
    std::string label{};
};
void read(const Json& json, const bind::Place& place, Visit& to) {
    bind::required(json, place, "partnerId", to.partnerId);
    bind::required(json, place, "day", to.day);
    bind::optional(json, place, "at", to.at);
    bind::required(json, place, "amount", to.amount);
    bind::required(json, place, "colour", to.colour);
    bind::required(json, place, "label", to.label);
}

TEST(Bindings, ReadingAStructAllocatesForItsListAndNothingElse) {
    const Json body =
        Json::parse(R"({"visits": [)"
                    R"({"partnerId": "par_01h455vb4pex5vsknk084sn02q", "day": "2026-11-20",)"
                    R"( "at": "2026-11-20T09:00:00Z", "amount": 19.99, "colour": "red", "label": "short"},)"
                    R"({"partnerId": "par_01h455vb4pex5vsknk084sn02q", "day": "2026-11-21",)"
                    R"( "at": null, "amount": 5, "colour": "green", "label": "short"}]})");
    std::vector<Visit> visits;
    const std::size_t before = allocations;
    bind::required(body, bind::Place(), "visits", visits);
    EXPECT_EQ(allocations - before, 1U);
    EXPECT_EQ(visits[1].day.toString(), "2026-11-21");
}

TEST(Bindings, WhoActsIsWrittenAndReadBack) {
    const Actor actor{Actor::Kind::ApiKey, Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8057").value()};
    EXPECT_EQ(bind::textOf(Actor()), "null");
    const std::string text = bind::textOf(actor);
    EXPECT_EQ(text, R"({"kind":"api_key","id":"key_01h455vb4pex5vsknk084sn02q"})");
    Actor again;
    bind::read(Json::parse(text), bind::Place("a.command"), again);
    EXPECT_EQ(again.id, actor.id);
}

TEST(Bindings, AColumnOfAnotherStateIsAFault) {
    const svc_bytes cells[] = {{"green", 5}, {"blue", 4}};
    const Row row(cells, 2);
    EXPECT_EQ(enumAt<Colour>(row, 0), Colour::Green);
    EXPECT_EQ(refusalOf([&] { enumAt<Colour>(row, 1); }), "fault: column 1 holds the unknown state blue");
}

TEST(Answer, ACountThatIsNoLongerExactIsSaidToBeMore) {
    using Headers = std::vector<std::pair<std::string, std::string>>;
    const auto headersOf = [](std::int64_t count) {
        Headers headers = Answer<200, Json>(Json::array()).total(count).response().headers();
        headers.erase(headers.begin()); // Content-Type
        return headers;
    };
    EXPECT_EQ(headersOf(10'000), (Headers{{"X-Total-Count", "10000"}}));
    EXPECT_EQ(headersOf(10'001), (Headers{{"X-Total-Count", "10000"}, {"X-Total-Count-Exact", "false"}}));
}

} // namespace
} // namespace svc
