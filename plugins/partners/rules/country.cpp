#include "rules/country.hpp"

namespace svc::partners {

namespace {

/// Officially assigned codes in alphabetical order, two letters each. XK (Kosovo) is a user-assigned code in
/// general use for addresses and VAT.
constexpr std::string_view Codes = "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYB"
                                   "ZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCX"
                                   "CYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSG"
                                   "TGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIR"
                                   "ISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKM"
                                   "LMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNE"
                                   "NFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGS"
                                   "HSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTF"
                                   "TGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW";

static_assert(Codes.size() == 250 * 2);

} // namespace

bool isCountry(std::string_view code) {
    if (code.size() != 2) {
        return false;
    }
    for (std::size_t at = 0; at < Codes.size(); at += 2) {
        if (Codes.substr(at, 2) == code) {
            return true;
        }
    }
    return false;
}

} // namespace svc::partners
