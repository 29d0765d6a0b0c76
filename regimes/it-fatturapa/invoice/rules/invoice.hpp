// An invoice as FatturaPA wants it: that of EN 16931, and what Italy asks for besides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "einvoice/invoice.hpp"
#include "file/rules/file_name.hpp"

namespace svc::fatturapa {

/// A number for VAT (IdFiscaleIVA).
struct TaxId {
    std::string country; ///< ISO 3166-1 alpha-2; EL for Greece
    std::string code;
};

/// Entry in the register of companies (IscrizioneREA).
struct Registration {
    std::string office; ///< province of the chamber of commerce
    std::string number;
    std::string capital; ///< share capital, `10000.00`; empty: none is told
    std::string owners;  ///< SU one owner, SM several; empty: not told
    bool inLiquidation = false;
};

/// Withholding tax that the buyer pays for the seller (DatiRitenuta), computed on all lines.
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

/// Where the invoice goes, read from the buyer's electronic address (schemes of the list EAS).
struct Destination {
    bool toPublic = false;     ///< FPA12 instead of FPR12
    std::string code;          ///< CodiceDestinatario
    std::string certifiedMail; ///< PECDestinatario; empty: none
};

/// Parts beside the invoice of EN 16931. There, the category of a line or tax without a rate is its Natura
/// (`N4`), and every other one is `S`; amounts are cents of euro.
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
    std::string vatDue;         ///< EsigibilitaIVA of taxed lines: I, D or S (split payment); empty: not told
    std::int64_t stampDuty = 0; ///< ImportoBollo, cents; 0: none
    std::optional<Withholding> withholding;
    std::string paymentMeans; ///< ModalitaPagamento: MP05 …; empty: nothing is told about payment
};

/// Where the buyer of this electronic address (`<scheme>:<identifier>`) and country has his invoices sent:
/// 0201 an office of the index of public administrations, 0205 a code of SdI, 0202 certified mail; of others
/// abroad XXXXXXX, in Italy 0000000.
Destination destinationOf(const std::optional<std::string>& address, const std::string& country);

/// The codes of tender and project in an order reference such as `ODA-12 CIG:ZB98B4A235 CUP:J51B21004880007`.
void takePublicCodes(std::string& orderReference, std::string& cig, std::string& cup);

/// Why a Natura applies, as RiferimentoNormativo has it when nobody says more.
std::string_view lawOf(std::string_view natura);

/// Stamp duty of invoices without VAT (DPR 642/1972, annex A, article 13).
struct StampRule {
    std::vector<std::string> kinds = {"N2.1", "N2.2", "N3.5", "N3.6", "N4"}; ///< Natura of what is subject
    std::int64_t above = 7747; ///< cents that the sum of these must exceed
    std::int64_t duty = 200;   ///< cents
};

/// Cents; 0: none is due.
std::int64_t stampDutyOf(const einvoice::Invoice& invoice, const StampRule& rule);

/// The tax withheld, cents.
std::int64_t withheldOf(const einvoice::Invoice& invoice, const Withholding& withholding);

/// ModalitaPagamento by the means of UNCL 4461; empty when it tells nothing.
std::string_view paymentMeansOf(std::string_view code);

/// The file, unsigned. Names and texts are cut to what the schema takes.
std::string writeInvoice(const einvoice::Invoice& invoice, const Facts& facts);

} // namespace svc::fatturapa
