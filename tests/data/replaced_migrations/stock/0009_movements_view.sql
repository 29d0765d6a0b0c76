-- svc: phase=expand
-- Whose goods moved is said by the location.
CREATE VIEW stock.v1_movements WITH (security_invoker = true) AS
    SELECT m.company_id, m.id, m.item_id, m.at, m.location_id, l.business_unit_id, m.quantity, m.reason, m.value,
           m.document_kind, m.document_id
    FROM stock.movement m
    JOIN stock.location l ON l.company_id = m.company_id AND l.id = m.location_id;
COMMENT ON VIEW stock.v1_movements IS
    'Published: what moved, its value in minor units of the company''s currency, below zero for what left.';
