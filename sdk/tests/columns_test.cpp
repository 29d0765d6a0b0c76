#include <svc/enum_texts.hpp>
#include <svc/nested_columns.hpp>
#include <svc/search_text.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace svc {
namespace {

enum class Colour { Red = 1, Blue };
std::string_view toText(Colour value) noexcept {
    return value == Colour::Red ? "red" : "blue";
}
bool fromText(std::string_view text, Colour& to) noexcept {
    to = text == "red" ? Colour::Red : Colour::Blue;
    return text == "red" || text == "blue";
}

struct Crayon {
    PrefixedId<"cry"> id{};
    std::string name{};
    Colour colour = Colour::Red;
    std::optional<MinorAmount> price{};
    std::vector<std::string> tags{};
    Json box{};
    Actor createdBy{};
};

std::string sortName(const Crayon& crayon) {
    return folded(crayon.name);
}

const Table Crayons("shop.crayon", columnWrittenOnce("id", &Crayon::id), column("name", &Crayon::name),
                    derivedColumn("sort_name", &sortName), column("colour", &Crayon::colour),
                    column("price", &Crayon::price), column("tags", &Crayon::tags),
                    column("box", &Crayon::box), actorColumns("created_by", &Crayon::createdBy));

constexpr std::string_view SomeUuid = "01939f3a-0000-7000-8000-000000000001";

/// A row with the cells of the list; nullptr is NULL.
class Cells {
public:
    explicit Cells(const std::vector<const char*>& texts) {
        for (const char* text : texts) {
            cells_.push_back(text == nullptr ? svc_bytes{nullptr, 0} : detail::bytes(text));
        }
    }
    Row row() const { return {cells_.data(), static_cast<std::uint32_t>(cells_.size())}; }

private:
    std::vector<svc_bytes> cells_;
};

TEST(Columns, SelectNamesWhatIsRead) {
    EXPECT_EQ(Crayons.select("c"),
              "c.id, c.name, c.colour, c.price, c.tags, c.box, c.created_by_kind, c.created_by_id");
    EXPECT_EQ(Crayons.width(), 8U);
}

TEST(Columns, ManyRecordsAreInsertedByOneStatement) {
    EXPECT_EQ(
        Crayons.insertSql(),
        "INSERT INTO shop.crayon (company_id, id, name, sort_name, colour, price, tags, box, "
        "created_by_kind, created_by_id) SELECT $1, n.* FROM json_to_recordset($2::json) AS n (id uuid, "
        "name text, sort_name text, colour text, price bigint, tags json, box json, created_by_kind text, "
        "created_by_id uuid)");
    EXPECT_EQ(Crayons.insertMissingSql(), Crayons.insertSql() + " ON CONFLICT DO NOTHING");
}

TEST(Columns, AStatementOfThePluginsOwnHasTheRecordsAsRows) {
    const Table sorted("shop.crayon", columnWrittenOnce("id", &Crayon::id), column("name", &Crayon::name),
                       derivedColumn("sort_name", &sortName));
    EXPECT_EQ(sorted.names(), "id, name, sort_name");
    EXPECT_EQ(sorted.rows("r"), "json_to_recordset($2::json) AS r (id uuid, name text, sort_name text)");
    EXPECT_EQ(sorted.numberedRows("r", 7),
              "ROWS FROM (json_to_recordset($7::json) AS (id uuid, name text, "
              "sort_name text)) WITH ORDINALITY AS r (id, name, sort_name, place)");
}

TEST(Columns, AnUpdateLeavesWhatIsWrittenOnce) {
    EXPECT_EQ(Crayons.updateSql(),
              "UPDATE shop.crayon SET name = $3, sort_name = $4, colour = $5, price = $6, tags = $7, box = $8"
              " WHERE company_id = $1 AND id = $2");
}

bool isDear(const Crayon& crayon) {
    return crayon.price && crayon.price->minor() > 100;
}

TEST(Columns, WhatFollowsFromARecordMayBeOfTheInsertAlone) {
    const Table dear("shop.crayon", columnWrittenOnce("id", &Crayon::id), column("name", &Crayon::name),
                     derivedColumnWrittenOnce("dear", &isDear));
    EXPECT_EQ(dear.select("c"), "c.id, c.name");
    EXPECT_EQ(dear.insertSql(), "INSERT INTO shop.crayon (company_id, id, name, dear) SELECT $1, n.* FROM "
                                "json_to_recordset($2::json) AS n (id uuid, name text, dear boolean)");
    EXPECT_EQ(dear.updateSql(), "UPDATE shop.crayon SET name = $3 WHERE company_id = $1 AND id = $2");
}

TEST(Columns, RecordsAreWrittenAsAnArrayOfJson) {
    const auto textOf = [](const Param& param) { return std::string(detail::view(param.bytes())); };
    EXPECT_EQ(textOf(Crayons.records({})), "[]");
    const Crayon full{.id = PrefixedId<"cry">(*Uuid::parse(SomeUuid)),
                      .name = "Ink \"7\"\n",
                      .colour = Colour::Blue,
                      .price = MinorAmount(120),
                      .tags = {"a", "b"},
                      .box = Json::object({{"depth", 3}})};
    const std::string plain = R"({"id":"00000000-0000-0000-0000-000000000000","name":"","sort_name":"",)"
                              R"("colour":"red","tags":[]})";
    EXPECT_EQ(
        textOf(Crayons.records(std::vector{full, Crayon{}})),
        R"([{"id":"01939f3a-0000-7000-8000-000000000001","name":"Ink \"7\"\n","sort_name":"ink \"7\"\n",)"
        R"("colour":"blue","price":"120","tags":["a","b"],"box":{"depth":3}},)" +
            plain + ']');
}

