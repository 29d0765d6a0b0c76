-- svc: phase=contract
-- Counted days alone; list `stay` of stays.list_tally counts days and months.
DROP TABLE stays.day;
-- Was never reached: see stay_unit_key_index.
DROP INDEX stays.stay_unit_index;
ALTER TABLE stays.stay ALTER COLUMN unit_key SET NOT NULL;
