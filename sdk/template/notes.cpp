#include "bindings.hpp"

namespace svc::notes {

// POST …/notes. The contract has already checked that there is a title.
Answer<201, api::Note> createNote(Request& request, const api::NewNote& body) {
    api::Note note{.id = request.newId<NoteId>(),
                   .title = body.title,
                   .text = body.text,
                   .createdAt = request.now().truncatedToMillis()};
    if (const auto signature = request.settings().optionalText("signature"); note.text && signature) {
        *note.text += '\n' + *signature;
    }
    request.db().send(
        "INSERT INTO notes.note (company_id, id, title, body, created_at) VALUES ($1, $2, $3, $4, $5)",
        request.companyId(), note.id, note.title, note.text, note.createdAt);
    emit(request, events::NoteCreated{.id = note.id, .title = note.title});
    return note;
}

// GET …/notes
Answer<200, std::vector<api::Note>> listNotes(Request& request, const api::ListNotesParameters& parameters) {
    const Rows rows =
        request.db().query("SELECT id, title, body, created_at, count(*) OVER () FROM notes.note"
                           " WHERE company_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3",
                           request.companyId(), parameters.page.limit, parameters.page.offset);
    std::vector<api::Note> notes;
    for (const Row row : rows) {
        notes.push_back({.id = row.id<NoteId>(0),
                         .title = std::string(row.text(1)),
                         .text = row.optionalString(2),
                         .createdAt = row.instant(3)});
    }
    return Answer<200, std::vector<api::Note>>(notes).total(rows.empty() ? 0 : rows[0].integer(4));
}

// The command notes.count, for other plugins: in the transaction of the caller.
commands::CountOutput commands::count(Call& call) {
    const Rows rows =
        call.db().query("SELECT count(*) FROM notes.note WHERE company_id = $1", call.companyId());
    return {.count = rows[0].integer(0)};
}

} // namespace svc::notes
