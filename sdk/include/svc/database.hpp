/// @file The transaction of a call: statements with parameters, rows as views.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/host.hpp>
#include <svc/id.hpp>
#include <svc/json.hpp>

namespace svc {

/// A parameter of a statement in PostgreSQL's text form, converted implicitly from the types below; an empty
/// std::optional is SQL NULL. Texts are not copied: they must live until query() or send() returns.
class Param {
public:
    Param(std::nullptr_t) noexcept : null_(true) {}              // NOLINT(google-explicit-constructor)
    Param(std::string_view text) noexcept : borrowed_(text) {}   // NOLINT(google-explicit-constructor)
    Param(const std::string& text) noexcept : borrowed_(text) {} // NOLINT(google-explicit-constructor)
    Param(const char* text) noexcept : borrowed_(text) {}        // NOLINT(google-explicit-constructor)
    Param(bool value) noexcept : borrowed_(value ? "t" : "f") {} // NOLINT(google-explicit-constructor)
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool>) Param(Integer value)
        : owned_(std::to_string(value)) {}                    // NOLINT(google-explicit-constructor)
    Param(const Decimal& value) : owned_(value.toString()) {} // NOLINT(google-explicit-constructor)
    Param(const Uuid& value) : owned_(value.toString()) {}    // NOLINT(google-explicit-constructor)
    template <class Tag>
    Param(const Id<Tag>& value) : Param(value.uuid()) {}   // NOLINT(google-explicit-constructor)
    Param(const Date& value) : owned_(value.toString()) {} // NOLINT(google-explicit-constructor)
    Param(const Instant& value) : owned_(value.toSql()) {} // NOLINT(google-explicit-constructor)
    Param(const Currency& value) : owned_(value.code()) {} // NOLINT(google-explicit-constructor)
    Param(const Json& value) : owned_(value.dump()) {}     // NOLINT(google-explicit-constructor)
    template <typename Value>
    Param(const std::optional<Value>& value) // NOLINT(google-explicit-constructor)
        : Param(value ? Param(*value) : Param(nullptr)) {}

    /// A parameter that owns its text.
    static Param owning(std::string text) {
        Param param(nullptr);
        param.null_ = false;
        param.owned_ = std::move(text);
        return param;
    }

    /// The bytes for the host; valid while this object is neither moved nor destroyed.
    svc_bytes bytes() const noexcept {
        if (null_) {
            return svc_bytes{nullptr, 0};
        }
        return detail::bytes(owned_.empty() ? borrowed_ : std::string_view(owned_));
    }

private:
    std::string owned_;
    std::string_view borrowed_;
    bool null_ = false;
};

/// A PostgreSQL array literal (`unnest($1::uuid[], …)` writes many rows in one statement).
///
///     svc::ArrayParam ids, quantities;
///     for (const Line& line : lines) { ids.add(line.itemId); quantities.add(line.quantity); }
///     db.send("INSERT … SELECT * FROM unnest($1::uuid[], $2::numeric[])", ids, quantities);
class ArrayParam {
public:
    void add(const Param& value) {
        text_ += text_.empty() ? '{' : ',';
        const svc_bytes bytes = value.bytes();
        if (bytes.data == nullptr) {
            text_ += "NULL";
            return;
        }
        text_ += '"';
        std::string_view rest = detail::view(bytes);
        for (std::size_t at = rest.find_first_of("\"\\"); at != std::string_view::npos;
             at = rest.find_first_of("\"\\")) {
            text_.append(rest.substr(0, at)) += '\\';
            text_ += rest[at];
            rest.remove_prefix(at + 1);
        }
        text_.append(rest) += '"';
    }

    operator Param() const { return Param::owning(text_.empty() ? "{}" : text_ + '}'); } // NOLINT

private:
    std::string text_;
};

/// One row of a result, with typed access to its cells. Reading a NULL throws a Fault, except by the optional
/// readers. Views are valid while the Rows object lives.
class Row {
public:
    Row(const svc_bytes* cells, std::uint32_t columns) noexcept : cells_(cells), columns_(columns) {}

    std::uint32_t columns() const noexcept { return columns_; }
    bool isNull(std::uint32_t column) const { return cell(column).data == nullptr; }

