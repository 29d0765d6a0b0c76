#include "xades/signing.hpp"

#include <array>
#include <limits>
#include <memory>
#include <vector>

#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <openssl/evp.h>

#include <svc/encoding.hpp>

#include "keys/openssl.hpp"
#include "xml/xml_bounds.hpp"
#include "xml/xml_document.hpp"

namespace svc::xades {
namespace {

constexpr const char* Ds = "http://www.w3.org/2000/09/xmldsig#";
constexpr const char* Xades = "http://uri.etsi.org/01903/v1.3.2#";
constexpr const char* Sha256 = "http://www.w3.org/2001/04/xmlenc#sha256";
constexpr const char* Enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
constexpr const char* SignedPropertiesType = "http://uri.etsi.org/01903#SignedProperties";

using Document = std::unique_ptr<xmlDoc, keys::Freed<xmlFreeDoc>>;

const xmlChar* chars(const char* text) {
    return reinterpret_cast<const xmlChar*>(text);
}
const xmlChar* chars(const std::string& text) {
    return chars(text.c_str());
}

const char* addressOf(Canonical canonical) {
    return canonical == Canonical::Exclusive ? "http://www.w3.org/2001/10/xml-exc-c14n#"
                                             : "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
}

std::string digest(std::string_view bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw SigningFault("SHA-256 cannot be computed");
    }
    return base64Encode({reinterpret_cast<const char*>(hash.data()), size});
}

/// The certificate by which a signature is verified.
struct Certificate {
    std::string der;
    std::string issuer; ///< RFC 4514
    std::string serial; ///< decimal
    std::string_view algorithm;
};

const char* addressOf(std::string_view algorithm) {
    return algorithm == "RS256"   ? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
           : algorithm == "ES256" ? "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
                                  : "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384";
}

std::string serialOf(const X509* certificate) {
    const std::unique_ptr<BIGNUM, keys::Freed<BN_free>> number(
        ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate), nullptr));
    const std::unique_ptr<char, void (*)(char*)> text(number ? BN_bn2dec(number.get()) : nullptr,
                                                      [](char* digits) { OPENSSL_free(digits); });
    return text ? text.get() : "";
}

Certificate certificateIn(const HeldKey& key) {
    const keys::X509Owner one = keys::certificateOf(key);
    const keys::BioOwner der(BIO_new(BIO_s_mem()));
    i2d_X509_bio(der.get(), one.get());
    const keys::BioOwner issuer(BIO_new(BIO_s_mem()));
    X509_NAME_print_ex(issuer.get(), X509_get_issuer_name(one.get()), 0,
                       XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
    return {keys::written(der.get()), keys::written(issuer.get()), serialOf(one.get()),
            keys::signingAlgorithm(one.get())};
}

/// Callback: is the node inside the part? A namespace or attribute belongs to its element, passed as
/// `parent`.
int isInPart(void* part, xmlNodePtr node, xmlNodePtr parent) {
    const xmlNode* at =
        node != nullptr && node->type != XML_NAMESPACE_DECL && node->type != XML_ATTRIBUTE_NODE ? node
                                                                                                : parent;
    for (; at != nullptr; at = at->parent) {
        if (at == part) {
            return 1;
        }
    }
    return 0;
}

/// The canonical form of the part and its descendants; of the whole document when `part` is null.
std::string canonical(xmlDoc* document, xmlNode* part, Canonical form) {
    const std::unique_ptr<xmlBuffer, keys::Freed<xmlBufferFree>> buffer(xmlBufferCreate());
    xmlOutputBuffer* out = buffer ? xmlOutputBufferCreateBuffer(buffer.get(), nullptr) : nullptr;
    if (out == nullptr) {
        throw std::bad_alloc();
    }
    const int mode = form == Canonical::Exclusive ? XML_C14N_EXCLUSIVE_1_0 : XML_C14N_1_0;
    const int written =
        xmlC14NExecute(document, part == nullptr ? nullptr : isInPart, part, mode, nullptr, 0, out);
    xmlOutputBufferClose(out);
    if (written < 0) {
        throw SigningFault("the document has no canonical form");
    }
    return {reinterpret_cast<const char*>(xmlBufferContent(buffer.get())),
            static_cast<std::size_t>(xmlBufferLength(buffer.get()))};
}

Document parse(std::string_view text) {
    if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw SigningFault("a document of this size is not signed");
    }
    try {
        xml::checkXmlBounds(text, xml::XmlDocument::Usual);
    } catch (const xml::XmlFault& fault) {
        throw SigningFault(fault.what());
    }
    constexpr int Options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE;
    Document document(
        xmlReadMemory(text.data(), static_cast<int>(text.size()), "document.xml", nullptr, Options));
    if (!document || xmlDocGetRootElement(document.get()) == nullptr || document->intSubset != nullptr) {
        throw SigningFault("only well-formed XML without a document type is signed");
    }
    return document;
}

/// Builds the signature into the document.
class Signature {
public:
    Signature(xmlDoc* document, const Certificate& certificate, const Form& form)
        : document_(document), certificate_(certificate), form_(form) {}

