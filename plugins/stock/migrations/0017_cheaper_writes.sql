-- svc: phase=expand
-- The policies ask for the company without a sub-select: the setting is stable, so a look-up by key still reads it once,
-- and a statement that writes has a node less for each of its tables.
ALTER POLICY company ON stock.item
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON stock.item_cost
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON stock.level
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON stock.list_tally
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company ON stock.location
    USING (company_id = current_setting('svc.company')::uuid)
    WITH CHECK (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company_read ON stock.movement USING (company_id = current_setting('svc.company')::uuid);
ALTER POLICY company_insert ON stock.movement WITH CHECK (company_id = current_setting('svc.company')::uuid);

-- A movement is written by whoever holds the row of its level, which names the item and the place by foreign keys of its
-- own. Asking again would lock the row of the place for every movement: all tills of a shop would share that lock.
ALTER TABLE stock.movement DROP CONSTRAINT stock_movement_item_fkey, DROP CONSTRAINT stock_movement_location_fkey;
-- Words that only the code writes, from its own constants; verify looks at them (invariants/movement_words.sql).
ALTER TABLE stock.movement DROP CONSTRAINT stock_movement_reason_check;
ALTER TABLE stock.list_tally DROP CONSTRAINT stock_list_tally_grain_check;
