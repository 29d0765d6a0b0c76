#include "host/http/front/request_reader.hpp"

#include "host/http/front/headers.hpp"

#include <svc/text.hpp>

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <algorithm>

namespace svc::host::http {

namespace beast = boost::beast;

namespace {

// Limit of one unfinished line of chunk framing, and of all trailers together.
constexpr std::size_t MaxFraming = 16 * 1024;

// An unfinished chunked body is followed by at least these bytes: "0", CR LF, CR LF. With fewer bytes of the
// last chunk the parser reports an error of its caller.
constexpr std::size_t LeastOfChunks = 5;

constexpr std::string_view HeadEnd = "\r\n\r\n";

std::string_view viewOf(beast::string_view text) {
    return {text.data(), text.size()};
}

/// Finds a header in a head that may be malformed elsewhere.
std::string_view findLine(std::string_view head, std::string_view name) {
    for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at + 2)) {
        const std::string_view line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
        if (line.size() > name.size() && line[name.size()] == ':' &&
            equalsIgnoreCase(line.substr(0, name.size()), name)) {
            return trimBlanks(line.substr(name.size() + 1));
        }
    }
    return {};
}

} // namespace

class RequestReader::Parser : public beast::http::basic_parser<true> {
public:
    explicit Parser(RawRequest& request) : request_(request) {
        // Limits are watched outside, where each has its own answer.
        header_limit(2 * (MaxRequestLine + MaxHeaderBytes));
        body_limit(boost::none);
    }

private:
    using Error = beast::error_code;

    void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target, int version,
                         Error&) final {
        request_.method = viewOf(method);
        request_.target = viewOf(target);
        request_.version = version == 11 ? "HTTP/1.1" : "HTTP/1.0";
        request_.headers.reserve(12);
    }
    void on_response_impl(int, beast::string_view, int, Error&) final {}
    void on_field_impl(beast::http::field, beast::string_view name, beast::string_view value, Error&) final {
        // Trailers of a chunked body are ignored.
        if (!inBody_) {
            request_.headers.emplace_back(viewOf(name), viewOf(value));
        }
    }
    void on_header_impl(Error&) final { inBody_ = true; }
    void on_body_init_impl(const boost::optional<std::uint64_t>& length, Error&) final {
        // Memory is reserved as bytes arrive, because the declared length may be false.
        request_.body.reserve(
            static_cast<std::size_t>(std::min<std::uint64_t>(length.value_or(0), 256 * 1024)));
    }
    std::size_t on_body_impl(beast::string_view body, Error&) final {
        request_.body.append(body.data(), body.size());
        return body.size();
    }
    void on_chunk_header_impl(std::uint64_t, beast::string_view, Error&) final {}
    std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view body, Error&) final {
        request_.body.append(body.data(), body.size());
        return body.size();
    }
    void on_finish_impl(Error&) final {}

    RawRequest& request_;
    bool inBody_ = false;
};

RequestReader::RequestReader() = default;
RequestReader::~RequestReader() = default;

std::size_t RequestReader::take(std::string_view bytes) {
    std::size_t taken = 0;
    if (!hasHead_) {
        // RFC 9112 2.2: one blank line before the request is ignored.
        if (!skippedBlank_ && scanned_ == 0 && bytes.substr(0, 2) == "\r\n") {
            skippedBlank_ = true;
            return 2 + take(bytes.substr(2));
        }
        taken = takeHead(bytes);
    }
    if (awaited_ && !complete()) {
        taken += takeBody(bytes.substr(taken));
    }
    return taken;
}

std::size_t RequestReader::takeHead(std::string_view bytes) {
    const std::size_t size = scan(bytes);
    if (size == 0) {
        return 0;
    }
    const std::string_view head = bytes.substr(0, size);
    parser_ = std::make_unique<Parser>(request_);
    beast::error_code error;
    const std::size_t used = parser_->put(boost::asio::const_buffer(head.data(), head.size()), error);
    if (error || used != size || !parser_->is_header_done()) {
        refuse(400, "request-invalid", head);
    }
    hasHead_ = true;
    return size;
}

