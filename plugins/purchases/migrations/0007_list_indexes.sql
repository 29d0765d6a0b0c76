-- svc: phase=expand
-- Filter overdue=true, in the order of the list: the day on which a purchase is due stands in the index, so that the
-- open ones that are not due yet are passed by without reading them. It serves all that purchase_open_date_index did.
CREATE INDEX purchase_open_due_index ON purchases.purchase (company_id, date DESC, id DESC, due_date) WHERE balance > 0;
DROP INDEX purchases.purchase_open_date_index;
-- Filter status=cancelled: a few of all. The others use purchase_date_index.
CREATE INDEX purchase_cancelled_index ON purchases.purchase (company_id, status, date DESC, id DESC)
    WHERE status = 'cancelled';
