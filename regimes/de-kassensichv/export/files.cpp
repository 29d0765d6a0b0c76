#include "export/files.hpp"

#include <array>

#include <svc/money.hpp>

#include "export/rules/country.hpp"
#include "export/sums.hpp"
#include "receipt/draft.hpp"
#include "receipt/store.hpp"
#include "tse/store.hpp"

namespace svc::de_kassensichv {
namespace {

constexpr std::string_view Software = "svc";
constexpr std::string_view SoftwareVersion = "1.0.0";

using Write = std::function<void(DsfinvkRow&)>;

Decimal cents(const Json& amount) {
    return Decimal(amount.integer()).shifted(-2);
}

DsfinvkRow rowOf(const Closing& closing) {
    DsfinvkRow row;
    row.text("Z_KASSE_ID", closing.master.textOr("till")).text("Z_ERSTELLUNG", closing.closedLocal);
    row.number("Z_NR", Decimal(closing.number));
    return row;
}

DsfinvkRow rowOf(const Closing& closing, const Receipt& receipt) {
    DsfinvkRow row = rowOf(closing);
    row.text("BON_ID", receipt.id.toString());
    return row;
}

void setText(DsfinvkRow& row, std::string_view column, const Json& object, std::string_view member) {
    if (const auto value = object.isObject() ? object.optionalText(member) : std::nullopt) {
        row.text(column, *value);
    }
}

void setCountry(DsfinvkRow& row, std::string_view column, const Json& object) {
    row.text(column, threeLetters(object.textOr("country")));
}

// One function for each table of receipts.

void writeLines(Call&, const Closing& closing, const Receipt& receipt, const Write& write) {
    int position = 0;
    for (const Json& line : receipt.content["lines"].items()) {
        const Decimal quantity = line["quantity"].decimal();
        DsfinvkRow row = rowOf(closing, receipt);
        row.text("POS_ZEILE", std::to_string(++position)).text("ARTIKELTEXT", line.textOr("text"));
        row.text("POS_TERMINAL_ID", closing.master.textOr("till")).text("GV_TYP", line.textOr("case"));
        row.flag("INHAUS", false).flag("P_STORNO", false).number("AGENTUR_ID", Decimal(0));
        setText(row, "ART_NR", line, "item");
        row.number("MENGE", quantity).number("FAKTOR", Decimal(1));
        setText(row, "EINHEIT", line, "unit");
        const Decimal gross = cents(line["gross"]);
        row.number("STK_BR", quantity.isZero() ? gross : Decimal::divide(gross, quantity, 5));
        write(row);
    }
}

void writeLineTaxes(Call&, const Closing& closing, const Receipt& receipt, const Write& write) {
    int position = 0;
    for (const Json& line : receipt.content["lines"].items()) {
        DsfinvkRow row = rowOf(closing, receipt);
        row.text("POS_ZEILE", std::to_string(++position));
        row.number("UST_SCHLUESSEL", line["key"].decimal()).number("POS_BRUTTO", cents(line["gross"]));
        row.number("POS_NETTO", cents(line["net"])).number("POS_UST", cents(line["tax"]));
        write(row);
    }
}

void setCustomer(DsfinvkRow& row, const Json& customer) {
    if (!customer.isObject()) {
        return;
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> Columns = {
        {{"KUNDE_NAME", "name"},
         {"KUNDE_ID", "id"},
         {"KUNDE_STRASSE", "street"},
         {"KUNDE_PLZ", "postalCode"},
         {"KUNDE_ORT", "city"},
         {"KUNDE_USTID", "vatNumber"}}};
    for (const auto& [column, member] : Columns) {
        setText(row, column, customer, member);
    }
    setCountry(row, "KUNDE_LAND", customer);
}

void writeHead(Call&, const Closing& closing, const Receipt& receipt, const Write& write) {
    const Json& content = receipt.content;
    const bool isSigned = receipt.result && !receipt.result->error;
    Decimal total;
    for (const Json& line : content["lines"].items()) {
        total += cents(line["gross"]);
    }
    DsfinvkRow row = rowOf(closing, receipt);
    row.number("BON_NR", Decimal(receipt.sequence)).text("BON_TYP", receipt.type);
    row.text("TERMINAL_ID", closing.master.textOr("till"));
    row.flag("BON_STORNO", content.optionalBool("cancels").value_or(false));
    row.text("BON_START", isSigned ? receipt.result->startedLocal : receipt.recordedLocal);
    row.text("BON_ENDE", isSigned ? receipt.result->loggedLocal : receipt.recordedLocal);
    setText(row, "BEDIENER_ID", content["user"], "id");
    setText(row, "BEDIENER_NAME", content["user"], "kind");
    row.number("UMS_BRUTTO", total).text("BON_NOTIZ", content.textOr("label"));
    setCustomer(row, content["customer"]);
    write(row);
}

void writeHeadTaxes(Call&, const Closing& closing, const Receipt& receipt, const Write& write) {
    for (const auto& [key, sum] : taxesOf(receipt)) {
        DsfinvkRow row = rowOf(closing, receipt);
        row.number("UST_SCHLUESSEL", Decimal(key)).number("BON_BRUTTO", sum.gross);
        row.number("BON_NETTO", sum.net).number("BON_UST", sum.tax);
        write(row);
    }
}

void writePayments(Call&, const Closing& closing, const Receipt& receipt, const Write& write) {
    const auto add = [&](std::string_view type, std::string_view name, std::string_view currency,
                         const Decimal& amount, const Decimal& base) {
        DsfinvkRow row = rowOf(closing, receipt);
        row.text("ZAHLART_TYP", type).text("ZAHLART_NAME", name).text("ZAHLWAEH_CODE", currency);
        row.number("ZAHLWAEH_BETRAG", amount).number("BASISWAEH_BETRAG", base);
        write(row);
    };
    for (const Json& payment : receipt.content["payments"].items()) {
        add(payment.textOr("type"), payment.textOr("name"), payment.textOr("currency"), paidIn(payment),
            cents(payment["base"]));
    }
    if (receipt.content["payments"].empty()) {
        add("Keine", "", "EUR", Decimal(0), Decimal(0));
    }
}

void writeReference(Call& call, const Closing& closing, const Receipt& receipt, const Write& write) {
    const Json& told = receipt.content["reference"];
    if (!told.isObject()) {
        return;
    }
    const Reference original = referenceOf(call, told["sequence"].integer());
    DsfinvkRow row = rowOf(closing, receipt);
    row.text("REF_TYP", "Transaktion").text("REF_DATUM", original.recordedLocal);
    row.text("REF_Z_KASSE_ID", closing.master.textOr("till")).text("REF_BON_ID", told.textOr("receipt"));
    if (original.closing) {
        row.number("REF_Z_NR", Decimal(*original.closing));
    }
    write(row);
}

void writeSignature(Call&, const Closing& closing, const Receipt& receipt, const Write& write) {
    DsfinvkRow row = rowOf(closing, receipt);
    row.text("TSE_TA_VORGANGSART", ReceiptProcess);
    if (!receipt.result || receipt.result->error) {
        row.text("TSE_TA_FEHLER", receipt.result ? "TSE ausgefallen: " + *receipt.result->error
                                                 : std::string("Signatur steht aus"));
        row.text("TSE_VORGANGSDATEN", receipt.processData);
        write(row);
        return;
    }
    const TseSignature& one = receipt.result->signature;
    row.number("TSE_ID", Decimal(receipt.result->tse)).number("TSE_TANR", Decimal(one.transaction));
    row.text("TSE_TA_START", one.startedAt).text("TSE_TA_ENDE", one.loggedAt);
    row.number("TSE_TA_SIGZ", Decimal(one.counter)).text("TSE_TA_SIG", one.signature);
    row.text("TSE_VORGANGSDATEN", one.processData);
    write(row);
}

// One function for each table of closings.

void writeClosing(Call& call, const Closing& closing, const Write& write) {
    const ClosingSums sums = sumsOf(call, closing);
    const Json& master = closing.master;
    DsfinvkRow row = rowOf(closing);
    row.text("Z_BUCHUNGSTAG", closing.date.toString()).text("TAXONOMIE_VERSION", TaxonomyVersion);
    row.text("Z_START_ID", sums.firstReceipt).text("Z_ENDE_ID", sums.lastReceipt);
    setText(row, "NAME", master, "name");
    setText(row, "STRASSE", master, "street");
    setText(row, "PLZ", master, "postalCode");
    setText(row, "ORT", master, "city");
    setCountry(row, "LAND", master);
    setText(row, "STNR", master, "taxNumber");
    setText(row, "USTID", master, "vatNumber");
    row.number("Z_SE_ZAHLUNGEN", sums.paid).number("Z_SE_BARZAHLUNGEN", sums.cash);
    write(row);
}

void writeLocation(Call&, const Closing& closing, const Write& write) {
    const Json& master = closing.master;
    DsfinvkRow row = rowOf(closing);
    setText(row, "LOC_NAME", master, "location");
    setText(row, "LOC_STRASSE", master, "street");
    setText(row, "LOC_PLZ", master, "postalCode");
    setText(row, "LOC_ORT", master, "city");
    setCountry(row, "LOC_LAND", master);
    setText(row, "LOC_USTID", master, "vatNumber");
    write(row);
}

void writeRegister(Call&, const Closing& closing, const Write& write) {
    const Json& master = closing.master;
    DsfinvkRow row = rowOf(closing);
    setText(row, "KASSE_BRAND", master, "brand");
    setText(row, "KASSE_MODELL", master, "model");
    row.text("KASSE_SERIENNR", master.textOr("till")).text("KASSE_SW_BRAND", Software);
    row.text("KASSE_SW_VERSION", SoftwareVersion).text("KASSE_BASISWAEH_CODE", "EUR");
    row.flag("KEINE_UST_ZUORDNUNG", false);
    write(row);
}

void writeTaxKeys(Call& call, const Closing& closing, const Write& write) {
    for (const auto& [key, rate] : sumsOf(call, closing).rates) {
        DsfinvkRow row = rowOf(closing);
        row.number("UST_SCHLUESSEL", Decimal(key)).number("UST_SATZ", rate);
        row.text("UST_BESCHR", key == NotTaxable ? "Nicht steuerbar"
                               : key == Exempt   ? "Umsatzsteuerfrei"
                                                 : "Umsatzsteuer " + rate.toString() + " %");
        write(row);
    }
}

void writeDevices(Call& call, const Closing& closing, const Write& write) {
    for (const Device& device : devicesOf(call, closing.first, closing.last)) {
        DsfinvkRow row = rowOf(closing);
        row.number("TSE_ID", Decimal(device.number)).text("TSE_SERIAL", device.serial);
        row.text("TSE_SIG_ALGO", device.algorithm).text("TSE_ZEITFORMAT", device.timeFormat);
        row.text("TSE_PD_ENCODING", "UTF-8").text("TSE_PUBLIC_KEY", device.publicKey);
        write(row);
    }
}

void writeCases(Call& call, const Closing& closing, const Write& write) {
    for (const auto& [of, sum] : sumsOf(call, closing).cases) {
        DsfinvkRow row = rowOf(closing);
        row.text("GV_TYP", of.first).number("AGENTUR_ID", Decimal(0));
        row.number("UST_SCHLUESSEL", Decimal(of.second)).number("Z_UMS_BRUTTO", sum.gross);
        row.number("Z_UMS_NETTO", sum.net).number("Z_UST", sum.tax);
        write(row);
    }
}

void writePaymentSums(Call& call, const Closing& closing, const Write& write) {
    for (const auto& [of, amount] : sumsOf(call, closing).payments) {
        DsfinvkRow row = rowOf(closing);
        row.text("ZAHLART_TYP", of.first).text("ZAHLART_NAME", of.second);
        write(row.number("Z_ZAHLART_BETRAG", amount));
    }
}

void writeCash(Call& call, const Closing& closing, const Write& write) {
    for (const auto& [currency, amount] : sumsOf(call, closing).cashByCurrency) {
        DsfinvkRow row = rowOf(closing);
        write(row.text("ZAHLART_WAEH", currency).number("ZAHLART_BETRAG_WAEH", amount));
    }
}

using OfReceipt = void (*)(Call&, const Closing&, const Receipt&, const Write&);
constexpr std::array<std::pair<std::string_view, OfReceipt>, 7> ReceiptTables = {
    {{"Bonpos", writeLines},
     {"Bonpos_USt", writeLineTaxes},
     {"Bonkopf", writeHead},
     {"Bonkopf_USt", writeHeadTaxes},
     {"Bonkopf_Zahlarten", writePayments},
     {"Bon_Referenzen", writeReference},
     {"TSE_Transaktionen", writeSignature}}};

using OfClosing = void (*)(Call&, const Closing&, const Write&);
constexpr std::array<std::pair<std::string_view, OfClosing>, 8> ClosingTables = {
    {{"Stamm_Abschluss", writeClosing},
     {"Stamm_Orte", writeLocation},
     {"Stamm_Kassen", writeRegister},
     {"Stamm_USt", writeTaxKeys},
     {"Stamm_TSE", writeDevices},
     {"Z_GV_Typ", writeCases},
     {"Z_Zahlart", writePaymentSums},
     {"Z_Waehrungen", writeCash}}};

} // namespace

/// Tables without a function stay empty: prices found, parts of articles, slaves, agencies.
void DsfinvkExport::table(const Table& table, const Closing& closing, const Add& add) {
    for (const auto& [name, write] : ReceiptTables) {
        if (name == table.name) {
            const OfReceipt each = write;
            eachReceipt(call_, closing.first, closing.last,
                        [&](const Receipt& receipt) { each(call_, closing, receipt, add); });
        }
    }
    for (const auto& [name, write] : ClosingTables) {
        if (name == table.name) {
            write(call_, closing, add);
        }
    }
}

void DsfinvkExport::write(const Sink& sink) {
    const Json company = call_.companyRecord();
    const Json& address = company["address"];
    sink("index.xml", indexXml(company.textOr("legalName", company.textOr("name")),
                               address.isObject() ? address.textOr("city") : std::string(), "DSFinV-K"));
    sink(DtdName, descriptionDtd());
    for (const Table& one : dsfinvkTables()) {
        sink(one.file, headerOf(one));
        for (const Closing& closing : closings_) {
            table(one, closing, [&](DsfinvkRow& row) { sink(one.file, row.writtenFor(one)); });
        }
    }
}

} // namespace svc::de_kassensichv