TEST(Columns, ARecordIsWrittenByTheTypesOfItsMembers) {
    const auto textOf = [](const Param& param) {
        const svc_bytes bytes = param.bytes();
        return bytes.data == nullptr ? "NULL" : std::string(detail::view(bytes));
    };
    const Crayon crayon{.colour = Colour::Blue, .tags = {"a", "b"}};
    EXPECT_EQ(textOf(std::get<0>(column("colour", &Crayon::colour).write(crayon))), "blue");
    EXPECT_EQ(textOf(std::get<0>(column("price", &Crayon::price).write(crayon))), "NULL");
    EXPECT_EQ(textOf(std::get<0>(column("tags", &Crayon::tags).write(crayon))), R"(["a","b"])");
    EXPECT_EQ(textOf(std::get<0>(column("box", &Crayon::box).write(crayon))), "NULL");
}

TEST(Columns, ARowIsReadByTheTypesOfTheMembers) {
    const Cells cells(
        {SomeUuid.data(), "Ink", "blue", "120", R"(["a","b"])", nullptr, "user", SomeUuid.data()});
    const Crayon crayon = Crayons.read(cells.row());
    EXPECT_EQ(crayon.id.uuid().toString(), SomeUuid);
    EXPECT_EQ(crayon.name, "Ink");
    EXPECT_EQ(crayon.colour, Colour::Blue);
    EXPECT_EQ(crayon.price, MinorAmount(120));
    EXPECT_EQ(crayon.tags, (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(crayon.box.isNull());
    EXPECT_EQ(crayon.createdBy.kind, Actor::Kind::User);
}

/// A struct like a generated one: with its own reader and writer.
struct Lid {
    std::string shape{};
};
void read(const Json& json, const bind::Place& place, Lid& to) {
    bind::required(json, place, "shape", to.shape);
}
void writeTo(JsonWriter& out, const Lid& from) {
    out.beginObject();
    out.member("shape", from.shape);
    out.endObject();
}
struct Jar {
    PrefixedId<"jar"> id{};
    std::optional<Lid> lid{};
};

TEST(Columns, AStructOfTheContractIsKeptAsJson) {
    const Table jars("shop.jar", columnWrittenOnce("id", &Jar::id), column("lid", &Jar::lid));
    const Jar jar = jars.read(Cells({SomeUuid.data(), R"({"shape":"round"})"}).row());
    ASSERT_TRUE(jar.lid);
    EXPECT_EQ(jar.lid->shape, "round");
    EXPECT_FALSE(jars.read(Cells({SomeUuid.data(), nullptr}).row()).lid);
    const Param written = std::get<0>(column("lid", &Jar::lid).write(jar));
    EXPECT_EQ(detail::view(written.bytes()), R"({"shape":"round"})");
}

TEST(Columns, MembersWithoutColumnStayAsTheyAre) {
    struct Stocked {
        PrefixedId<"cry"> id;
        std::int64_t count = 0;
        std::string shelf = "left";
    };
    const Table table("shop.stock", columnWrittenOnce("id", &Stocked::id), column("count", &Stocked::count));
    Stocked stocked;
    const Cells cells({"elsewhere", SomeUuid.data(), "7"});
    table.readInto(cells.row(), 1, stocked);
    EXPECT_EQ(stocked.count, 7);
    EXPECT_EQ(stocked.shelf, "left");
}

TEST(Columns, ANumberThatAnIntCannotHoldIsAFault) {
    struct Page {
        int number = 0;
        std::string_view title;
        std::optional<std::string_view> note;
    };
    const Table pages("shop.page", columnWrittenOnce("number", &Page::number), column("title", &Page::title),
                      column("note", &Page::note));
    const Cells cells({"-12", "Index", nullptr});
    const Page page = pages.read(cells.row());
    EXPECT_EQ(page.number, -12);
    EXPECT_EQ(page.title, "Index");
    EXPECT_FALSE(page.note);
    const Cells beyond({"2147483648", "Index", nullptr});
    EXPECT_THROW(pages.read(beyond.row()), Fault);
}

struct PaidCrayon : Crayon {
    std::int64_t paid = 0;
};
const Table PaidCrayons("shop.paid_crayon", columnWrittenOnce<PaidCrayon>("id", &PaidCrayon::id),
                        column("name", &PaidCrayon::name), column("paid", &PaidCrayon::paid),
                        actorColumns("created_by", &PaidCrayon::createdBy));

TEST(Columns, ATableHoldsTheRecordThatItsFirstColumnNames) {
    static_assert(std::is_same_v<decltype(PaidCrayons)::Record, PaidCrayon>);
    EXPECT_EQ(PaidCrayons.select("c"), "c.id, c.name, c.paid, c.created_by_kind, c.created_by_id");
    EXPECT_EQ(PaidCrayons.updateSql(),
              "UPDATE shop.paid_crayon SET name = $3, paid = $4 WHERE company_id = $1 AND id = $2");
    const Cells cells({SomeUuid.data(), "Ink", "250", "user", SomeUuid.data()});
    const PaidCrayon crayon = PaidCrayons.read(cells.row());
    EXPECT_EQ(crayon.id.uuid(), *Uuid::parse(SomeUuid));
    EXPECT_EQ(crayon.name, "Ink");
    EXPECT_EQ(crayon.paid, 250);
    EXPECT_EQ(crayon.createdBy.kind, Actor::Kind::User);
    const std::vector<PaidCrayon> crayons{crayon};
    const Param written = PaidCrayons.records(crayons);
    EXPECT_EQ(Json::parse(detail::view(written.bytes()))[0]["name"].text(), "Ink");
    EXPECT_EQ(Json::parse(detail::view(written.bytes()))[0]["paid"].text(), "250");
}

struct Address {
    std::string city{};
    std::optional<std::string> street{};
};
struct Letter {
    PrefixedId<"let"> id{};
    Address to{};
    std::optional<Address> from{};
    std::string text{};
};
const Table Letters("post.letter", columnWrittenOnce("id", &Letter::id),
                    nestedColumnsWrittenOnce(&Letter::to, column("to_city", &Address::city),
                                             column("to_street", &Address::street)),
                    nestedColumns(&Letter::from, column("from_city", &Address::city),
                                  column("from_street", &Address::street)),
                    column("text", &Letter::text));

TEST(Columns, AStructOfTheRecordHasColumnsOfItsTable) {
    EXPECT_EQ(Letters.select("l"), "l.id, l.to_city, l.to_street, l.from_city, l.from_street, l.text");
    EXPECT_EQ(Letters.updateSql(),
              "UPDATE post.letter SET from_city = $3, from_street = $4, text = $5 WHERE company_id = $1"
              " AND id = $2");
    const Cells both({SomeUuid.data(), "Lille", nullptr, "Rome", "Via", "Hello"});
    const Letter letter = Letters.read(both.row());
    EXPECT_EQ(letter.to.city, "Lille");
    ASSERT_TRUE(letter.from);
    EXPECT_EQ(letter.from->street, "Via");
    EXPECT_EQ(letter.text, "Hello");
    const Cells one({SomeUuid.data(), "Lille", "Quai", nullptr, nullptr, "Hello"});
    EXPECT_FALSE(Letters.read(one.row()).from);
    EXPECT_EQ(Letters.read(one.row()).text, "Hello");
}

TEST(Columns, AStructThatIsNotThereIsNullInAllOfItsColumns) {
    const auto from =
        nestedColumns(&Letter::from, column("city", &Address::city), column("street", &Address::street));
    const auto [city, street] = from.write(Letter{});
    EXPECT_EQ(city.bytes().data, nullptr);
    EXPECT_EQ(street.bytes().data, nullptr);
    const Letter letter{.from = Address{.city = "Rome"}};
    const auto [known, none] = from.write(letter);
    EXPECT_EQ(detail::view(known.bytes()), "Rome");
    EXPECT_EQ(none.bytes().data, nullptr);
}

enum class Mood { Calm, Cross };
inline constexpr EnumTexts<Mood, 2> MoodTexts{{"calm", "cross"}};

TEST(EnumTexts, TellAValueByItsPlace) {
    EXPECT_EQ(MoodTexts.textOf(Mood::Cross), "cross");
    Mood mood = Mood::Calm;
    EXPECT_TRUE(MoodTexts.read("cross", mood));
    EXPECT_EQ(mood, Mood::Cross);
    EXPECT_FALSE(MoodTexts.read("glad", mood));
    EXPECT_EQ(mood, Mood::Cross);
}

TEST(Columns, AStateThatIsUnknownIsAFault) {
    const Cells cells({SomeUuid.data(), "Ink", "green", nullptr, "[]", nullptr, nullptr, nullptr});
    EXPECT_THROW(Crayons.read(cells.row()), Fault);
}

} // namespace
} // namespace svc
