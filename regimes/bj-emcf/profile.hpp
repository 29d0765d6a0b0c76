#pragma once

#include "emcf/profile.hpp"

namespace svc::bj_emcf {

/// Groups by /info/taxGroups: A exempt, B 18 percent, C export; D, E and F belong to other tax regimes.
inline const emcf::Profile& profile() {
    static const emcf::Profile profile{
        .regime = "bj-emcf",
        .name = "e-MECeF",
        .country = "BJ",
        .schema = "bj_emcf",
        .currency = "XOF",
        .testAddress = "https://developper.impots.bj/sygmef-emcf/api",
        .liveAddress = "https://sygmef.impots.bj/emcf/api",
        .taxNumber = "ifu",
        .taxNumberPattern = "^[0-9]{13}$",
        .invoicePath = "/invoice",
        .confirm = "confirm",
        .cancel = "cancel",
        .codeField = "codeMECeFDGI",
        .codeWords = "Code MECeF/DGI",
        .groups = {{"S", 18, "B"}, {"E", 0, "A"}, {"G", 0, "C"}, {"Z", 0, "C"}}};
    return profile;
}

} // namespace svc::bj_emcf
