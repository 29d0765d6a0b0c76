#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <svc/id.hpp>

#include "host/core/catalogue.hpp"
#include "host/core/facts.hpp"
#include "host/db/transaction.hpp"

namespace svc::host {

/// An event that a unit of work has emitted.
struct EmittedEvent {
    const EventType* type = nullptr;
    std::string object;
    std::string objectId;
    std::string data; ///< JSON with `actor`, the exact bytes of the journal
};

/// A line of the history of a document.
struct HistoryLine {
    std::string kind;
    std::string documentId;
    Uuid id;
    std::string action;
    std::string changes; ///< JSON
};

/// The events and the history of one transaction. It writes them with few statements and keeps only a part in
/// memory: history is sent five hundred lines at a time; of a transaction that emits more than a thousand
/// events each thousand goes to svc.event_waiting, from where the EventPublisher takes them.
class WorkJournal {
public:
    /// Values that all rows of a transaction share.
    struct Common {
        std::string company;
        std::string at;
        std::string requestId;
        Actor actor;
        std::string actorLabel;
        Uuid work; ///< identifies its parts in svc.event_waiting
        bool dryRun = false;
    };
    /// The state at the start of a rehearsal.
    struct Mark {
        std::size_t events = 0;
        std::size_t history = 0;
    };

    /// Sends the events or history lines when there are too many to keep in memory.
    void add(db::Transaction& transaction, const Common& common, EmittedEvent event);
    void add(db::Transaction& transaction, const Common& common, HistoryLine line);
    /// The events in memory: all of them, unless there were very many. A dry run keeps only the first
    /// thousand.
    const std::vector<EmittedEvent>& events() const { return events_; }

    /// Starts a rehearsal: until undo() nothing is stored for the journal.
    Mark rehearse();
    void undo(const Mark& mark);

    /// The last statements of the transaction: history, then the events, under the lock of the company's
    /// clock row. The views are valid until the next call.
    std::vector<db::Statement> last(db::Transaction& transaction, const Common& common);
    /// Has last() written events directly into the journal, so that its last statement returns the
    /// deliveries?
    bool filesDeliveries() const { return !params_.empty() && parts_ == 0; }
    /// Are there parts for the EventPublisher?
    bool waits() const { return parts_ > 0; }

    void clear();

private:
    void keepPart(db::Transaction& transaction, const Common& common);
    void sendHistory(db::Transaction& transaction, const Common& common);

    std::vector<EmittedEvent> events_;
    std::size_t bytes_ = 0;
    std::vector<HistoryLine> history_;
    int parts_ = 0;
    bool rehearsing_ = false;
    std::vector<std::string> texts_;
    std::vector<db::Param> params_;
};

} // namespace svc::host
