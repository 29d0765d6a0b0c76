#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view QuoteLines =
    "(SELECT json_agg(row_to_json(l) ORDER BY l.position) FROM sales.quote_line l"
    " WHERE l.company_id = $1 AND l.quote_id = q.id)";

constexpr std::string_view InsertQuote =
    "INSERT INTO sales.quote SELECT * FROM jsonb_populate_record(NULL::sales.quote, $1::jsonb)";

constexpr std::string_view InsertQuoteLines =
    "INSERT INTO sales.quote_line SELECT * FROM jsonb_populate_recordset(NULL::sales.quote_line, $1::jsonb)";

constexpr std::string_view DeleteLines =
    "DELETE FROM sales.quote_line WHERE company_id = $1 AND quote_id = $2";

// Identity, number and creation never change.
constexpr std::string_view UpdateQuote =
    "UPDATE sales.quote q SET status = r.status, channel = r.channel, external_id = r.external_id,"
    " business_unit_id = r.business_unit_id, partner_id = r.partner_id, partner_name = r.partner_name,"
    " date = r.date, valid_until = r.valid_until, currency = r.currency, exchange_rate = r.exchange_rate,"
    " prices_include_tax = r.prices_include_tax, discount_percent = r.discount_percent,"
    " discount_amount = r.discount_amount, subtotal = r.subtotal, discount_total = r.discount_total,"
    " tax_total = r.tax_total, total = r.total, total_base = r.total_base, taxes = r.taxes,"
    " location_id = r.location_id, purchase_order_ref = r.purchase_order_ref, note = r.note,"
    " sent_at = r.sent_at, accepted_at = r.accepted_at, accepted_by = r.accepted_by,"
    " accepted_name = r.accepted_name, acceptance_note = r.acceptance_note, declined_at = r.declined_at,"
    " declined_by = r.declined_by, declined_name = r.declined_name, declined_reason = r.declined_reason,"
    " cancelled_at = r.cancelled_at, cancel_reason = r.cancel_reason, signature = r.signature,"
    " sale_id = r.sale_id, version = r.version, updated_at = r.updated_at"
    " FROM jsonb_populate_record(NULL::sales.quote, $3::jsonb) r WHERE q.company_id = $1 AND q.id = $2";

constexpr std::string_view UpdateConverted = "UPDATE sales.quote_line l SET quantity_converted = c.quantity"
                                             " FROM unnest($3::uuid[], $4::numeric[]) AS c(id, quantity)"
                                             " WHERE l.company_id = $1 AND l.quote_id = $2 AND l.id = c.id";

constexpr std::string_view Expire =
    "WITH due AS (SELECT id FROM sales.quote WHERE company_id = $1 AND status = 'open' AND valid_until < $2"
    " ORDER BY valid_until LIMIT $3 FOR UPDATE SKIP LOCKED)"
    " UPDATE sales.quote q SET status = 'expired', version = version + 1, updated_at = $4"
    " FROM due WHERE q.company_id = $1 AND q.id = due.id RETURNING q.id";

std::optional<Uuid> uuidOf(const Json& row, std::string_view name) {
    const auto text = row.optionalText(name);
    return text ? Uuid::parse(*text) : std::nullopt;
}
std::optional<Instant> instantOf(const Json& row, std::string_view name) {
    const auto text = row.optionalText(name);
    return text ? Instant::parse(*text) : std::nullopt;
}
/// A text as it stands, with its blanks.
std::optional<std::string> textOf(const Json& row, std::string_view name) {
    const Json& value = row[name];
    return value.isNull() ? std::nullopt : std::optional(value.text());
}

SaleLine lineFrom(const Json& row) {
    SaleLine line;
    line.id = uuidOf(row, "id").value();
    line.itemId = uuidOf(row, "item_id");
    line.label = row["label"].text();
    line.description = textOf(row, "description");
    line.quantity = row["quantity"].decimal().normalized();
    line.unit = row["unit"].text();
    line.unitPrice = row["unit_price"].decimal().normalized();
    line.discountPercent = row.optionalDecimal("discount_percent");
    line.discountAmount = row["discount_amount"].integer();
    line.service = row["service"].boolean();
    line.taxCategory = row["tax_category"].text();
    line.taxRate = row["tax_rate"].decimal().normalized();
    line.taxExemptionReason = textOf(row, "tax_exemption_reason");
    line.lotNumber = textOf(row, "lot_number");
    line.net = row["net"].integer();
    line.tax = row["tax"].integer();
    line.total = row["total"].integer();
    return line;
}

