/// @file Maps a struct to the columns of its table: one declaration serves SELECT, INSERT and UPDATE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <svc/bindings.hpp>

namespace svc {

namespace detail {

/// Converts JSON to a value of any type; a generated struct has its own reader in its namespace.
template <class Value>
void readJson(const Json& json, Value& to) {
    using bind::read;
    read(json, bind::Place("a column of JSON"), to);
}

} // namespace detail

/// How a member is stored in a column: its PostgreSQL type, its form as a parameter, and how it is read back.
/// Types without a specialization below, such as structs and lists of the contract, are stored as JSON.
template <class Value>
struct ColumnForm {
    static constexpr std::string_view Type = "json";
    static Param write(const Value& value) { return Param::owning(bind::textOf(value)); }
    static void read(const Row& row, std::uint32_t column, Value& to) {
        detail::readJson(row.json(column), to);
    }
};

namespace detail {

template <class Value, Value (Row::*Reader)(std::uint32_t) const>
struct PlainForm {
    static Param write(const Value& value) { return value; }
    static void read(const Row& row, std::uint32_t column, Value& to) { to = (row.*Reader)(column); }
};

} // namespace detail

template <>
struct ColumnForm<bool> : detail::PlainForm<bool, &Row::boolean> {
    static constexpr std::string_view Type = "boolean";
};
template <>
struct ColumnForm<std::int64_t> : detail::PlainForm<std::int64_t, &Row::integer> {
    static constexpr std::string_view Type = "bigint";
};
template <>
struct ColumnForm<int> {
    static constexpr std::string_view Type = "integer";
    static Param write(int value) { return value; }
    static void read(const Row& row, std::uint32_t column, int& to) {
        const std::int64_t value = row.integer(column);
        if (!std::in_range<int>(value)) {
            throw Fault("column " + std::to_string(column) + " holds a number beyond an int");
        }
        to = static_cast<int>(value);
    }
};
template <>
struct ColumnForm<Uuid> : detail::PlainForm<Uuid, &Row::uuid> {
    static constexpr std::string_view Type = "uuid";
};
template <>
struct ColumnForm<Date> : detail::PlainForm<Date, &Row::date> {
    static constexpr std::string_view Type = "date";
};
template <>
struct ColumnForm<Instant> : detail::PlainForm<Instant, &Row::instant> {
    static constexpr std::string_view Type = "timestamptz";
};
template <>
struct ColumnForm<Currency> : detail::PlainForm<Currency, &Row::currency> {
    static constexpr std::string_view Type = "text";
};
template <>
struct ColumnForm<std::string> {
    static constexpr std::string_view Type = "text";
    static Param write(const std::string& value) { return value; }
    static void read(const Row& row, std::uint32_t column, std::string& to) { to = row.text(column); }
};
/// A view of the text in the row, valid only while the Rows object lives: for values that are passed on at
/// once.
template <>
struct ColumnForm<std::string_view> {
    static constexpr std::string_view Type = "text";
    static Param write(std::string_view value) { return value; }
    static void read(const Row& row, std::uint32_t column, std::string_view& to) { to = row.text(column); }
};
template <class Tag>
struct ColumnForm<Id<Tag>> {
    static constexpr std::string_view Type = "uuid";
    static Param write(const Id<Tag>& value) { return value; }
    static void read(const Row& row, std::uint32_t column, Id<Tag>& to) { to = row.id<Id<Tag>>(column); }
};
/// Read without the trailing zeros that a column with a fixed scale adds.
template <>
struct ColumnForm<Decimal> {
    static constexpr std::string_view Type = "numeric";
    static Param write(const Decimal& value) { return value; }
    static void read(const Row& row, std::uint32_t column, Decimal& to) {
        to = row.decimal(column).normalized();
    }
};
template <>
struct ColumnForm<MinorAmount> {
    static constexpr std::string_view Type = "bigint";
    static Param write(const MinorAmount& value) { return value.minor(); }
    static void read(const Row& row, std::uint32_t column, MinorAmount& to) {
        to = MinorAmount(row.integer(column));
    }
};
template <>
struct ColumnForm<MinorPrice> {
    static constexpr std::string_view Type = "numeric";
    static Param write(const MinorPrice& value) { return value.minor(); }
    static void read(const Row& row, std::uint32_t column, MinorPrice& to) {
        to = MinorPrice(row.decimal(column).normalized());
    }
};
/// JSON is stored unchanged; a null value becomes NULL.
template <>
struct ColumnForm<Json> {
    static constexpr std::string_view Type = "json";
    static Param write(const Json& value) { return value.isNull() ? Param(nullptr) : Param(value); }
    static void read(const Row& row, std::uint32_t column, Json& to) {
        to = row.isNull(column) ? Json(nullptr) : row.json(column);
    }
};
template <class Enum>
requires std::is_enum_v<Enum>
struct ColumnForm<Enum> {
    static constexpr std::string_view Type = "text";
    static Param write(Enum value) { return toText(value); }
    static void read(const Row& row, std::uint32_t column, Enum& to) { to = enumAt<Enum>(row, column); }
};
template <class Value>
struct ColumnForm<std::optional<Value>> {
    static constexpr std::string_view Type = ColumnForm<Value>::Type;
    static Param write(const std::optional<Value>& value) {
        return value ? ColumnForm<Value>::write(*value) : Param(nullptr);
    }
    static void read(const Row& row, std::uint32_t column, std::optional<Value>& to) {
        if (row.isNull(column)) {
            to.reset();
        } else {
            ColumnForm<Value>::read(row, column, to.emplace());
        }
    }
};

namespace detail {

template <class Record, class Base>
concept Inherits = std::is_base_of_v<Base, Record> && !std::is_same_v<Base, Record>;

} // namespace detail

/// A column and the member that it stores. `Once`: update() does not write it.
template <class Record, class Value, bool Once>
struct Column {
    using RecordType = Record;
    static constexpr bool WrittenOnce = Once;

