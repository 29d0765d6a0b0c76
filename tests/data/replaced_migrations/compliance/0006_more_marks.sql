-- svc: phase=expand
-- A regime may want several codes on a document.

ALTER TABLE compliance.mark ADD COLUMN more json;
COMMENT ON COLUMN compliance.mark.more IS 'Further marks of the regime, printed behind this one: array of { lines, qr, caption }.';
