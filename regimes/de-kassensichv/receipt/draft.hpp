// Receipts of the till before the TSE signs them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "receipt/store.hpp"

namespace svc::kassensichv {

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

/// A receipt under construction. Amounts are cents; positive: the till receives.
class Draft {
public:
    Draft(std::string document, std::string label)
        : document_(std::move(document)), label_(std::move(label)) {}

    /// Adds the lines of a sale or credit note; sign -1 reverses them. Refuses with
    /// `tax-rate-unsupported:<rate>`.
    void addLines(const Json& document, std::int64_t sign);
    /// Adds a line without tax.
    void addCase(std::string_view businessCase, std::string_view text, std::int64_t amount);
    /// Adds a payment by a method (cash, card …). `walletAmount`: in the currency of the wallet. `id`: set
    /// for a payment of a sale.
    void addPayment(std::string_view method, std::int64_t amount, std::int64_t walletAmount,
                    const std::string& walletCurrency, const std::optional<std::string>& id = std::nullopt);
    /// Adds the line that balances the receipt: an unpaid rest becomes a receivable, a credit without payment
    /// reduces one.
    void balance();
    void setCustomer(const Json& buyer, const Json& partner);
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

} // namespace svc::kassensichv
