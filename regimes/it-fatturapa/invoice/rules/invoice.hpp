// An invoice for FatturaPA: the EN 16931 invoice, and the additional Italian data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "einvoice/invoice.hpp"
#include "file/rules/file_name.hpp"

namespace svc::it_fatturapa {

/// A VAT number (IdFiscaleIVA).
struct TaxId {
    std::string country; ///< ISO 3166-1 alpha-2; EL for Greece
    std::string code;
};

/// Entry in the register of companies (IscrizioneREA).
struct Registration {
    std::string office; ///< province of the chamber of commerce
    std::string number;
    std::string capital; ///< share capital, `10000.00`; empty: left out
    std::string owners;  ///< SU one owner, SM several; empty: left out
    bool inLiquidation = false;
};

/// Withholding tax that the buyer pays on behalf of the seller (DatiRitenuta), computed on all lines.
struct Withholding {
    std::string type; ///< RT01 …
    Decimal rate;     ///< percent
    std::string reason;
};

/// A delivery note (DatiDDT).
struct DeliveryNote {
    std::string number;
    Date date;
};

/// The destination of the invoice, from the buyer's electronic address (schemes of the list EAS).
struct Destination {
    bool toPublic = false;     ///< FPA12 instead of FPR12
    std::string code;          ///< CodiceDestinatario
    std::string certifiedMail; ///< PECDestinatario; empty: none
};

/// The data besides the EN 16931 invoice. In that invoice, the category of a line or tax without a rate is
/// its Natura (`N4`), and all other categories are `S`; amounts are euro cents.
struct Facts {
    Transmitter transmitter;
    std::string progress; ///< ProgressivoInvio
    Destination destination;
    TaxId sellerId;
    std::string sellerFiscalCode;
    std::string taxRegime; ///< RegimeFiscale: RF01 …
    std::optional<Registration> registration;
    std::optional<TaxId> buyerId;
    std::string buyerFiscalCode;
    std::string documentType; ///< TipoDocumento: TD01 …
    std::vector<DeliveryNote> deliveries;
    std::string cig;            ///< CodiceCIG of the tender
    std::string cup;            ///< CodiceCUP of the project
    std::string vatDue;         ///< EsigibilitaIVA of taxed lines: I, D or S (split payment); empty: left out
    std::int64_t stampDuty = 0; ///< ImportoBollo, cents; 0: none
    std::optional<Withholding> withholding;
    std::string paymentMeans; ///< ModalitaPagamento: MP05 …; empty: the payment data is left out
};

/// The destination for a buyer's electronic address (`<scheme>:<identifier>`) and country: 0201 an office of
/// the index of public administrations, 0205 a code of SdI, 0202 certified mail. Without one of these XXXXXXX
/// for buyers abroad, 0000000 in Italy.
Destination destinationOf(const std::optional<std::string>& address, const std::string& country);

/// Cuts the codes of tender and project out of an order reference such as `ODA-12 CIG:ZB98B4A235
/// CUP:J51B21004880007`.
void takePublicCodes(std::string& orderReference, std::string& cig, std::string& cup);

/// The default legal ground of a Natura (RiferimentoNormativo).
std::string_view lawOf(std::string_view natura);

/// Stamp duty of invoices without VAT (DPR 642/1972, annex A, article 13).
struct StampRule {
    std::vector<std::string> kinds = {"N2.1", "N2.2", "N3.5", "N3.6", "N4"}; ///< dutiable Natura codes
    std::int64_t above = 7747; ///< threshold in cents, which the sum of these amounts must exceed
    std::int64_t duty = 200;   ///< cents
};

/// The duty in cents; 0: none is due.
std::int64_t stampDutyOf(const einvoice::Invoice& invoice, const StampRule& rule);

/// The tax withheld, cents.
std::int64_t withheldOf(const einvoice::Invoice& invoice, const Withholding& withholding);

/// ModalitaPagamento for a payment means of UNCL 4461; empty when there is none.
std::string_view paymentMeansOf(std::string_view code);

/// The unsigned file. Names and texts are cut to the lengths of the schema.
std::string writeInvoice(const einvoice::Invoice& invoice, const Facts& facts);

} // namespace svc::it_fatturapa
