#include "sale/store/parties.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view SealedSale =
    "SELECT (SELECT record FROM sales.party p WHERE p.company_id = $1 AND p.seal = s.seller_seal),"
    " (SELECT record FROM sales.party p WHERE p.company_id = $1 AND p.seal = s.buyer_seal),"
    " s.seller_seal IS NOT NULL, s.buyer_seal IS NOT NULL"
    " FROM sales.sale s WHERE s.company_id = $1 AND s.id = $2";

constexpr std::string_view SealedCreditNote =
    "SELECT (SELECT record FROM sales.party p WHERE p.company_id = $1 AND p.seal = n.seller_seal),"
    " (SELECT record FROM sales.party p WHERE p.company_id = $1 AND p.seal = s.buyer_seal),"
    " n.seller_seal IS NOT NULL, s.buyer_seal IS NOT NULL"
    " FROM sales.credit_note n JOIN sales.sale s ON s.company_id = n.company_id AND s.id = n.sale_id"
    " WHERE n.company_id = $1 AND n.id = $2";

template <class Party>
std::optional<Party> partyIn(std::optional<std::string_view> record) {
    if (!record) {
        return std::nullopt;
    }
    Party party;
    read(Json::parse(*record), bind::Place("sales.party"), party);
    return party;
}

SealedParties partiesOf(const Rows& rows) {
    if (rows.empty()) {
        return {};
    }
    const auto isUnwritten = [&rows](std::uint32_t column) {
        return rows[0].isNull(column) && rows[0].boolean(column + 2);
    };
    return {.seller = partyIn<commands::SealedSeller>(rows[0].optionalText(0)),
            .buyer = partyIn<commands::SealedBuyer>(rows[0].optionalText(1)),
            .isUnwritten = isUnwritten(0) || isUnwritten(1)};
}

void keep(Call& call, const std::string& record) {
    static const std::string insert = "INSERT INTO sales.party (company_id, seal, record) VALUES ($1, " +
                                      sealOf("$2") + ", $2) ON CONFLICT (company_id, seal) DO NOTHING";
    // Two transactions that store the same new record wait for each other; sorting by the texts prevents
    // deadlocks.
    call.db().sendLate("party:" + record, insert, call.companyId(), record);
}

} // namespace

std::string sealOf(std::string_view parameter) {
    return "encode(substr(sha256(convert_to(" + std::string(parameter) +
           "::text, 'UTF8')), 1, 16), 'hex')::uuid";
}

void keepParties(Call& call, const Parties& parties) {
    keep(call, parties.seller);
    if (parties.buyer) {
        keep(call, *parties.buyer);
    }
}

SealedParties partiesIn(const Parties& parties) {
    return {.seller = partyIn<commands::SealedSeller>(parties.seller),
            .buyer = partyIn<commands::SealedBuyer>(parties.buyer)};
}

SealedParties sealedWithSale(Call& call, SaleId sale) {
    return partiesOf(call.db().query(SealedSale, call.companyId(), sale));
}

SealedParties sealedWithCreditNote(Call& call, CreditNoteId creditNote) {
    return partiesOf(call.db().query(SealedCreditNote, call.companyId(), creditNote));
}

} // namespace svc::sales
