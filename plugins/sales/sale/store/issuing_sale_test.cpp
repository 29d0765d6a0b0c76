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
constexpr auto None = api::SaleFiscalStatus::None;
constexpr auto Pending = api::SaleFiscalStatus::Pending;

TEST(IssuingSale, IsFoundWhileItIsIssued) {
    Sale outer = saleOf("01890a5d-ac96-774b-bcce-b302099a8057");
    Sale inner = saleOf("01890a5d-ac96-774b-bcce-b302099a8058");
    EXPECT_EQ(IssuingSale::find(outer.id.uuid()), nullptr);
    {
        const IssuingSale first(outer, SomeParties, None);
        {
            const IssuingSale second(inner, SomeParties, None);
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
    IssuingSale issuing(sale, SomeParties, None);
    EXPECT_NE(IssuingSale::find(sale.id.uuid()), nullptr);
    issuing.forget();
    EXPECT_EQ(IssuingSale::find(sale.id.uuid()), nullptr);
}

TEST(IssuingSale, TellsWhetherItsRowHasAnotherFiscalStatus) {
    Sale sale = saleOf("01890a5d-ac96-774b-bcce-b302099a8057");
    IssuingSale issuing(sale, SomeParties, Pending);
    EXPECT_TRUE(issuing.hasStaleStatus()) << "no hook has told one";
    sale.fiscalStatus = Pending;
    EXPECT_FALSE(issuing.hasStaleStatus());
    sale.fiscalStatus = None;
    issuing.forget();
    EXPECT_FALSE(issuing.hasStaleStatus()) << "its row was read back";
}

} // namespace
} // namespace svc::sales
