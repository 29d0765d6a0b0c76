#include "statement/recognition.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace svc::bank {
namespace {

/// Is the line one of several, or told with more than its entry?
bool hasEntry(const ToldLine& line) {
    return !line.entryIdentity.empty();
}

} // namespace

Recognition::Recognition(Call& call, WalletId wallet, StatementId own, api::StatementFormat format)
    : store_(call, wallet, own, format), before_(store_.contents()) {}

std::vector<bool> Recognition::knownOf(const std::vector<ToldLine>& lines) {
    std::vector<bool> known(lines.size());
    // Without aliases and entries, lines are recognized when they are stored.
    if (before_.aliases || (before_.lines && std::any_of(lines.begin(), lines.end(), hasEntry))) {
        std::vector<const NewLine*> asked;
        asked.reserve(lines.size());
        for (const ToldLine& line : lines) {
            asked.push_back(&line.line);
        }
        for (const std::size_t place : store_.known(asked)) {
            known[place] = true;
        }
    }
    return known;
}

std::vector<Recognition::Unit> Recognition::unitsOf(const std::vector<ToldLine>& lines,
                                                    const std::vector<bool>& known) const {
    std::vector<Unit> units;
    std::shared_ptr<const FileLine> entry = last_;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool same = lines[i].entry && lines[i].entry == entry;
        if (!same || units.empty()) {
            Unit unit{.begin = i};
            if (same) {
                unit.continues = true;
                unit.isKnown = lastUnit_.isKnown;
                unit.as = lastUnit_.as;
            }
            units.push_back(unit);
        }
        units.back().end = i + 1;
        units.back().isKnown = units.back().isKnown || known[i];
        entry = lines[i].entry;
    }
    return units;
}

void Recognition::findEntries(const std::vector<ToldLine>& lines, std::vector<Unit>& units) {
    std::map<std::string_view, std::vector<Unit*>> wanted;
    for (Unit& unit : units) {
        if (hasEntry(lines[unit.begin]) && !unit.isKnown && !unit.continues) {
            wanted[lines[unit.begin].entryIdentity].push_back(&unit);
        }
    }
    if (!before_.lines || wanted.empty()) {
        return;
    }
    std::vector<std::string> identities;
    std::vector<std::vector<Unit*>> takers;
    for (auto& [identity, same] : wanted) {
        identities.emplace_back(identity);
        takers.push_back(std::move(same));
    }
    std::vector<std::size_t> taken(takers.size());
    for (const FoundLine& found : store_.untold(identities)) {
        if (taken[found.place] < takers[found.place].size()) {
            takers[found.place][taken[found.place]++]->as = found.id;
        }
    }
}

SortedLines Recognition::sort(std::vector<ToldLine>&& lines) {
    const std::vector<bool> known = knownOf(lines);
    std::vector<Unit> units = unitsOf(lines, known);
    findEntries(lines, units);
    SortedLines sorted;
    std::vector<LineAlias> learned;
    for (const Unit& unit : units) {
        if (hasEntry(lines[unit.begin]) && !unit.isKnown && !unit.continues && !unit.as) {
            sorted.aliases.push_back(
                {.identity = lines[unit.begin].entryIdentity, .lineId = lines[unit.begin].line.line.id});
        }
        for (std::size_t i = unit.begin; i < unit.end; ++i) {
            NewLine& line = lines[i].line;
            if (unit.as && !known[i]) {
                learned.push_back(
                    {.identity = line.identity, .occurrence = line.occurrence, .lineId = *unit.as});
            }
            (known[i] || unit.as ? sorted.known : sorted.fresh).push_back(std::move(line));
        }
    }
    store_.add(learned);
    if (!units.empty()) {
        lastUnit_ = units.back();
        last_ = lines.back().entry;
    }
    return sorted;
}

} // namespace svc::bank
