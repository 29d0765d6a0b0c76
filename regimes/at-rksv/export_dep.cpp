// The data collection journal (DEP) in the format of the authority.
#include <vector>

#include "bindings.hpp"
#include "store.hpp"

namespace svc::at_rksv {
namespace {

/// The certificates in a PEM text, each as base 64 of its DER.
std::vector<std::string> certificatesIn(const std::string& pem) {
    constexpr std::string_view Begin = "-----BEGIN CERTIFICATE-----";
    constexpr std::string_view End = "-----END CERTIFICATE-----";
    std::vector<std::string> all;
    for (std::size_t at = pem.find(Begin); at != std::string::npos; at = pem.find(Begin, at)) {
        at += Begin.size();
        std::string text = pem.substr(at, pem.find(End, at) - at);
        std::erase(text, '\n');
        all.push_back(std::move(text));
    }
    return all;
}

/// Writes the receipts; begins a new group (Belege-Gruppe) whenever the signing certificate changes.
class DepWriter {
public:
    explicit DepWriter(BodyWriter& body) : body_(body) { body_.write(R"({"Belege-Gruppe":[)"); }

    void add(const std::string& serial, const std::string& pem, const std::string& jws) {
        if (!open_ || serial != serial_) {
            end();
            begin(serial, pem);
        } else {
            body_.write(",");
        }
        body_.write(Json(jws).dump());
    }
    void finish() {
        end();
        body_.write("]}");
    }

private:
    void begin(const std::string& serial, const std::string& pem) {
        std::vector<std::string> chain = certificatesIn(pem);
        Json above = Json::array();
        for (std::size_t i = 1; i < chain.size(); ++i) {
            above.push(Json(chain[i]));
        }
        body_.write(first_ ? "{" : ",{");
        body_.write(R"("Signaturzertifikat":)" + Json(chain.empty() ? "" : chain.front()).dump() +
                    R"(,"Zertifizierungsstellen":)" + above.dump() + R"(,"Belege-kompakt":[)");
        serial_ = serial;
        open_ = true;
        first_ = false;
    }
    void end() {
        if (open_) {
            body_.write("]}");
        }
        open_ = false;
    }

    BodyWriter& body_;
    std::string serial_;
    bool open_ = false;
    bool first_ = true;
};

} // namespace

Response exportRksvDep(Request& request) {
    return Response::streamed(200, "application/json",
                              [&request](BodyWriter& body) {
                                  DepWriter writer(body);
                                  eachReceipt(request,
                                              [&](const std::string& serial, const std::string& pem,
                                                  const std::string& jws) { writer.add(serial, pem, jws); });
                                  writer.finish();
                              })
        .header("Content-Disposition", "attachment; filename=\"dep-export.json\"");
}

} // namespace svc::at_rksv