    std::string_view text(std::uint32_t column) const {
        const svc_bytes value = cell(column);
        if (value.data == nullptr) {
            throw Fault("column " + std::to_string(column) + " is NULL");
        }
        return detail::view(value);
    }
    std::int64_t integer(std::uint32_t column) const {
        const std::string_view digits = text(column);
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size()) {
            throw Fault("column " + std::to_string(column) + " is not an integer");
        }
        return value;
    }
    bool boolean(std::uint32_t column) const { return text(column) == "t"; }
    Decimal decimal(std::uint32_t column) const { return parsed<Decimal>(column); }
    Uuid uuid(std::uint32_t column) const { return parsed<Uuid>(column); }
    /// An identifier of one kind: `row.id<SaleId>(0)`.
    template <class Kind>
    Kind id(std::uint32_t column) const {
        return Kind(uuid(column));
    }
    Date date(std::uint32_t column) const { return parsed<Date>(column); }
    Instant instant(std::uint32_t column) const { return parsed<Instant>(column); }
    Currency currency(std::uint32_t column) const { return parsed<Currency>(column); }
    Json json(std::uint32_t column) const { return Json::parse(text(column)); }

    std::optional<std::string_view> optionalText(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(text(column));
    }
    std::optional<std::int64_t> optionalInteger(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(integer(column));
    }
    std::optional<Decimal> optionalDecimal(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(decimal(column));
    }
    std::optional<Uuid> optionalUuid(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(uuid(column));
    }
    template <class Kind>
    std::optional<Kind> optionalId(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(id<Kind>(column));
    }
    /// A copy of the text, valid after the row is gone.
    std::optional<std::string> optionalString(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(std::string(text(column)));
    }
    std::optional<Date> optionalDate(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(date(column));
    }
    std::optional<Instant> optionalInstant(std::uint32_t column) const {
        return isNull(column) ? std::nullopt : std::optional(instant(column));
    }

private:
    svc_bytes cell(std::uint32_t column) const {
        if (column >= columns_) {
            throw Fault("no column " + std::to_string(column) + " in a row of " + std::to_string(columns_));
        }
        return cells_[column];
    }
    template <typename Value>
    Value parsed(std::uint32_t column) const {
        const std::optional<Value> value = Value::parse(text(column));
        if (!value) {
            throw Fault("column " + std::to_string(column) + " does not hold a value of the expected type");
        }
        return *value;
    }

    const svc_bytes* cells_;
    std::uint32_t columns_;
};

/// The rows of one statement. Owns the host's result and frees it on destruction.
class Rows {
public:
    Rows() = default;
    explicit Rows(svc_rows* rows) : rows_(rows) {
        std::uint64_t count = 0;
        const svc_host_database& database = *detail::host().database;
        database.rows_size(rows_, &count, &columns_, &affected_);
        size_ = count;
        cells_.resize(size_ * columns_);
        if (!cells_.empty()) {
            database.rows_read(rows_, 0, count, cells_.data());
        }
    }
    Rows(Rows&& other) noexcept { swap(other); }
    Rows& operator=(Rows&& other) noexcept {
        swap(other);
        return *this;
    }
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;
    ~Rows() {
        if (rows_ != nullptr) {
            detail::host().database->rows_close(rows_);
        }
    }

    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    /// Number of rows written by a statement without RETURNING.
    std::uint64_t affected() const noexcept { return affected_; }
    Row operator[](std::size_t index) const {
        if (index >= size_) {
            throw Fault("no row " + std::to_string(index) + " in a result of " + std::to_string(size_));
        }
        return Row(cells_.data() + index * columns_, columns_);
    }

    class Iterator {
    public:
        Iterator(const Rows& rows, std::size_t index) noexcept : rows_(&rows), index_(index) {}
        Row operator*() const { return (*rows_)[index_]; }
        Iterator& operator++() noexcept {
            ++index_;
            return *this;
        }
        bool operator!=(const Iterator& other) const noexcept { return index_ != other.index_; }

    private:
        const Rows* rows_;
        std::size_t index_;
    };
    Iterator begin() const noexcept { return {*this, 0}; }
    Iterator end() const noexcept { return {*this, size_}; }

private:
    void swap(Rows& other) noexcept {
        std::swap(rows_, other.rows_);
        std::swap(cells_, other.cells_);
        std::swap(size_, other.size_);
        std::swap(columns_, other.columns_);
        std::swap(affected_, other.affected_);
    }

    svc_rows* rows_ = nullptr;
    std::vector<svc_bytes> cells_;
    std::size_t size_ = 0;
    std::uint32_t columns_ = 0;
    std::uint64_t affected_ = 0;
};

/// A statement that Database::start() has begun. Valid only during its call.
class Started {
public:
    Started(svc_call* call, std::uint64_t number) noexcept : call_(call), number_(number) {}

    /// The rows of the statement. Waits until they have arrived; may be called once.
    Rows rows() const {
        svc_rows* rows = nullptr;
        detail::check(call_, detail::host().database->collect(call_, number_, &rows));
        return Rows(rows);
    }

private:
    svc_call* call_;
    std::uint64_t number_;
};

/// How consecutive late writes with the same order key and SQL text are merged into one statement
/// (Database::sendLate). For a row that one transaction writes many times, because each further write of the
/// same row is slower. Writes that differ in parameters that are not merged stay separate, and so do sums
/// that overflow 64 bits.
class Late {
public:
    /// Array parameters (ArrayParam, Table::records()) are concatenated.
    static constexpr Late joined() noexcept { return {SVC_LATE_JOINED, 0, 0}; }
    /// Parameters number `first` to `last` (counted from 1) are integers and are summed.
    static constexpr Late added(std::uint32_t first, std::uint32_t last) noexcept {
        return {SVC_LATE_ADDED, first, last};
    }
    /// Like added(first, last), for one parameter.
    static constexpr Late added(std::uint32_t parameter) noexcept { return added(parameter, parameter); }

private:
    friend class Database;
    constexpr Late(std::int32_t merge, std::uint32_t first, std::uint32_t last) noexcept
        : merge_(merge), first_(first), last_(last) {}