    std::string_view name;
    Value Record::*member;

    template <class Note>
    void describe(const Note& note) const {
        note(std::string(name), ColumnForm<Value>::Type);
    }
    std::tuple<Param> write(const Record& record) const { return {ColumnForm<Value>::write(record.*member)}; }
    void read(const Row& row, std::uint32_t& at, Record& to) const {
        ColumnForm<Value>::read(row, at++, to.*member);
    }
};

/// The actor of a record: the columns `<name>_kind` and `<name>_id`, which update() does not write.
template <class Record>
struct ActorColumns {
    using RecordType = Record;
    static constexpr bool WrittenOnce = true;

    std::string_view name;
    Actor Record::*member;

    template <class Note>
    void describe(const Note& note) const {
        note(std::string(name) + "_kind", "text");
        note(std::string(name) + "_id", "uuid");
    }
    std::tuple<Param, Param> write(const Record& record) const {
        return {(record.*member).kindText(), (record.*member).optionalId()};
    }
    void read(const Row& row, std::uint32_t& at, Record& to) const {
        to.*member = Actor::of(row.optionalText(at), row.optionalUuid(at + 1));
        at += 2;
    }
};

/// A column that is computed from the record: it is written but never read. `Once`: update() does not write
/// it.
template <class Record, class Value, bool Once>
struct DerivedColumn {
    using RecordType = Record;
    static constexpr bool WrittenOnce = Once;
    static constexpr bool Derived = true;

    std::string_view name;
    Value (*of)(const Record& record);

