#include "sale/store/issuing_sale.hpp"

#include <gtest/gtest.h>

namespace svc::sales {
namespace {

Sale saleOf(const char* id) {
    Sale sale;
    sale.id = SaleId(Uuid::parse(id).value());
    return sale;
}

const Parties SomeParties{"{}", std::nullopt};

TEST(IssuingSale, IsFoundWhileItIsIssued) {
    Sale outer = saleOf("01890a5d-ac96-774b-bcce-b302099a8057");
    Sale inner = saleOf("01890a5d-ac96-774b-bcce-b302099a8058");
    EXPECT_EQ(IssuingSale::find(outer.id.uuid()), nullptr);
    {
        const IssuingSale first(outer, SomeParties);
        {
            const IssuingSale second(inner, SomeParties);
            ASSERT_NE(IssuingSale::find(outer.id.uuid()), nullptr);
            EXPECT_EQ(&IssuingSale::find(outer.id.uuid())->sale(), &outer);
            EXPECT_EQ(&IssuingSale::find(inner.id.uuid())->sale(), &inner);
        }
        EXPECT_EQ(IssuingSale::find(inner.id.uuid()), nullptr);
        EXPECT_NE(IssuingSale::find(outer.id.uuid()), nullptr);
    }
    EXPECT_EQ(IssuingSale::find(outer.id.uuid()), nullptr);
}

TEST(IssuingSale, IsReadBackOnceItsRowMayChange) {
    Sale sale = saleOf("01890a5d-ac96-774b-bcce-b302099a8057");
    const IssuingSale issuing(sale, SomeParties);
    IssuingSale::forget(saleOf("01890a5d-ac96-774b-bcce-b302099a8058").id.uuid());
    EXPECT_NE(IssuingSale::find(sale.id.uuid()), nullptr);
    IssuingSale::forget(sale.id.uuid());
    EXPECT_EQ(IssuingSale::find(sale.id.uuid()), nullptr);
}

} // namespace
} // namespace svc::sales