    std::int32_t merge_;
    std::uint32_t first_;
    std::uint32_t last_;
};

/// The database of one call: its transaction, bound to its company by row-level security. A statement is
/// SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES or WITH, one per call, with parameters `$1`…. Keep the SQL
/// text constant: it is prepared once per connection. Put the company in every WHERE (`company_id = $1`) so
/// that the index is used.
///
/// List each unique or check constraint that a client can violate under `constraints:` of plugin.yaml, with
/// the error code of the answer: queued writes can fail after the handler has returned.
class Database {
public:
    explicit Database(svc_call* call) noexcept : call_(call) {}

    /// Runs the queued writes and this statement in one round trip.
    template <typename... Parameters>
    Rows query(std::string_view sql, const Parameters&... parameters) {
        svc_rows* rows = nullptr;
        with(
            [&](const svc_bytes* list, std::uint64_t count) {
                return detail::host().database->query(call_, detail::bytes(sql), list, count, &rows);
            },
            parameters...);
        return Rows(rows);
    }
    /// Like query(), for a statement built from parts with a variable number of parameters.
    Rows query(std::string_view sql, const std::vector<Param>& parameters) {
        std::vector<svc_bytes> list(parameters.size() + 1);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            list[i] = parameters[i].bytes();
        }
        svc_rows* rows = nullptr;
        detail::check(call_, detail::host().database->query(call_, detail::bytes(sql), list.data(),
                                                            parameters.size(), &rows));
        return Rows(rows);
    }

    /// Starts a statement without waiting for its rows: the database executes a large statement while the
    /// caller prepares the next one. A small statement is sent together with the next query.
    template <typename... Parameters>
    Started start(std::string_view sql, const Parameters&... parameters) {
        std::uint64_t number = 0;
        with(
            [&](const svc_bytes* list, std::uint64_t count) {
                return detail::host().database->start(call_, detail::bytes(sql), list, count, &number);
            },
            parameters...);
        return {call_, number};
    }

    /// Queues a write: it is sent with the next query or at the end of the request.
    template <typename... Parameters>
    void send(std::string_view sql, const Parameters&... parameters) {
        with(
            [&](const svc_bytes* list, std::uint64_t count) {
                return detail::host().database->send(call_, detail::bytes(sql), list, count);
            },
            parameters...);
    }

    /// Queues a read ahead of its query(), to save a round trip: it is sent with the next query, and the
    /// later query() with the same text and parameters takes its rows, once. A query() with the same text and
    /// other parameters discards them. Use it only for rows that do not change in between: rows that the read
    /// locks, or rows that this transaction does not write.
    template <typename... Parameters>
    void askAhead(std::string_view sql, const Parameters&... parameters) {
        with(
            [&](const svc_bytes* list, std::uint64_t count) {
                return detail::host().database->ask_ahead(call_, detail::bytes(sql), list, count);
            },
            parameters...);
    }

    /// Queues a write to a hot row (a balance, a counter): it runs just before the commit, sorted by
    /// `orderKey` (such as "wallet:<id>"), so that hot rows are locked last and always in the same order.
    template <typename... Parameters>
    void sendLate(std::string_view orderKey, std::string_view sql, const Parameters&... parameters) {
        with(
            [&](const svc_bytes* list, std::uint64_t count) {
                return detail::host().database->send_late(call_, detail::bytes(orderKey), detail::bytes(sql),
                                                          list, count);
            },
            parameters...);
    }
    /// Like sendLate(), for rows that one transaction writes many times: `merge` says how such writes are
    /// merged into one.
    ///
    ///     db.sendLate("usage", svc::Late::added(2), "UPDATE … SET n = n + $2 WHERE company_id = $1", …);
    template <typename... Parameters>
    void sendLate(std::string_view orderKey, Late merge, std::string_view sql,
                  const Parameters&... parameters) {
        with(
            [&](const svc_bytes* list, std::uint64_t count) {
                return detail::host().database->send_late_merged(call_, detail::bytes(orderKey), merge.merge_,
                                                                 merge.first_, merge.last_,
                                                                 detail::bytes(sql), list, count);
            },
            parameters...);
    }

private:
    template <typename Function, typename... Parameters>
    void with(Function function, const Parameters&... parameters) {
        const std::array<Param, sizeof...(Parameters)> values{Param(parameters)...};
        std::array<svc_bytes, sizeof...(Parameters) + 1> list{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            list[i] = values[i].bytes();
        }
        detail::check(call_, function(list.data(), static_cast<std::uint64_t>(values.size())));
    }

    svc_call* call_;
};

} // namespace svc
