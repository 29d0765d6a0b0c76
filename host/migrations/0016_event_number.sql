-- svc: phase=expand
-- One event by its number. Numbers grow with time: new ones come to the end of the index.
CREATE INDEX event_by_number ON svc.event (company_id, number);
