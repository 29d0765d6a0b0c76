/// @file One call of a plugin by the fake host.
#pragma once

#include <algorithm>
#include <cstring>

#include <svc/testing/fake_host.hpp>

namespace svc::testing {

/// Conversions between the byte views of the C tables and C++ strings.
struct FakeBytes {
    static std::string_view view(svc_bytes bytes) {
        return bytes.data == nullptr ? std::string_view{} : std::string_view(bytes.data, bytes.size);
    }
    static std::string text(svc_bytes bytes) { return std::string(view(bytes)); }
    static svc_bytes bytes(std::string_view text) {
        return svc_bytes{text.data() == nullptr ? "" : text.data(), text.size()};
    }
    /// Copies only the part of a struct that the plugin knows, by its struct_size.
    template <typename Struct>
    static void copyKnown(Struct* out, Struct full) {
        full.struct_size = out->struct_size;
        std::memcpy(out, &full, std::min<std::size_t>(out->struct_size, sizeof full));
    }
};

/// The implementation of svc_rows.
struct FakeRows {
    Result result;
};

/// The implementation of svc_call. Effects are collected here and passed to the fake host when the call
/// succeeds.
class FakeCall {
public:
    FakeCall(FakeHost& host, const RouteInput& input, std::int32_t kind, const std::string& name);
    FakeCall(const FakeCall&) = delete;
    FakeCall& operator=(const FakeCall&) = delete;

    static FakeCall& of(svc_call* call) { return *reinterpret_cast<FakeCall*>(call); }
    svc_call* handle() { return reinterpret_cast<svc_call*>(this); }

    svc_bytes keep(std::string text);

    void fail(int status, std::string_view code, std::string_view message);

    /// Runs a host function; an exception becomes the failure of the call.
    template <typename Body>
    std::int32_t guarded(Body body) noexcept {
        try {
            try {
                return body();
            } catch (const DatabaseError& error) {
                const auto code = host_.constraints_.find(error.constraint());
                if (code == host_.constraints_.end()) {
                    throw;
                }
                throw ApiError(400, code->second);
            }
        } catch (const ApiError& error) {
            fail(error.status(), error.code(), {});
        } catch (const std::exception& error) {
            fail(500, "internal-error", error.what());
        }
        return SVC_FAILED;
    }

    void needTransaction() const;
    Result query(const Statement& statement);
    void send(Statement statement);
    void sendLate(Statement statement);

    // For calls that run outside of a transaction.
    std::uint64_t transactionNumber() const { return inTransaction_ ? transactionNumber_ : 0; }
    void begin();
    void commitOwn();
    void rollbackOwn();

    std::optional<std::string> secret(const std::string& name) const;
    JobEnd& ofJob();

    /// Runs the handler, then the writes it has queued, then commits.
    void run(svc_handler handler, void* user);

    Answer takeAnswer() { return std::move(answer_); }

private:
    friend struct FakeTables;
    friend struct FakeOutside;

    void open();
    void close();
    void needOwn() const;
    void commit();
    void keepEffects();
    void flush();
    Result runNow(const Statement& statement);

    void finish(bool succeeded);

    FakeHost& host_;
    const RouteInput& input_;
    const std::string body_;
    const std::string facts_;
    const bool isRoute_;
    const bool isJob_;
    const bool outside_;
    bool inTransaction_ = false;
    std::uint64_t transactionNumber_ = 0;
    std::unique_ptr<Transaction> transaction_;
    Answer answer_;
    int failureStatus_ = 0;
    std::string failureCode_;
    std::string failureMessage_;
    bool doomed_ = false;
    std::vector<Statement> queue_;
    std::vector<Statement> late_;
    std::vector<Event> events_;
    std::vector<HistoryLine> history_;
    std::vector<FiledJob> jobs_;
    std::map<std::string, std::optional<std::string>> secrets_;
    JobEnd jobEnd_;
    std::map<std::string, std::vector<Json>> notes_;
    std::deque<std::string> texts_;
    std::vector<std::unique_ptr<FakeRows>> results_;
    std::vector<svc_rows*> started_; ///< not collected yet
};

} // namespace svc::testing