Sale contentFrom(const Json& row) {
    Sale sale;
    sale.id = uuidOf(row, "id").value();
    sale.number = row["number"].text();
    sale.channel = row["channel"].text();
    sale.externalId = textOf(row, "external_id");
    sale.businessUnitId = uuidOf(row, "business_unit_id").value();
    sale.partnerId = uuidOf(row, "partner_id");
    sale.partnerName = textOf(row, "partner_name").value_or("");
    sale.date = Date::parse(row["date"].text()).value();
    sale.currency = Currency::parse(row["currency"].text()).value();
    sale.exchangeRate = row["exchange_rate"].decimal().normalized();
    sale.pricesIncludeTax = row["prices_include_tax"].boolean();
    sale.discountPercent = row.optionalDecimal("discount_percent");
    sale.discountAmount = row.optionalInteger("discount_amount");
    sale.subtotal = row["subtotal"].integer();
    sale.discountTotal = row["discount_total"].integer();
    sale.taxTotal = row["tax_total"].integer();
    sale.total = row["total"].integer();
    sale.totalBase = row["total_base"].integer();
    for (const Json& tax : row["taxes"].items()) {
        sale.taxes.push_back({tax["taxCategory"].text(), tax["taxRate"].decimal(), tax["net"].integer(),
                              tax["tax"].integer()});
    }
    sale.locationId = uuidOf(row, "location_id");
    sale.purchaseOrderRef = textOf(row, "purchase_order_ref");
    sale.note = textOf(row, "note");
    sale.version = row["version"].integer();
    sale.createdAt = instantOf(row, "created_at").value();
    sale.updatedAt = instantOf(row, "updated_at").value();
    sale.createdByKind = textOf(row, "created_by_kind");
    sale.createdById = uuidOf(row, "created_by_id");
    return sale;
}

Json rowOf(const Uuid& company, const Quote& quote) {
    const Sale& sale = quote.content;
    Json taxes = Json::array();
    for (const SaleTax& tax : sale.taxes) {
        taxes.push(Json::object({{"taxCategory", tax.taxCategory},
                                 {"taxRate", tax.taxRate},
                                 {"net", tax.net},
                                 {"tax", tax.tax}}));
    }
    return Json::object({{"company_id", company},
                         {"id", sale.id},
                         {"number", sale.number},
                         {"status", quote.status},
                         {"channel", sale.channel},
                         {"external_id", sale.externalId},
                         {"business_unit_id", sale.businessUnitId},
                         {"partner_id", sale.partnerId},
                         {"partner_name", sale.partnerId ? Json(sale.partnerName) : Json(nullptr)},
                         {"date", sale.date},
                         {"valid_until", quote.validUntil},
                         {"currency", sale.currency.code()},
                         {"exchange_rate", sale.exchangeRate},
                         {"prices_include_tax", sale.pricesIncludeTax},
                         {"discount_percent", sale.discountPercent},
                         {"discount_amount", sale.discountAmount},
                         {"subtotal", sale.subtotal},
                         {"discount_total", sale.discountTotal},
                         {"tax_total", sale.taxTotal},
                         {"total", sale.total},
                         {"total_base", sale.totalBase},
                         {"taxes", std::move(taxes)},
                         {"location_id", sale.locationId},
                         {"purchase_order_ref", sale.purchaseOrderRef},
                         {"note", sale.note},
                         {"sent_at", quote.sentAt},
                         {"accepted_at", quote.acceptedAt},
                         {"accepted_by", quote.acceptedBy},
                         {"accepted_name", quote.acceptedName},
                         {"acceptance_note", quote.acceptanceNote},
                         {"declined_at", quote.declinedAt},
                         {"declined_by", quote.declinedBy},
                         {"declined_name", quote.declinedName},
                         {"declined_reason", quote.declinedReason},
                         {"cancelled_at", quote.cancelledAt},
                         {"cancel_reason", quote.cancelReason},
                         {"signature", quote.signature},
                         {"sale_id", quote.saleId},
                         {"version", sale.version},
                         {"created_at", sale.createdAt},
                         {"updated_at", sale.updatedAt},
                         {"created_by_kind", sale.createdByKind},
                         {"created_by_id", sale.createdById}});
}

