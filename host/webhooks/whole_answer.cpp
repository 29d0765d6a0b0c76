#include "host/webhooks/whole_answer.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace svc::host::webhooks {

namespace beast = boost::beast;

namespace {

constexpr std::uint32_t MostHeaders = 64 * 1024;

} // namespace

struct WholeAnswer::Parsing {
    beast::http::response_parser<beast::http::string_body> parser;
    bool closed = false; ///< the peer has ended the connection
};

WholeAnswer::WholeAnswer(std::size_t mostBytes, bool headOnly) : mostBytes_(mostBytes), headOnly_(headOnly) {
    begin();
}

WholeAnswer::~WholeAnswer() = default;

void WholeAnswer::begin() {
    parsing_ = std::make_unique<Parsing>();
    parsing_->parser.eager(true);
    parsing_->parser.header_limit(MostHeaders);
    parsing_->parser.body_limit(mostBytes_);
    parsing_->parser.skip(headOnly_);
}

bool WholeAnswer::take(std::string_view bytes) {
    buffer_ += bytes;
    while (!buffer_.empty()) {
        beast::error_code error;
        const std::size_t taken = parsing_->parser.put(boost::asio::buffer(buffer_), error);
        buffer_.erase(0, taken);
        if (error == beast::http::error::need_more) {
            return false;
        }
        if (error == beast::http::error::body_limit || error == beast::http::error::header_limit) {
            throw SendFailure("too-large");
        }
        if (error) {
            throw SendFailure("connection");
        }
        if (parsing_->parser.is_done()) {
            if (parsing_->parser.get().result_int() / 100 != 1) {
                return true;
            }
            begin(); // an interim answer: the final one follows
        } else if (taken == 0) {
            return false;
        }
    }
    return false;
}

void WholeAnswer::end() {
    parsing_->closed = true;
    beast::error_code error;
    parsing_->parser.put_eof(error);
    if (error || !parsing_->parser.is_done()) {
        throw SendFailure("connection");
    }
}

std::optional<int> WholeAnswer::status() const {
    return parsing_->parser.is_header_done()
               ? std::optional(static_cast<int>(parsing_->parser.get().result_int()))
               : std::nullopt;
}

bool WholeAnswer::reusable() const {
    return parsing_->parser.is_done() && parsing_->parser.keep_alive() && !parsing_->closed &&
           buffer_.empty();
}

std::string WholeAnswer::headers() const {
    std::string lines;
    for (const auto& field : parsing_->parser.get()) {
        lines.append(field.name_string().data(), field.name_string().size()).append(": ");
        lines.append(field.value().data(), field.value().size()).append("\r\n");
    }
    return lines;
}

std::string& WholeAnswer::body() {
    return parsing_->parser.get().body();
}

} // namespace svc::host::webhooks
