#include "statement/recognition.hpp"

#include <algorithm>
#include <utility>

#include "rules/text.hpp"

namespace svc::bank {
namespace {

/// Is the line one of several, or told with more than its entry?
bool hasEntry(const ToldLine& line) {
    return !line.entryIdentity.empty();
}

/// Is the line a part of the sum of its entry?
bool isPart(const ToldLine& line) {
    return line.entry && line.entry->amount != line.line.line.amount.minor();
}

void addReference(const std::optional<std::string>& text, LineTraits& traits) {
    if (text && !isPlaceholder(*text)) {
        traits.references.push_back(squashed(*text));
    }
}

LineTraits traitsOf(const Line& line) {
    LineTraits traits;
    addReference(line.bankReference, traits);
    for (const std::string& reference : line.references) {
        addReference(reference, traits);
    }
    if (line.endToEndId && !isPlaceholder(*line.endToEndId)) {
        traits.endToEndId = squashed(*line.endToEndId);
    }
    traits.account = squashed(line.counterparty.iban.value_or(""));
    traits.words = wordsOf(line.counterparty.name.value_or("") + ' ' + line.label);
    return traits;
}

/// The traits of several lines that another format tells as one.
LineTraits traitsOfEntry(const std::vector<ToldLine>& lines, std::size_t begin, std::size_t end) {
    LineTraits traits{.isBatch = true};
    std::string text;
    addReference(lines[begin].entry->bankReference, traits);
    for (std::size_t i = begin; i < end; ++i) {
        const Line& line = lines[i].line.line;
        const LineTraits one = traitsOf(line);
        traits.references.insert(traits.references.end(), one.references.begin(), one.references.end());
        text += line.counterparty.name.value_or("") + ' ' + line.label + ' ';
    }
    traits.words = wordsOf(text);
    return traits;
}

LineTraits traitsOf(const ForeignLine& stored) {
    LineTraits traits = traitsOf(stored.line);
    traits.isBatch = stored.isBatch;
    return traits;
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
                unit.finding = lastUnit_.finding;
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
            Unit& unit = *takers[found.place][taken[found.place]++];
            unit.isBare = true;
            unit.finding.as = found.id;
        }
    }
}

/// Pairs what was not found yet with the lines of other formats: entries as a whole first, then their parts.
void Recognition::findForeign(const FileStatement& statement, const std::vector<ToldLine>& lines,
                              std::vector<Unit>& units, std::vector<Finding>& findings) {
    std::vector<Probe> wholes;
    for (Unit& unit : units) {
        if (unit.isKnown || unit.continues || unit.finding.as) {
            continue;
        }
        const ToldLine& first = lines[unit.begin];
        const bool batch = isPart(first);
        wholes.push_back(
            {.daySum = {first.line.line.bookedAt, batch ? first.entry->amount : first.daySum().amount},
             .traits = batch ? traitsOfEntry(lines, unit.begin, unit.end) : traitsOf(first.line.line),
             .finding = &unit.finding});
    }
    pairForeign(statement, wholes);
    std::vector<Probe> parts;
    for (Unit& unit : units) {
        for (std::size_t i = unit.begin; i < unit.end; ++i) {
            findings[i] = unit.finding;
            if (isPart(lines[i]) && !unit.isKnown && !unit.finding.as && !unit.finding.possible) {
                parts.push_back({.daySum = lines[i].daySum(),
                                 .traits = traitsOf(lines[i].line.line),
                                 .finding = &findings[i]});
            }
        }
    }
    pairForeign(statement, parts);
}

void Recognition::pairForeign(const FileStatement& statement, const std::vector<Probe>& probes) {
    std::map<DaySum, std::vector<const Probe*>> byDaySum;
    for (const Probe& probe : probes) {
        byDaySum[probe.daySum].push_back(&probe);
    }
    if (!before_.otherFormats || byDaySum.empty()) {
        return;
    }
    std::vector<DaySum> wanted;
    for (const auto& [daySum, same] : byDaySum) {
        wanted.push_back(daySum);
    }
    std::vector<std::vector<ForeignLine>> stored(wanted.size());
    std::vector<ForeignLine> found = store_.foreign(wanted);
    for (ForeignLine& line : found) {
        stored[line.place].push_back(std::move(line));
    }
    const auto proven = !found.empty() && statement.opening && statement.closing
                            ? store_.sameBalances(*statement.opening, *statement.closing)
                            : std::vector<std::pair<Date, Date>>();
    for (std::size_t place = 0; place < wanted.size(); ++place) {
        const Date day = wanted[place].bookedAt;
        std::vector<LineTraits> there;
        for (const ForeignLine& line : stored[place]) {
            there.push_back(traitsOf(line));
        }
        std::vector<LineTraits> here;
        for (const Probe* probe : byDaySum[wanted[place]]) {
            here.push_back(probe->traits);
        }
        const Pairing pairing =
            pairLines(here, there, std::any_of(proven.begin(), proven.end(), [&](const auto& period) {
                          return period.first <= day && day <= period.second;
                      }));
        for (std::size_t i = 0; i < here.size(); ++i) {
            Finding& finding = *byDaySum[wanted[place]][i]->finding;
            if (pairing.same[i]) {
                finding.as = stored[place][*pairing.same[i]].line.id;
            } else if (pairing.possible[i]) {
                finding.possible = stored[place][*pairing.possible[i]].line.id;
            }
        }
    }
}

SortedLines Recognition::sort(const FileStatement& statement, std::vector<ToldLine>&& lines) {
    const std::vector<bool> known = knownOf(lines);
    std::vector<Unit> units = unitsOf(lines, known);
    findEntries(lines, units);
    std::vector<Finding> findings(lines.size());
    findForeign(statement, lines, units, findings);
    SortedLines sorted;
    std::vector<LineAlias> learned;
    for (const Unit& unit : units) {
        const ToldLine& first = lines[unit.begin];
        if (hasEntry(first) && !unit.isKnown && !unit.continues && !unit.isBare) {
            const auto& as = findings[unit.begin].as;
            (as ? learned : sorted.aliases)
                .push_back({.identity = first.entryIdentity,
                            .lineId = as.value_or(first.line.line.id),
                            .sum = isPart(first) && !unit.finding.as
                                       ? std::optional(DaySum{first.line.line.bookedAt, first.entry->amount})
                                       : std::nullopt});
        }
        for (std::size_t i = unit.begin; i < unit.end; ++i) {
            NewLine& line = lines[i].line;
            const auto& as = findings[i].as;
            if (as && !known[i]) {
                learned.push_back({.identity = line.identity, .occurrence = line.occurrence, .lineId = *as});
            }
            line.line.possibleDuplicateOf = findings[i].possible;
            (known[i] || as ? sorted.known : sorted.fresh).push_back(std::move(line));
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