void insertLines(Call& call, const Quote& quote) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < quote.content.lines.size(); ++i) {
        const SaleLine& line = quote.content.lines[i];
        rows.push(Json::object({{"company_id", call.companyId()},
                                {"quote_id", quote.content.id},
                                {"position", i},
                                {"id", line.id},
                                {"item_id", line.itemId},
                                {"label", line.label},
                                {"description", line.description},
                                {"quantity", line.quantity},
                                {"unit", line.unit},
                                {"unit_price", line.unitPrice},
                                {"discount_percent", line.discountPercent},
                                {"discount_amount", line.discountAmount},
                                {"service", line.service},
                                {"tax_category", line.taxCategory},
                                {"tax_rate", line.taxRate},
                                {"tax_exemption_reason", line.taxExemptionReason},
                                {"lot_number", line.lotNumber},
                                {"net", line.net},
                                {"tax", line.tax},
                                {"total", line.total},
                                {"quantity_converted", quote.converted[i]}}));
    }
    call.db().send(InsertQuoteLines, rows);
}

std::optional<Quote> one(Call& call, const Uuid& id, std::string_view lock) {
    const std::string sql = "SELECT " + quoteColumns(true) +
                            " FROM sales.quote q WHERE q.company_id = $1 AND q.id = $2" + std::string(lock);
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(quoteFrom(rows[0]));
}

} // namespace

std::string quoteColumns(bool lines) {
    return "row_to_json(q), " + std::string(lines ? QuoteLines : std::string_view("NULL::json"));
}

Quote quoteFrom(const Row& row, std::uint32_t column) {
    const Json head = row.json(column);
    Quote quote;
    quote.content = contentFrom(head);
    quote.status = head["status"].text();
    quote.validUntil = Date::parse(head["valid_until"].text()).value();
    quote.sentAt = instantOf(head, "sent_at");
    quote.acceptedAt = instantOf(head, "accepted_at");
    quote.acceptedBy = textOf(head, "accepted_by");
    quote.acceptedName = textOf(head, "accepted_name");
    quote.acceptanceNote = textOf(head, "acceptance_note");
    quote.declinedAt = instantOf(head, "declined_at");
    quote.declinedBy = textOf(head, "declined_by");
    quote.declinedName = textOf(head, "declined_name");
    quote.declinedReason = textOf(head, "declined_reason");
    quote.cancelledAt = instantOf(head, "cancelled_at");
    quote.cancelReason = textOf(head, "cancel_reason");
    quote.signature = head["signature"];
    quote.saleId = uuidOf(head, "sale_id");
    if (!row.isNull(column + 1)) {
        const Json lines = row.json(column + 1);
        for (const Json& line : lines.items()) {
            quote.content.lines.push_back(lineFrom(line));
            quote.converted.push_back(line["quantity_converted"].decimal().normalized());
        }
    }
    return quote;
}

std::optional<Quote> findQuote(Call& call, const Uuid& id) {
    return one(call, id, "");
}

std::optional<Quote> lockQuote(Call& call, const Uuid& id) {
    // The lines are read by the statement that waits for the lock and would be those from before: they change
    // under the lock of the quote alone, so they are read once it is held.
    const Rows rows = call.db().query(
        "SELECT 1 FROM sales.quote WHERE company_id = $1 AND id = $2 FOR UPDATE", call.companyId(), id);
    return rows.empty() ? std::nullopt : one(call, id, "");
}

void insertQuote(Call& call, const Quote& quote) {
    call.db().send(InsertQuote, rowOf(call.companyId(), quote));
    insertLines(call, quote);
}

void updateQuote(Call& call, Quote& quote, bool lines) {
    Sale& sale = quote.content;
    sale.version += 1;
    sale.updatedAt = call.now();
    call.db().send(UpdateQuote, call.companyId(), sale.id, rowOf(call.companyId(), quote));
    if (lines) {
        call.db().send(DeleteLines, call.companyId(), sale.id);
        insertLines(call, quote);
    }
}

void updateConverted(Call& call, const Quote& quote) {
    ArrayParam ids;
    ArrayParam quantities;
    for (std::size_t i = 0; i < quote.content.lines.size(); ++i) {
        ids.add(quote.content.lines[i].id);
        quantities.add(quote.converted[i]);
    }
    call.db().send(UpdateConverted, call.companyId(), quote.content.id, ids, quantities);
}

std::vector<Uuid> expireQuotes(Call& call, Date today, int limit) {
    const Rows rows = call.db().query(Expire, call.companyId(), today, limit, call.now());
    std::vector<Uuid> expired;
    for (const Row row : rows) {
        expired.push_back(row.uuid(0));
    }
    return expired;
}

} // namespace svc::sales
