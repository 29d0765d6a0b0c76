#include <svc/columns.hpp>
#include <svc/list_search.hpp>

#include "bindings.hpp"

namespace svc::notes {
namespace {

// Which column holds which member: for all statements that write or read notes.
const Table Notes("notes.note", columnWrittenOnce("id", &api::Note::id), column("title", &api::Note::title),
                  column("body", &api::Note::text), column("topic", &api::Note::topic),
                  column("date", &api::Note::date), columnWrittenOnce("created_at", &api::Note::createdAt));

} // namespace

// POST …/notes. The contract has already checked that there is a title.
Answer<201, api::Note> createNote(Request& request, const api::NewNote& body) {
    api::Note note{.id = request.newId<NoteId>(),
                   .title = body.title,
                   .text = body.text,
                   .topic = body.topic,
                   .date = body.date.value_or(request.today()),
                   .createdAt = request.now().truncatedToMillis()};
    if (const auto signature = request.settings().optionalText("signature"); note.text && signature) {
        *note.text += '\n' + *signature;
    }
    Notes.insert(request, {note});
    emit(request, events::NoteCreated{.id = note.id, .title = note.title});
    return note;
}

// GET …/notes. List `note` of plugin.yaml says how the parameters filter, what `q` searches, and the order.
Answer<200, std::vector<api::Note>> listNotes(Request& request, const api::ListNotesParameters& parameters) {
    const ListRequest list = lists::note(request, parameters);
    std::vector<api::Note> notes;
    const auto take = [&](const Row& row, std::uint32_t column) { notes.push_back(Notes.read(row, column)); };
    const ListSummary found = readList(request, list, Notes.select("r"), take);
    return Answer<200, std::vector<api::Note>>(notes).total(found.count);
}

// The command notes.count, for other plugins: in the transaction of the caller.
commands::CountOutput commands::count(Call& call) {
    const Rows rows =
        call.db().query("SELECT count(*) FROM notes.note WHERE company_id = $1", call.companyId());
    return {.count = rows[0].integer(0)};
}

} // namespace svc::notes
