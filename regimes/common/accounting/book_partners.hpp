/// @file The customers and suppliers of lines of the books: their names as recorded in the books, and their
/// personal accounts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <svc/call.hpp>

#include "records/ids.hpp"

namespace svc::accounting {

/// The customer or supplier of a line.
struct BookPartner {
    std::string id;           ///< par_…
    std::string name;         ///< as recorded in the books at the end of the period
    std::int64_t ordinal = 0; ///< position among the customers or the suppliers, from 1; 0: neither
};

/// The current name of a partner; empty when nobody knows it.
using NameToday = std::function<std::string(Call& call, records::PartnerId partner)>;

/// The current name by the command `partners.names`, which a plugin names under `commands.uses` as optional:
/// these are the functions for it in the bindings of the plugin.
///
/// Example:
///   nameBy(calls::partners::offersNames, calls::partners::names)
template <class Input, class Output>
NameToday nameBy(bool (*offersNames)(const Call&), Output (*names)(Call&, const Input&)) {
    return [offersNames, names](Call& call, records::PartnerId partner) -> std::string {
        if (offersNames(call)) {
            for (const auto& known : names(call, Input{.ids = {partner}}).partners) {
                return known.name;
            }
        }
        return {};
    };
}

/// Reads partners in batches: each once, however many lines name it.
class BookPartners {
public:
    /// `at`: the day whose names are used; `nameToday` for partners whose entries are older than the names in
    /// the books.
    BookPartners(Call& call, Date at, NameToday nameToday)
        : call_(call), at_(at), nameToday_(std::move(nameToday)) {}

    /// Loads the partners of these rows. Those of earlier rows may be dropped.
    void read(const Rows& rows, std::uint32_t column) {
        if (known_.front().size() > Many) {
            for (Known& side : known_) {
                side.clear();
            }
        }
        ArrayParam missing;
        bool any = false;
        for (const Row row : rows) {
            const auto id = row.optionalText(column);
            if (id && known_.front().find(*id) == known_.front().end()) {
                known_.front().emplace(*id, BookPartner());
                missing.add(*id);
                any = true;
            }
        }
        if (any) {
            readNames(missing);
        }
    }

    /// A partner in a role; valid until the next rows are read.
    const BookPartner* find(std::optional<std::string_view> id, std::string_view role) const {
        if (!id) {
            return nullptr;
        }
        const Known& side = known_[role == "customer" ? Customer : role == "supplier" ? Supplier : Neither];
        if (const auto found = side.find(*id); found != side.end()) {
            return &found->second;
        }
        const auto found = known_[Neither].find(*id);
        return found == known_[Neither].end() ? nullptr : &found->second;
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    using Known = std::unordered_map<std::string, BookPartner, Hash, std::equal_to<>>;

    // Bounds the cache, so that memory does not grow with the number of partners.
    static constexpr std::size_t Many = 10000;
    static constexpr std::size_t Neither = 0;
    static constexpr std::size_t Customer = 1;
    static constexpr std::size_t Supplier = 2;

    void readNames(const ArrayParam& ids) {
        for (const Row row : call_.db().query(
                 "SELECT i.id, n.name, c.ordinal, s.ordinal FROM unnest($2::uuid[]) i (id)"
                 " LEFT JOIN LATERAL (SELECT p.name FROM ledger.v1_partner_names p WHERE p.company_id = $1"
                 " AND p.partner_id = i.id AND p.since <= $3 ORDER BY p.since DESC LIMIT 1) n ON true"
                 " LEFT JOIN ledger.v1_partner_accounts c ON c.company_id = $1 AND c.side = 'customer'"
                 " AND c.partner_id = i.id"
                 " LEFT JOIN ledger.v1_partner_accounts s ON s.company_id = $1 AND s.side = 'supplier'"
                 " AND s.partner_id = i.id",
                 call_.companyId(), ids, at_)) {
            BookPartner partner;
            const auto own = row.id<records::PartnerId>(0);
            partner.id = own.toString();
            const auto name = row.optionalText(1);
            partner.name = name ? std::string(*name) : nameToday_(call_, own);
            const std::string id(row.text(0));
            known_[Neither][id] = partner;
            if (const auto ordinal = row.optionalInteger(2)) {
                partner.ordinal = *ordinal;
                known_[Customer][id] = partner;
            }
            if (const auto ordinal = row.optionalInteger(3)) {
                partner.ordinal = *ordinal;
                known_[Supplier][id] = partner;
            }
        }
    }

    Call& call_;
    Date at_;
    NameToday nameToday_;
    std::array<Known, 3> known_;
};

} // namespace svc::accounting
