#include <algorithm>
#include <map>

#include "rules/vat_number.hpp"
#include "store/partners.hpp"
#include "writing.hpp"

namespace svc::partners {

namespace {

struct ImportedRow {
    std::int64_t line = 0;
    api::PartnerUpdate fields;
    std::optional<std::string> vatNumber; ///< normalised

    const std::optional<std::string>& externalId() const { return fields.externalId.value(); }
};

/// The partners named by the rows of one call: read with one statement, and found again by later rows.
class KnownPartners {
public:
    KnownPartners(Call& call, const std::vector<ImportedRow>& rows) {
        std::vector<std::string> externalIds;
        std::vector<std::string> vatNumbers;
        for (const ImportedRow& row : rows) {
            if (row.externalId()) {
                externalIds.push_back(*row.externalId());
            }
            if (row.vatNumber) {
                vatNumbers.push_back(*row.vatNumber);
            }
        }
        if (!externalIds.empty() || !vatNumbers.empty()) {
            PartnerStore store(call);
            store.claim(externalIds, vatNumbers);
            for (api::Partner& partner : store.findForUpdate(externalIds, vatNumbers)) {
                keep(std::move(partner));
            }
        }
    }

    /// The partner of a row, or nullptr. Refuses a VAT number that several partners have.
    api::Partner* of(const ImportedRow& row) {
        if (row.externalId()) {
            if (const auto found = byExternalId_.find(*row.externalId()); found != byExternalId_.end()) {
                return &partners_.at(found->second);
            }
        }
        api::Partner* match = nullptr;
        if (row.vatNumber) {
            const auto [from, to] = byVatNumber_.equal_range(*row.vatNumber);
            for (auto entry = from; entry != to; ++entry) {
                api::Partner& partner = partners_.at(entry->second);
                // A different external id means a different partner, such as a branch with the VAT number of
                // its company.
                if (row.externalId() && partner.externalId) {
                    continue;
                }
                if (match != nullptr) {
                    throw ApiError(400, "already-exists", {"vatNumber"});
                }
                match = &partner;
            }
        }
        return match;
    }

    void keep(api::Partner partner) {
        const PartnerId id = partner.id;
        if (partner.externalId) {
            byExternalId_[*partner.externalId] = id;
        }
        if (partner.vatNumber) {
            const auto [from, to] = byVatNumber_.equal_range(*partner.vatNumber);
            if (std::none_of(from, to, [&](const auto& entry) { return entry.second == id; })) {
                byVatNumber_.emplace(*partner.vatNumber, id);
            }
        }
        partners_.insert_or_assign(id, std::move(partner));
    }

private:
    std::map<PartnerId, api::Partner> partners_;
    std::map<std::string, PartnerId> byExternalId_;
    std::multimap<std::string, PartnerId> byVatNumber_;
};

void fillFrom(const std::optional<api::PartnerAddress>& stored, Field<api::PartnerAddressInput>& address) {
    if (!stored || !address.hasValue()) {
        return;
    }
    api::PartnerAddressInput filled = *address;
    const auto fill = [](auto& member, const auto& value) {
        if (member.isAbsent()) {
            member = value;
        }
    };
    fill(filled.line1, stored->line1);
    fill(filled.line2, stored->line2);
    fill(filled.postalCode, stored->postalCode);
    fill(filled.city, stored->city);
    fill(filled.region, stored->region);
    fill(filled.country, stored->country);
    address = std::move(filled);
}

/// The changes that a row makes to an existing partner. An address is replaced as a whole, but an empty cell
/// leaves that part as it is.
api::PartnerUpdate changesOf(const ImportedRow& row, const api::Partner& found) {
    api::PartnerUpdate fields = row.fields;
    fillFrom(found.address, fields.address);
    fillFrom(found.deliveryAddress, fields.deliveryAddress);
    return fields;
}

/// A row with invalid fields is reported among the errors.
std::vector<ImportedRow> rowsOf(const commands::ImportPartnersInput& input,
                                commands::ImportPartnersOutput& output) {
    std::vector<ImportedRow> rows;
    for (const commands::ImportPartnersInputRowsItem& given : input.rows) {
        ImportedRow row{.line = given.line, .fields = {}, .vatNumber = {}};
        try {
            read(given.fields, bind::Place(), row.fields);
        } catch (const ApiError& error) {
            output.errors.push_back({.line = given.line, .message = std::string(error.code())});
            continue;
        }
        if (const auto& number = row.fields.vatNumber.value()) {
            row.vatNumber = normalisedVatNumber(*number);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

commands::ImportPartnersOutput commands::importPartners(Call& call,
                                                        const commands::ImportPartnersInput& input) {
    commands::ImportPartnersOutput output;
    const std::vector<ImportedRow> rows = rowsOf(input, output);
    KnownPartners known(call, rows);
    std::vector<api::Partner> fresh; // created by earlier rows, and not written yet
    const auto writeFresh = [&] {
        add(call, fresh);
        fresh.clear();
    };
    for (const ImportedRow& row : rows) {
        try {
            if (const api::Partner* found = known.of(row)) {
                if (std::any_of(fresh.begin(), fresh.end(),
                                [&](const api::Partner& one) { return one.id == found->id; })) {
                    writeFresh(); // this row changes a partner that an earlier row created
                }
                api::Partner changed = change(call, *found, changesOf(row, *found));
                output.counted += activeMore(*found, changed);
                ++(changed.version == found->version ? output.skipped : output.updated);
                known.keep(std::move(changed));
                continue;
            }
            if (!row.fields.name) {
                throw fieldRequired("name");
            }
            api::Partner partner = newPartner(call, row.fields);
            output.counted += partner.archived ? 0 : 1;
            ++output.created;
            fresh.push_back(partner);
            known.keep(std::move(partner));
        } catch (const ApiError& error) {
            // Refused before anything of the row was written; the host rolls back the rest.
            output.errors.push_back({.line = row.line, .message = std::string(error.code())});
        }
    }
    writeFresh();
    countImported(call, output.counted, input.before);
    return output;
}

} // namespace svc::partners
