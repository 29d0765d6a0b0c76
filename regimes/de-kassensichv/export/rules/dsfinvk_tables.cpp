// Generated once from the list of fields of taxonomy 2.1; a test compares it with that list.
#include "export/rules/dsfinvk_tables.hpp"

namespace svc::de_kassensichv {
namespace {

using enum ColumnKind;

constexpr Column Lines[] = {
    {"Z_KASSE_ID", Text, 50},   {"Z_ERSTELLUNG", Time, 0},     {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},       {"POS_ZEILE", Text, 50},       {"GUTSCHEIN_NR", Text, 50},
    {"ARTIKELTEXT", Text, 255}, {"POS_TERMINAL_ID", Text, 50}, {"GV_TYP", Text, 30},
    {"GV_NAME", Text, 40},      {"INHAUS", Flag, 0},           {"P_STORNO", Flag, 0},
    {"AGENTUR_ID", Number, 0},  {"ART_NR", Text, 50},          {"GTIN", Text, 50},
    {"WARENGR_ID", Text, 40},   {"WARENGR", Text, 50},         {"MENGE", Number, 3},
    {"FAKTOR", Number, 3},      {"EINHEIT", Text, 50},         {"STK_BR", Number, 5},
};
constexpr Column LinesVat[] = {
    {"Z_KASSE_ID", Text, 50},  {"Z_ERSTELLUNG", Time, 0}, {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},      {"POS_ZEILE", Text, 50},   {"UST_SCHLUESSEL", Number, 0},
    {"POS_BRUTTO", Number, 5}, {"POS_NETTO", Number, 5},  {"POS_UST", Number, 5},
};
constexpr Column Itemamounts[] = {
    {"Z_KASSE_ID", Text, 50},      {"Z_ERSTELLUNG", Time, 0}, {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},          {"POS_ZEILE", Text, 50},   {"TYP", Text, 20},
    {"UST_SCHLUESSEL", Number, 0}, {"PF_BRUTTO", Number, 5},  {"PF_NETTO", Number, 5},
    {"PF_UST", Number, 5},
};
constexpr Column Subitems[] = {
    {"Z_KASSE_ID", Text, 50},
    {"Z_ERSTELLUNG", Time, 0},
    {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},
    {"POS_ZEILE", Text, 50},
    {"ZI_ART_NR", Text, 50},
    {"ZI_GTIN", Text, 50},
    {"ZI_NAME", Text, 50},
    {"ZI_WARENGR_ID", Text, 40},
    {"ZI_WARENGR", Text, 50},
    {"ZI_MENGE", Number, 3},
    {"ZI_FAKTOR", Number, 3},
    {"ZI_EINHEIT", Text, 50},
    {"ZI_UST_SCHLUESSEL", Number, 0},
    {"ZI_BASISPREIS_BRUTTO", Number, 5},
    {"ZI_BASISPREIS_NETTO", Number, 5},
    {"ZI_BASISPREIS_UST", Number, 5},
};
constexpr Column Transactions[] = {
    {"Z_KASSE_ID", Text, 50},    {"Z_ERSTELLUNG", Time, 0}, {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},        {"BON_NR", Number, 0},     {"BON_TYP", Text, 30},
    {"BON_NAME", Text, 60},      {"TERMINAL_ID", Text, 50}, {"BON_STORNO", Flag, 0},
    {"BON_START", Time, 0},      {"BON_ENDE", Time, 0},     {"BEDIENER_ID", Text, 50},
    {"BEDIENER_NAME", Text, 50}, {"UMS_BRUTTO", Number, 2}, {"KUNDE_NAME", Text, 50},
    {"KUNDE_ID", Text, 50},      {"KUNDE_TYP", Text, 50},   {"KUNDE_STRASSE", Text, 60},
    {"KUNDE_PLZ", Text, 10},     {"KUNDE_ORT", Text, 62},   {"KUNDE_LAND", Text, 3},
    {"KUNDE_USTID", Text, 15},   {"BON_NOTIZ", Text, 255},
};
constexpr Column TransactionsVat[] = {
    {"Z_KASSE_ID", Text, 50}, {"Z_ERSTELLUNG", Time, 0},     {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},     {"UST_SCHLUESSEL", Number, 0}, {"BON_BRUTTO", Number, 5},
    {"BON_NETTO", Number, 5}, {"BON_UST", Number, 5},
};
constexpr Column AllocationGroups[] = {
    {"Z_KASSE_ID", Text, 50}, {"Z_ERSTELLUNG", Time, 0},      {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},     {"ABRECHNUNGSKREIS", Text, 50},
};
constexpr Column Datapayment[] = {
    {"Z_KASSE_ID", Text, 50},   {"Z_ERSTELLUNG", Time, 0},      {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},       {"ZAHLART_TYP", Text, 25},      {"ZAHLART_NAME", Text, 60},
    {"ZAHLWAEH_CODE", Text, 3}, {"ZAHLWAEH_BETRAG", Number, 2}, {"BASISWAEH_BETRAG", Number, 2},
};
constexpr Column References[] = {
    {"Z_KASSE_ID", Text, 50},     {"Z_ERSTELLUNG", Time, 0}, {"Z_NR", Number, 0},      {"BON_ID", Text, 40},
    {"POS_ZEILE", Text, 0},       {"REF_TYP", Text, 20},     {"REF_NAME", Text, 40},   {"REF_DATUM", Time, 0},
    {"REF_Z_KASSE_ID", Text, 50}, {"REF_Z_NR", Number, 0},   {"REF_BON_ID", Text, 40},
};
constexpr Column TransactionsTse[] = {
    {"Z_KASSE_ID", Text, 50},       {"Z_ERSTELLUNG", Time, 0}, {"Z_NR", Number, 0},
    {"BON_ID", Text, 40},           {"TSE_ID", Number, 0},     {"TSE_TANR", Number, 0},
    {"TSE_TA_START", Text, 0},      {"TSE_TA_ENDE", Text, 0},  {"TSE_TA_VORGANGSART", Text, 30},
    {"TSE_TA_SIGZ", Number, 0},     {"TSE_TA_SIG", Text, 512}, {"TSE_TA_FEHLER", Text, 200},
    {"TSE_VORGANGSDATEN", Text, 0},
};
constexpr Column Cashpointclosing[] = {
    {"Z_KASSE_ID", Text, 50},
    {"Z_ERSTELLUNG", Time, 0},
    {"Z_NR", Number, 0},
    {"Z_BUCHUNGSTAG", Text, 0},
    {"TAXONOMIE_VERSION", Text, 10},
    {"Z_START_ID", Text, 40},
    {"Z_ENDE_ID", Text, 40},
    {"NAME", Text, 60},
    {"STRASSE", Text, 60},
    {"PLZ", Text, 10},
    {"ORT", Text, 62},
    {"LAND", Text, 3},
    {"STNR", Text, 20},
    {"USTID", Text, 15},
    {"Z_SE_ZAHLUNGEN", Number, 2},
    {"Z_SE_BARZAHLUNGEN", Number, 2},
};
constexpr Column Location[] = {
    {"Z_KASSE_ID", Text, 50}, {"Z_ERSTELLUNG", Time, 0}, {"Z_NR", Number, 0},
    {"LOC_NAME", Text, 60},   {"LOC_STRASSE", Text, 60}, {"LOC_PLZ", Text, 10},
    {"LOC_ORT", Text, 62},    {"LOC_LAND", Text, 3},     {"LOC_USTID", Text, 15},
};
constexpr Column Cashregister[] = {
    {"Z_KASSE_ID", Text, 50},         {"Z_ERSTELLUNG", Time, 0},      {"Z_NR", Number, 0},
    {"KASSE_BRAND", Text, 50},        {"KASSE_MODELL", Text, 50},     {"KASSE_SERIENNR", Text, 70},
    {"KASSE_SW_BRAND", Text, 50},     {"KASSE_SW_VERSION", Text, 50}, {"KASSE_BASISWAEH_CODE", Text, 3},
    {"KEINE_UST_ZUORDNUNG", Flag, 0},
};
constexpr Column Slaves[] = {
    {"Z_KASSE_ID", Text, 50},        {"Z_ERSTELLUNG", Time, 0},       {"Z_NR", Number, 0},
    {"TERMINAL_ID", Text, 50},       {"TERMINAL_BRAND", Text, 50},    {"TERMINAL_MODELL", Text, 50},
    {"TERMINAL_SERIENNR", Text, 70}, {"TERMINAL_SW_BRAND", Text, 50}, {"TERMINAL_SW_VERSION", Text, 50},
};
constexpr Column Pa[] = {
    {"Z_KASSE_ID", Text, 50},   {"Z_ERSTELLUNG", Time, 0},   {"Z_NR", Number, 0},
    {"AGENTUR_ID", Number, 0},  {"AGENTUR_NAME", Text, 60},  {"AGENTUR_STRASSE", Text, 60},
    {"AGENTUR_PLZ", Text, 10},  {"AGENTUR_ORT", Text, 62},   {"AGENTUR_LAND", Text, 3},
    {"AGENTUR_STNR", Text, 20}, {"AGENTUR_USTID", Text, 15},
};
constexpr Column Vat[] = {
    {"Z_KASSE_ID", Text, 50},      {"Z_ERSTELLUNG", Time, 0}, {"Z_NR", Number, 0},
    {"UST_SCHLUESSEL", Number, 0}, {"UST_SATZ", Number, 2},   {"UST_BESCHR", Text, 55},
};
constexpr Column Tse[] = {
    {"Z_KASSE_ID", Text, 50},
    {"Z_ERSTELLUNG", Time, 0},
    {"Z_NR", Number, 0},
    {"TSE_ID", Number, 0},
    {"TSE_SERIAL", Text, 68},
    {"TSE_SIG_ALGO", Text, 30},
    {"TSE_ZEITFORMAT", Text, 0},
    {"TSE_PD_ENCODING", Text, 5},
    {"TSE_PUBLIC_KEY", Text, 512},
    {"TSE_ZERTIFIKAT_I", Text, 1000},
    {"TSE_ZERTIFIKAT_II", Text, 1000},
    {"TSE_ZERTIFIKAT_III", Text, 1000},
    {"TSE_ZERTIFIKAT_IV", Text, 1000},
    {"TSE_ZERTIFIKAT_V", Text, 1000},
    {"TSE_ZERTIFIKAT_VI", Text, 1000},
    {"TSE_ZERTIFIKAT_VII", Text, 1000},
};
constexpr Column Businesscases[] = {
    {"Z_KASSE_ID", Text, 50},      {"Z_ERSTELLUNG", Time, 0},   {"Z_NR", Number, 0},
    {"GV_TYP", Text, 30},          {"GV_NAME", Text, 40},       {"AGENTUR_ID", Number, 0},
    {"UST_SCHLUESSEL", Number, 0}, {"Z_UMS_BRUTTO", Number, 5}, {"Z_UMS_NETTO", Number, 5},
    {"Z_UST", Number, 5},
};
constexpr Column Payment[] = {
    {"Z_KASSE_ID", Text, 50},  {"Z_ERSTELLUNG", Time, 0},  {"Z_NR", Number, 0},
    {"ZAHLART_TYP", Text, 25}, {"ZAHLART_NAME", Text, 60}, {"Z_ZAHLART_BETRAG", Number, 2},
};
constexpr Column CashPerCurrency[] = {
    {"Z_KASSE_ID", Text, 50},  {"Z_ERSTELLUNG", Time, 0},          {"Z_NR", Number, 0},
    {"ZAHLART_WAEH", Text, 3}, {"ZAHLART_BETRAG_WAEH", Number, 2},
};

constexpr Table Tables[] = {
    {"Bonpos", "lines.csv", Lines},
    {"Bonpos_USt", "lines_vat.csv", LinesVat},
    {"Bonpos_Preisfindung", "itemamounts.csv", Itemamounts},
    {"Bonpos_Zusatzinfo", "subitems.csv", Subitems},
    {"Bonkopf", "transactions.csv", Transactions},
    {"Bonkopf_USt", "transactions_vat.csv", TransactionsVat},
    {"Bonkopf_AbrKreis", "allocation_groups.csv", AllocationGroups},
    {"Bonkopf_Zahlarten", "datapayment.csv", Datapayment},
    {"Bon_Referenzen", "references.csv", References},
    {"TSE_Transaktionen", "transactions_tse.csv", TransactionsTse},
    {"Stamm_Abschluss", "cashpointclosing.csv", Cashpointclosing},
    {"Stamm_Orte", "location.csv", Location},
    {"Stamm_Kassen", "cashregister.csv", Cashregister},
    {"Stamm_Terminals", "slaves.csv", Slaves},
    {"Stamm_Agenturen", "pa.csv", Pa},
    {"Stamm_USt", "vat.csv", Vat},
    {"Stamm_TSE", "tse.csv", Tse},
    {"Z_GV_Typ", "businesscases.csv", Businesscases},
    {"Z_Zahlart", "payment.csv", Payment},
    {"Z_Waehrungen", "cash_per_currency.csv", CashPerCurrency},
};

} // namespace

std::span<const Table> dsfinvkTables() {
    return Tables;
}

} // namespace svc::de_kassensichv
