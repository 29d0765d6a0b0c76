-- svc: phase=expand
-- Filter overdue=true, in the order of the list.
CREATE INDEX purchase_open_date_index ON purchases.purchase (company_id, date DESC, id DESC) WHERE balance > 0;
