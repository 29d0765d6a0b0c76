#include <svc/id.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

namespace svc {
namespace {

struct SaleTag {
    static constexpr std::string_view Prefix = "sal";
};
using SaleId = Id<SaleTag>;

struct Vector {
    const char* suffix;
    const char* uuid;
};

/// The vectors of valid.yml in the TypeID specification.
constexpr Vector Vectors[] = {
    {"00000000000000000000000000", "00000000-0000-0000-0000-000000000000"},
    {"00000000000000000000000001", "00000000-0000-0000-0000-000000000001"},
    {"0000000000000000000000000a", "00000000-0000-0000-0000-00000000000a"},
    {"0000000000000000000000000g", "00000000-0000-0000-0000-000000000010"},
    {"00000000000000000000000010", "00000000-0000-0000-0000-000000000020"},
    {"7zzzzzzzzzzzzzzzzzzzzzzzzz", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
    {"0123456789abcdefghjkmnpqrs", "0110c853-1d09-52d8-d73e-1194e95b5f19"},
    {"01h455vb4pex5vsknk084sn02q", "01890a5d-ac96-774b-bcce-b302099a8057"},
};

TEST(TypeId, agreesWithTheVectorsOfTheSpecification) {
    for (const Vector& vector : Vectors) {
        const Uuid uuid = Uuid::parse(vector.uuid).value();
        EXPECT_EQ(encodeId("prefix", uuid), std::string("prefix_") + vector.suffix);
        EXPECT_EQ(decodeId("prefix", std::string("prefix_") + vector.suffix), uuid) << vector.suffix;
    }
}

TEST(TypeId, refusesEveryOtherForm) {
    EXPECT_FALSE(decodeTypeIdSuffix("8zzzzzzzzzzzzzzzzzzzzzzzzz"));
    EXPECT_FALSE(decodeTypeIdSuffix("zzzzzzzzzzzzzzzzzzzzzzzzzz"));
    EXPECT_FALSE(decodeTypeIdSuffix("01H455VB4PEX5VSKNK084SN02Q"));
    EXPECT_FALSE(decodeTypeIdSuffix("01h455vb4pex5vsknk084sn02"));
    EXPECT_FALSE(decodeTypeIdSuffix("01h455vb4pex5vsknk084sn02qq"));
    EXPECT_FALSE(decodeTypeIdSuffix(""));
    for (const char letter : {'i', 'l', 'o', 'u', '-', ' ', '\0', '\xff'}) {
        std::string text = "01h455vb4pex5vsknk084sn02q";
        text[12] = letter;
        EXPECT_FALSE(decodeTypeIdSuffix(text)) << letter;
        text = "01h455vb4pex5vsknk084sn02q";
        text[0] = letter;
        EXPECT_FALSE(decodeTypeIdSuffix(text)) << letter;
    }
}

TEST(TypeId, needsItsOwnPrefix) {
    EXPECT_TRUE(SaleId::parse("sal_01h455vb4pex5vsknk084sn02q"));
    for (const char* text : {"pur_01h455vb4pex5vsknk084sn02q", "Sal_01h455vb4pex5vsknk084sn02q",
                             "sal01h455vb4pex5vsknk084sn02q_", "sal-01h455vb4pex5vsknk084sn02q",
                             "01h455vb4pex5vsknk084sn02q", "sal_", "", "_01h455vb4pex5vsknk084sn02q"}) {
        EXPECT_FALSE(SaleId::parse(text)) << text;
        EXPECT_EQ(SaleId::parseOrNil(text), SaleId()) << text;
    }
    EXPECT_EQ(SaleId::parseOrNil("sal_01h455vb4pex5vsknk084sn02q"),
              SaleId::parse("sal_01h455vb4pex5vsknk084sn02q"));
}

TEST(TypeId, beginsWithItsPrefix) {
    EXPECT_TRUE(hasPrefixOf<SaleId>("sal_01h455vb4pex5vsknk084sn02q"));
    EXPECT_TRUE(hasPrefixOf<SaleId>("sal_of no form"));
    for (const char* text : {"pur_01h455vb4pex5vsknk084sn02q", "sale_1", "sal", "sa_l", ""}) {
        EXPECT_FALSE(hasPrefixOf<SaleId>(text)) << text;
    }
}

TEST(TypeId, givesBackWhatItWasMadeFrom) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20'000; ++i) {
        Uuid::Bytes bytes{};
        for (auto& byte : bytes) {
            byte = static_cast<std::uint8_t>(random() & 255U);
        }
        const SaleId id{Uuid(bytes)};
        ASSERT_EQ(SaleId::parse(id.toString()), id);
        ASSERT_EQ(Uuid::parse(id.uuid().toString()), id.uuid());
    }
}

TEST(Uuid, readsAndWritesItsText) {
    const Uuid uuid = Uuid::parse("01890A5D-ac96-774b-bcce-b302099a8057").value();
    EXPECT_EQ(uuid.toString(), "01890a5d-ac96-774b-bcce-b302099a8057");
    EXPECT_EQ(Uuid::fromBytes(uuid.bytes().data()), uuid);
    for (const char* text : {"", "01890a5dac96774bbcceb302099a8057", "01890a5d-ac96-774b-bcce-b302099a805",
                             "01890a5d-ac96-774b-bcce-b302099a805g", "01890a5d+ac96-774b-bcce-b302099a8057",
                             "{01890a5d-ac96-774b-bcce-b302099a80}"}) {
        EXPECT_FALSE(Uuid::parse(text)) << text;
    }
    EXPECT_TRUE(Uuid().isNil());
    EXPECT_FALSE(uuid.isNil());
}

TEST(Uuid, ofVersionSevenIsOrderedByTime) {
    const std::array<std::uint8_t, 10> ones{255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const std::array<std::uint8_t, 10> zeros{};
    const Uuid early = makeUuidV7(0x017F22E279B0, ones);
    const Uuid late = makeUuidV7(0x017F22E279B1, zeros);
    EXPECT_EQ(early.toString(), "017f22e2-79b0-7fff-bfff-ffffffffffff");
    EXPECT_EQ(late.toString(), "017f22e2-79b1-7000-8000-000000000000");
    EXPECT_LT(early, late);
    EXPECT_LT(encodeId("sal", early), encodeId("sal", late));
}

TEST(Uuid, isAKeyOfAHashTable) {
    std::unordered_set<SaleId> set;
    set.insert(SaleId(Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8057").value()));
    EXPECT_TRUE(set.contains(SaleId::parse("sal_01h455vb4pex5vsknk084sn02q").value()));
    EXPECT_FALSE(set.contains(SaleId()));
}

} // namespace
} // namespace svc
