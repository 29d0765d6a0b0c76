-- svc: phase=expand
-- A quote of which a part became a sale stays open for the rest. sale_id names the sale of its latest conversion.
ALTER TABLE sales.quote DROP CONSTRAINT quote_status_check;
ALTER TABLE sales.quote DROP CONSTRAINT quote_sale_check;
ALTER TABLE sales.quote ADD CONSTRAINT quote_status_check CHECK (status IN
    ('open', 'accepted', 'signed', 'declined', 'expired', 'cancelled', 'partially_converted', 'converted'));
ALTER TABLE sales.quote ADD CONSTRAINT quote_sale_check
    CHECK ((status IN ('partially_converted', 'converted')) = (sale_id IS NOT NULL));
