#pragma once

#include "emcf/profile.hpp"

namespace svc::cd_edef {

/// Groups A exempt, B 16 percent, C 8 percent, E export, K not liable.
inline const emcf::Profile& profile() {
    static const emcf::Profile profile{
        .regime = "cd-edef",
        .name = "e-DEF",
        .country = "CD",
        .schema = "cd_edef",
        .currency = "CDF",
        .testAddress = "https://developper.dgirdc.cd/edef",
        .liveAddress = "https://edef.dgirdc.cd",
        .taxNumber = "nif",
        .taxNumberPattern = "^[A-Z][0-9]{7}[A-Z]$",
        .invoicePath = "/api/invoice",
        .confirm = "CONFIRM",
        .cancel = "CANCEL",
        .codeField = "codeDEFDGI",
        .codeWords = "Code DEF/DGI",
        .groups = {{"S", 16, "B"}, {"S", 8, "C"}, {"E", 0, "A"}, {"G", 0, "E"}, {"O", 0, "K"}},
        .detailed = true};
    return profile;
}

} // namespace svc::cd_edef