    template <class Note>
    void describe(const Note& note) const {
        note(std::string(name), ColumnForm<Value>::Type);
    }
    std::tuple<Param> write(const Record& record) const {
        if constexpr (std::is_same_v<Value, std::string>) {
            return {Param::owning(of(record))};
        } else {
            return {ColumnForm<Value>::write(of(record))};
        }
    }
    void read(const Row&, std::uint32_t&, Record&) const {}
};

template <class Record, class Value>
constexpr Column<Record, Value, false> column(std::string_view name, Value Record::*member) {
    return {name, member};
}
/// A column that update() does not write, such as the identifier or the time of creation.
template <class Record, class Value>
constexpr Column<Record, Value, true> columnWrittenOnce(std::string_view name, Value Record::*member) {
    return {name, member};
}
/// The same for a member that the record inherits. A table holds the records of its first column, so only
/// that column names the record; the columns after it find inherited members without it. The column keeps
/// `name` as a view and no record: `name` must live as long as the table.
///
///     struct Sale : api::Sale {
///         std::int64_t paidBase = 0; // minor units of the company's currency
///     };
///     const svc::Table Sales("sales.sale", svc::columnWrittenOnce<Sale>("id", &Sale::id),
///                            svc::column("number", &Sale::number),
///                            svc::column("paid_base", &Sale::paidBase));
template <class Record, class Base, class Value>
requires detail::Inherits<Record, Base>
constexpr Column<Record, Value, true> columnWrittenOnce(std::string_view name, Value Base::*member) {
    return {name, member};
}
template <class Record>
constexpr ActorColumns<Record> actorColumns(std::string_view name, Actor Record::*member) {
    return {name, member};
}
template <class Record, class Value>
constexpr DerivedColumn<Record, Value, false> derivedColumn(std::string_view name,
                                                            Value (*of)(const Record&)) {
    return {name, of};
}
/// A computed column that only insert() writes; other statements may change it later.
template <class Record, class Value>
constexpr DerivedColumn<Record, Value, true> derivedColumnWrittenOnce(std::string_view name,
                                                                      Value (*of)(const Record&)) {
    return {name, of};
}

/// The columns of a table of companies, after company_id; the first one is the identifier. The SQL is built
/// once, when the plugin is loaded.
///
///     const svc::Table Notes("notes.note", svc::columnWrittenOnce("id", &api::Note::id),
///                            svc::column("text", &api::Note::text));
///
///     Notes.insert(call, {note});
///     for (const svc::Row row : call.db().query("SELECT " + Notes.select("n") + " FROM notes.note n …")) {
///         notes.push_back(Notes.read(row));
///     }
template <class First, class... Rest>
class Table {
public:
    using Record = typename First::RecordType;

    explicit Table(std::string_view name, First first, Rest... rest) : parts_(first, rest...) {
        std::string assignments;
        std::size_t updated = 2;
        const auto add = [&](const auto& part) {
            using Part = std::decay_t<decltype(part)>;
            part.describe([&](const std::string& column, std::string_view type) {
                names_ += (written_.empty() ? "" : ", ") + column;
                typedNames_ += (written_.empty() ? "" : ", ") + column + ' ' + std::string(type);
                written_.push_back({column, type == ColumnForm<Json>::Type});
                if constexpr (!Part::WrittenOnce) {
                    assignments += (updated == 2 ? "" : ", ") + column + " = $" + std::to_string(updated + 1);
                    ++updated;
                }
                if constexpr (!requires { Part::Derived; }) {
                    selected_.push_back(column);
                }
            });
        };
        add(first);
        (add(rest), ...);
        const std::string table(name);
        insert_ = "INSERT INTO " + table + " (company_id, " + names_ + ") SELECT $1, n.* FROM " + rows("n");
        insertMissing_ = insert_ + " ON CONFLICT DO NOTHING";
        update_ = "UPDATE " + table + " SET " + assignments + " WHERE company_id = $1 AND " +
                  selected_.front() + " = $2";
    }

    /// The columns that read() expects, in its order: `p.id, p.name, …`.
    std::string select(std::string_view alias) const {
        std::string list;
        for (const std::string& name : selected_) {
            list.append(list.empty() ? "" : ", ").append(alias).append(".").append(name);
        }
        return list;
    }
    /// Number of columns that select() lists and read() consumes.
    std::uint32_t width() const noexcept { return static_cast<std::uint32_t>(selected_.size()); }

    Record read(const Row& row, std::uint32_t at = 0) const {
        Record record{};
        readInto(row, at, record);
        return record;
    }
    /// Like read(), into an existing record: members without a column keep their values.
    void readInto(const Row& row, std::uint32_t at, Record& record) const {
        std::apply([&](const auto&... part) { (part.read(row, at, record), ...); }, parts_);
    }

    /// Queues one INSERT for all records.
    void insert(Call& call, const std::vector<Record>& records) const { send(call, insert_, records); }
    /// Like insert(), but skips records whose key exists already.
    void insertMissing(Call& call, const std::vector<Record>& records) const {
        send(call, insertMissing_, records);
    }
    /// Queues an UPDATE of the record with this identifier.
    void update(Call& call, const Record& record) const {
        const auto values = std::tuple_cat(
            std::get<0>(parts_).write(record),
            std::apply([&](const auto&... part) { return std::tuple_cat(changing(part, record)...); },
                       parts_));
        std::apply([&](const auto&... value) { call.db().send(update_, call.companyId(), value...); },
                   values);
    }

