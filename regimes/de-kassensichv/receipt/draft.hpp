// Receipts of the till before the TSE signs them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"
#include "receipt/store.hpp"

namespace svc::de_kassensichv {

/// Business cases of the DSFinV-K (GV_TYP) that this regime records.
namespace cases {
inline constexpr std::string_view Turnover = "Umsatz";
inline constexpr std::string_view ClaimMade = "Forderungsentstehung";
inline constexpr std::string_view ClaimSettled = "Forderungsaufloesung";
inline constexpr std::string_view Opening = "Anfangsbestand";
inline constexpr std::string_view Transit = "Geldtransit";
inline constexpr std::string_view Difference = "DifferenzSollIst";
inline constexpr std::string_view PaidIn = "Einzahlung";
inline constexpr std::string_view PaidOut = "Auszahlung";
inline constexpr std::string_view OwnerIn = "Privateinlage";
inline constexpr std::string_view OwnerOut = "Privatentnahme";
} // namespace cases

/// Tax keys of the DSFinV-K for lines without tax.
inline constexpr std::int64_t NotTaxable = 5;
inline constexpr std::int64_t Exempt = 6;

/// What a sale or credit note adds to a receipt: a line, or a tax of the document where its lines do not add
/// up.
struct TaxedAmount {
    std::optional<std::string> text = {}; ///< no value: the label of the receipt
    std::optional<std::string> item = {};
    Decimal quantity = Decimal(1);
    std::optional<std::string> unit = {};
    std::string taxCategory = {};
    Decimal taxRate = {};
    std::int64_t net = 0;
    std::int64_t tax = 0;

    std::int64_t gross() const { return net + tax; }
};

/// A receipt under construction. Amounts are cents; positive: the till receives.
class Draft {
public:
    Draft(std::string document, std::string label)
        : document_(std::move(document)), label_(std::move(label)) {}

    /// Adds the amounts of a sale or credit note, and what is missing to its total; sign -1 reverses them.
    /// Refuses with `tax-rate-unsupported:<rate>`.
    void addLines(const std::vector<TaxedAmount>& amounts, std::int64_t documentTotal, std::int64_t sign);
    /// Adds a line without tax.
    void addCase(std::string_view businessCase, std::string_view text, std::int64_t amount);
    /// Adds a payment by a method (cash, card …). `walletAmount`: in the currency of the wallet. `id`: set
    /// for a payment of a sale.
    void addPayment(std::string_view method, std::int64_t amount, std::int64_t walletAmount,
                    const std::string& walletCurrency, const std::optional<std::string>& id = std::nullopt);
    /// Adds the line that balances the receipt: an unpaid rest becomes a receivable, a credit without payment
    /// reduces one.
    void balance();
    void setCustomer(const calls::sales::SealedBuyer& buyer, const calls::sales::SalePartner& partner);
    void setReference(const Receipt& original);
    void setCancels() { cancels_ = true; }

    std::int64_t paid() const;
    const std::string& document() const { return document_; }
    ProcessData processData(std::string_view type) const;
    /// The content that is stored for the export.
    Json content(Call& call) const;

private:
    void addLine(Json line);
    std::int64_t total() const;

    std::string document_;
    std::string label_;
    Json lines_ = Json::array();
    Json payments_ = Json::array();
    Json customer_;
    Json reference_;
    bool cancels_ = false;
};

/// Is it a method that a till takes: cash or card?
bool isTillMethod(std::string_view method);

} // namespace svc::de_kassensichv