// Lines end with CR LF and contain no other control character; folded lines are refused (RFC 9112 5.2).
bool RequestReader::belongsInHead(std::string_view bytes, std::size_t at) const {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    const bool startsLine = lineEnd_ != 0 && at == lineStart_;
    if (byte == '\r') {
        return at + 1 == bytes.size() || bytes[at + 1] == '\n';
    }
    if (byte == '\n') {
        return at > 0 && bytes[at - 1] == '\r';
    }
    if (byte == '\t') {
        return lineEnd_ != 0 && !startsLine;
    }
    return byte >= 0x20 && byte != 0x7F && !(byte == ' ' && startsLine);
}

std::size_t RequestReader::scan(std::string_view bytes) {
    for (std::size_t& at = scanned_; at < bytes.size(); ++at) {
        if (!belongsInHead(bytes, at)) {
            refuse(400, "request-invalid", bytes);
        }
        if (bytes[at] == '\r' && at + 1 == bytes.size()) {
            break; // scanned again together with the next byte
        }
        if (bytes[at] != '\n') {
            continue;
        }
        const bool blank = at == lineStart_ + 1;
        lineStart_ = at + 1;
        lineEnd_ = lineEnd_ == 0 ? at + 1 : lineEnd_;
        if (blank || lineEnd_ > MaxRequestLine + 2) {
            break;
        }
    }
    const std::size_t line = lineEnd_ == 0 ? scanned_ : lineEnd_ - 2;
    if (line > MaxRequestLine) {
        refuse(414, "uri-too-long", bytes);
    }
    if (lineEnd_ != 0 && scanned_ > lineEnd_ + MaxHeaderBytes + HeadEnd.size()) {
        refuse(431, "headers-too-large", bytes);
    }
    const bool whole = scanned_ < bytes.size() && bytes[scanned_] == '\n';
    return whole ? scanned_ + 1 : 0;
}

void RequestReader::awaitBody(std::size_t limit) {
    awaited_ = true;
    parser_->body_limit(limit);
}

std::size_t RequestReader::takeBody(std::string_view bytes) {
    std::size_t taken = 0;
    const std::size_t least = parser_->chunked() ? LeastOfChunks : 1;
    while (bytes.size() - taken >= least && !parser_->is_done()) {
        beast::error_code error;
        const std::string_view rest = bytes.substr(taken);
        const std::size_t used = parser_->put(boost::asio::const_buffer(rest.data(), rest.size()), error);
        taken += used;
        bodyBytes_ += used;
        if (error == beast::http::error::body_limit) {
            throw Refused(413, "body-too-large").close();
        }
        // Chunks of one byte each, or with very long extensions, are treated as an attack.
        const bool waste = bodyBytes_ > 16 * request_.body.size() + 4 * MaxFraming;
        const bool waits = error == beast::http::error::need_more;
        if ((error && !waits) || waste || (waits && rest.size() - used > MaxFraming)) {
            throw Refused(400, "request-invalid").close();
        }
        if (waits || used == 0) {
            break;
        }
    }
    return taken;
}

bool RequestReader::complete() const noexcept {
    return hasHead_ && awaited_ && parser_->is_done();
}

bool RequestReader::keepAlive() const noexcept {
    return hasHead_ && parser_->keep_alive();
}

bool RequestReader::expectsContinue() const noexcept {
    return request_.version == "HTTP/1.1" &&
           equalsIgnoreCase(request_.header("Expect").value_or(""), "100-continue");
}

void RequestReader::refuse(int status, const char* code, std::string_view head) {
    if (!request_.header("X-Request-Id")) {
        if (const std::string_view id = findLine(head, "X-Request-Id"); !id.empty()) {
            request_.headers.emplace_back("X-Request-Id", id);
        }
    }
    throw Refused(status, code).close();
}

} // namespace svc::host::http
