#include <svc/plugin.hpp>

namespace {

// Identifiers are a prefix and a UUID; clients see only this text.
std::string noteId(const svc::Uuid& id) {
    return svc::encodeId("not", id);
}

svc::Json noteJson(const svc::Row& row) {
    svc::Json note = svc::Json::object();
    note.set("id", svc::Json(noteId(row.uuid(0))));
    note.set("title", svc::Json(row.text(1)));
    note.set("text", svc::Json(row.optionalText(2)));
    note.set("createdAt", svc::Json(row.instant(3).toString()));
    return note;
}

// POST …/notes. The contract has already checked that there is a title.
svc::Response createNote(svc::Request& request) {
    const std::string title = request.body().textOr("title");
    std::optional<std::string> text = request.body().optionalText("text");
    if (const auto signature = request.settings().optionalText("signature"); text && signature) {
        *text += '\n' + *signature;
    }
    const svc::Uuid id = request.newUuid();
    const svc::Rows rows = request.db().query(
        "INSERT INTO notes.note (company_id, id, title, body, created_at) VALUES ($1, $2, $3, $4, $5)"
        " RETURNING id, title, body, created_at",
        request.companyId(), id, title, text, request.now());

    svc::Json data = svc::Json::object();
    data.set("id", svc::Json(noteId(id)));
    data.set("title", svc::Json(title));
    request.emit("note.created", "note", noteId(id), data);

    return svc::Response::json(201, noteJson(rows[0]));
}

// GET …/notes
svc::Response listNotes(svc::Request& request) {
    const svc::ArrayPage page = request.arrayPage();
    const svc::Rows rows = request.db().query(
        "SELECT id, title, body, created_at, count(*) OVER () FROM notes.note WHERE company_id = $1"
        " ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3",
        request.companyId(), page.limit, page.offset);
    svc::Json notes = svc::Json::array();
    for (const svc::Row row : rows) {
        notes.push(noteJson(row));
    }
    return svc::Response::json(200, notes).total(rows.empty() ? 0 : rows[0].integer(4));
}

// The command notes.count, for other plugins: in the transaction of the caller.
svc::Json countNotes(svc::Call& call, const svc::Json&) {
    const svc::Rows rows =
        call.db().query("SELECT count(*) FROM notes.note WHERE company_id = $1", call.companyId());
    svc::Json result = svc::Json::object();
    result.set("count", svc::Json(rows[0].integer(0)));
    return result;
}

void start(svc::Registry& registry) {
    registry.route("createNote", createNote);
    registry.route("listNotes", listNotes);
    registry.command("notes.count", countNotes);
}

} // namespace

SVC_PLUGIN("notes", "1.0.0", start)
