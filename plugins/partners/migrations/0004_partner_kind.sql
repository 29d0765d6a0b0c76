-- svc: phase=expand
-- Filter `kind` in the order by name, and in the order by date: a kind that few partners have is found at once.
CREATE INDEX partner_kind_name ON partners.partner (company_id, archived, kind, sort_name, id);
CREATE INDEX partner_kind_created ON partners.partner (company_id, archived, kind, created_at, id);
