-- svc: phase=expand
-- Filter overdue=true, in the order of the list: the day on which a sale is due stands in the index, so that the
-- open sales that are not due yet are passed by without reading them. It serves all that sale_open_date_index did.
CREATE INDEX sale_open_due_index ON sales.sale (company_id, date DESC, id DESC, due_date) WHERE balance > 0;
DROP INDEX sales.sale_open_date_index;