    /// The column names, for a statement of the plugin over many records, such as an upsert. Run it with
    /// query() or send(): `$1` is the company, `$2` the records.
    ///
    ///     "INSERT INTO notes.note (company_id, " + Notes.names() + ") SELECT $1, n.* FROM " +
    ///         Notes.rows("n") + " ORDER BY n.text ON CONFLICT … RETURNING id"
    const std::string& names() const noexcept { return names_; }
    /// `json_to_recordset($2::json) AS n (id uuid, …)`: the records of a parameter made by records(), as rows
    /// with the column names of the table. For the few records of a document this is much cheaper than
    /// unnest() with an array for each column, which PostgreSQL starts slowly (one record of 25 columns: 16
    /// instead of 51 us); from about ten on it is dearer, by a third for hundreds.
    std::string rows(std::string_view alias, int parameter = 2) const {
        return "json_to_recordset($" + std::to_string(parameter) + "::json) AS " + std::string(alias) + " (" +
               typedNames_ + ')';
    }
    /// Like rows(), with a last column `place` that counts the records from 1.
    std::string numberedRows(std::string_view alias, int parameter = 2) const {
        return "ROWS FROM (json_to_recordset($" + std::to_string(parameter) + "::json) AS (" + typedNames_ +
               ")) WITH ORDINALITY AS " + std::string(alias) + " (" + names_ + ", place)";
    }
    /// The records as a JSON array, the parameter of rows().
    Param records(std::span<const Record> records) const {
        std::string text = "[";
        for (const Record& record : records) {
            text += text.size() == 1 ? "{" : ",{";
            std::size_t at = 0;
            std::apply([&](const auto&... value) { (appendMember(text, written_[at++], value), ...); },
                       valuesOf(record));
            text += '}';
        }
        return Param::owning(text + ']');
    }
    /// Runs the statement at once and returns its rows.
    Rows query(Call& call, const std::string& sql, const std::vector<Record>& records) const {
        return call.db().query(sql, call.companyId(), this->records(records));
    }
    /// Queues the statement; does nothing when there are no records.
    void send(Call& call, const std::string& sql, const std::vector<Record>& records) const {
        if (!records.empty()) {
            call.db().send(sql, call.companyId(), this->records(records));
        }
    }

    const std::string& insertSql() const noexcept { return insert_; }
    const std::string& insertMissingSql() const noexcept { return insertMissing_; }
    const std::string& updateSql() const noexcept { return update_; }

private:
    static_assert(First::WrittenOnce, "the first column is the identifier, which is written once");
    using Values = decltype(std::tuple_cat(std::declval<First>().write(std::declval<Record>()),
                                           std::declval<Rest>().write(std::declval<Record>())...));

    /// A column that insert() writes.
    struct Written {
        std::string name;
        bool isJson; ///< its values are JSON already
    };

    /// Appends a member of the object that `text` ends with; NULL is left out.
    static void appendMember(std::string& text, const Written& column, const Param& value) {
        const svc_bytes bytes = value.bytes();
        if (bytes.data == nullptr) {
            return;
        }
        text += text.back() == '{' ? "\"" : ",\"";
        text.append(column.name) += "\":";
        if (column.isJson) {
            text += detail::view(bytes);
        } else {
            Json::appendQuoted(text, detail::view(bytes));
        }
    }
    Values valuesOf(const Record& record) const {
        return std::apply([&](const auto&... part) { return std::tuple_cat(part.write(record)...); }, parts_);
    }
    template <class Part>
    static auto changing(const Part& part, const Record& record) {
        if constexpr (Part::WrittenOnce) {
            return std::tuple<>();
        } else {
            return part.write(record);
        }
    }

    std::tuple<First, Rest...> parts_;
    std::vector<std::string> selected_;
    std::vector<Written> written_;
    std::string names_;
    std::string typedNames_; ///< `id uuid, …`
    std::string insert_;
    std::string insertMissing_;
    std::string update_;
};

} // namespace svc
