#include <algorithm>
#include <map>

#include "api/commands.hpp"
#include "api/writing.hpp"
#include "domain/vat_number.hpp"
#include "store/partner_store.hpp"

namespace svc::partners {

namespace {

struct ImportedRow {
    std::int64_t line = 0;
    const Json* fields = nullptr;
    std::optional<std::string> externalId;
    std::optional<std::string> vatNumber;
};

/// The partners that the rows of one call speak of: found with one statement, and found again by later rows.
class KnownPartners {
public:
    KnownPartners(Call& call, const std::vector<ImportedRow>& rows) {
        std::vector<std::string> externalIds;
        std::vector<std::string> vatNumbers;
        for (const ImportedRow& row : rows) {
            if (row.externalId) {
                externalIds.push_back(*row.externalId);
            }
            if (row.vatNumber) {
                vatNumbers.push_back(*row.vatNumber);
            }
        }
        if (!externalIds.empty() || !vatNumbers.empty()) {
            for (Partner& partner : PartnerStore(call).findForUpdate(externalIds, vatNumbers)) {
                keep(std::move(partner));
            }
        }
    }

    /// The partner of a row, or nullptr. Refuses a VAT number that several have.
    Partner* of(const ImportedRow& row) {
        if (row.externalId) {
            if (const auto found = byExternalId_.find(*row.externalId); found != byExternalId_.end()) {
                return &partners_.at(found->second);
            }
        }
        Partner* match = nullptr;
        if (row.vatNumber) {
            const auto [from, to] = byVatNumber_.equal_range(*row.vatNumber);
            for (auto entry = from; entry != to; ++entry) {
                Partner& partner = partners_.at(entry->second);
                // Another external id makes it another partner: a branch with the number of its house.
                if (row.externalId && partner.externalId) {
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

    void keep(Partner partner) {
        const Uuid id = partner.id;
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
    std::map<Uuid, Partner> partners_;
    std::map<std::string, Uuid> byExternalId_;
    std::multimap<std::string, Uuid> byVatNumber_;
};

std::vector<ImportedRow> rowsOf(const Json& input) {
    std::vector<ImportedRow> rows;
    for (const Json& entry : input["rows"].items()) {
        const Json& fields = entry["fields"];
        const auto number = fields.optionalText("vatNumber");
        rows.push_back({entry["line"].integer(), &fields, fields.optionalText("externalId"),
                        number ? std::optional(normalisedVatNumber(*number)) : std::nullopt});
    }
    return rows;
}

} // namespace

Json importCommand(Call& call, const Json& input) {
    const std::vector<ImportedRow> rows = rowsOf(input);
    KnownPartners known(call, rows);
    std::int64_t created = 0;
    std::int64_t updated = 0;
    std::int64_t skipped = 0;
    std::int64_t active = 0;
    Json errors = Json::array();
    std::vector<Partner> fresh; // made by rows until now, and not written
    const auto writeFresh = [&] {
        add(call, fresh);
        fresh.clear();
    };
    for (const ImportedRow& row : rows) {
        try {
            if (const Partner* found = known.of(row)) {
                if (std::any_of(fresh.begin(), fresh.end(),
                                [&](const Partner& one) { return one.id == found->id; })) {
                    writeFresh(); // a row before made what this one changes
                }
                Partner changed = change(call, *found, *row.fields);
                ++(changed.version == found->version ? skipped : updated);
                known.keep(std::move(changed));
                continue;
            }
            Partner partner = fromBody(call, *row.fields);
            active += partner.archived ? 0 : 1;
            ++created;
            fresh.push_back(partner);
            known.keep(std::move(partner));
        } catch (const ApiError& error) {
            // Refused before anything of the row was written; the host undoes the rest.
            errors.push(Json::object({{"line", row.line}, {"message", error.code()}}));
        }
    }
    writeFresh();
    countImported(call, active, input.optionalInteger("before").value_or(0));
    return Json::object({{"created", created},
                         {"updated", updated},
                         {"skipped", skipped},
                         {"counted", active},
                         {"errors", std::move(errors)}});
}

} // namespace svc::partners