    void sign(const HeldKey& key, Instant at) {
        const std::string documentDigest = digest(canonical(document_, nullptr, form_.canonical));
        xmlNode* root = xmlDocGetRootElement(document_);
        signature_ = xmlAddChild(root, xmlNewDocNode(document_, nullptr, chars("Signature"), nullptr));
        ds_ = xmlNewNs(signature_, chars(Ds), chars("ds"));
        xmlSetNs(signature_, ds_);
        identify(signature_, "signature");
        xmlNode* info = add(signature_, "SignedInfo");
        xmlNode* value = add(signature_, "SignatureValue");
        identify(value, "value");
        keyInfo();
        xmlNode* properties = signedProperties(at);
        signedInfo(info, documentDigest, digest(canonical(document_, properties, form_.canonical)));
        const std::string signature =
            keys::signBy(key, certificate_.algorithm, canonical(document_, info, form_.canonical));
        setText(value, base64Encode(signature));
    }

private:
    std::string idOf(const char* part) const { return form_.id + '-' + part; }
    void identify(xmlNode* node, const char* part) {
        const std::string id = idOf(part);
        for (const char c : id) {
            if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-') {
                throw SigningFault("an identifier is of letters, digits and hyphens");
            }
        }
        xmlNewProp(node, chars("Id"), chars(id));
    }
    void setText(xmlNode* node, const std::string& text) {
        xmlAddChild(node, xmlNewDocText(document_, chars(text)));
    }
    xmlNode* add(xmlNode* parent, const char* name, const std::string& text = {}) {
        return addIn(ds_, parent, name, text);
    }
    xmlNode* addXades(xmlNode* parent, const char* name, const std::string& text = {}) {
        return addIn(xades_, parent, name, text);
    }
    xmlNode* addIn(xmlNs* space, xmlNode* parent, const char* name, const std::string& text) {
        xmlNode* node = xmlAddChild(parent, xmlNewDocNode(document_, space, chars(name), nullptr));
        if (!text.empty()) {
            setText(node, text);
        }
        return node;
    }
    void method(xmlNode* parent, const char* name, const char* address) {
        xmlNewProp(add(parent, name), chars("Algorithm"), chars(address));
    }
    void digestIn(xmlNode* parent, const std::string& value) {
        method(parent, "DigestMethod", Sha256);
        add(parent, "DigestValue", value);
    }

    void keyInfo() {
        add(add(add(signature_, "KeyInfo"), "X509Data"), "X509Certificate", base64Encode(certificate_.der));
    }

    void certificateIn(xmlNode* parent) {
        const bool old = form_.reference == CertificateReference::V1;
        xmlNode* one =
            addXades(addXades(parent, old ? "SigningCertificate" : "SigningCertificateV2"), "Cert");
        digestIn(addXades(one, "CertDigest"), digest(certificate_.der));
        if (old) {
            xmlNode* serial = addXades(one, "IssuerSerial");
            add(serial, "X509IssuerName", certificate_.issuer);
            add(serial, "X509SerialNumber", certificate_.serial);
        }
    }

    xmlNode* signedProperties(Instant at) {
        xmlNode* qualifying = add(add(signature_, "Object"), "QualifyingProperties");
        xades_ = xmlNewNs(qualifying, chars(Xades), chars("xades"));
        xmlSetNs(qualifying, xades_);
        xmlNewProp(qualifying, chars("Target"), chars('#' + idOf("signature")));
        xmlNode* properties = addXades(qualifying, "SignedProperties");
        identify(properties, "properties");
        xmlNode* ofSignature = addXades(properties, "SignedSignatureProperties");
        addXades(ofSignature, "SigningTime", at.toString().substr(0, 19) + 'Z');
        certificateIn(ofSignature);
        if (!form_.mimeType.empty()) {
            xmlNode* format =
                addXades(addXades(properties, "SignedDataObjectProperties"), "DataObjectFormat");
            xmlNewProp(format, chars("ObjectReference"), chars('#' + idOf("document")));
            if (!form_.description.empty()) {
                addXades(format, "Description", form_.description);
            }
            addXades(format, "MimeType", form_.mimeType);
        }
        return properties;
    }

    xmlNode* reference(xmlNode* info, const std::string& address) {
        xmlNode* node = add(info, "Reference");
        xmlNewProp(node, chars("URI"), chars(address));
        return node;
    }

    void signedInfo(xmlNode* info, const std::string& document, const std::string& properties) {
        method(info, "CanonicalizationMethod", addressOf(form_.canonical));
        method(info, "SignatureMethod", addressOf(certificate_.algorithm));
        xmlNode* whole = reference(info, "");
        identify(whole, "document");
        xmlNode* transforms = add(whole, "Transforms");
        method(transforms, "Transform", Enveloped);
        method(transforms, "Transform", addressOf(form_.canonical));
        digestIn(whole, document);
        xmlNode* part = reference(info, '#' + idOf("properties"));
        xmlNewProp(part, chars("Type"), chars(SignedPropertiesType));
        method(add(part, "Transforms"), "Transform", addressOf(form_.canonical));
        digestIn(part, properties);
    }

    xmlDoc* document_;
    const Certificate& certificate_;
    const Form& form_;
    xmlNode* signature_ = nullptr;
    xmlNs* ds_ = nullptr;
    xmlNs* xades_ = nullptr;
};

std::string writtenOut(xmlDoc* document) {
    xmlChar* text = nullptr;
    int size = 0;
    xmlDocDumpMemoryEnc(document, &text, &size, "UTF-8");
    if (text == nullptr) {
        throw std::bad_alloc();
    }
    std::string bytes(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size));
    xmlFree(text);
    return bytes;
}

} // namespace

std::string signEnveloped(std::string_view document, const HeldKey& key, Instant at, const Form& form) {
    const Certificate certificate = certificateIn(key);
    const Document parsed = parse(document);
    Signature(parsed.get(), certificate, form).sign(key, at);
    return writtenOut(parsed.get());
}

} // namespace svc::xades
