-- svc: phase=expand
-- The instant of the last event of a company, null before the first: that of the next is not before it, so that createdAt
-- gives the order of events although transactions that wait for each other began in another order.
ALTER TABLE svc.company_clock ADD COLUMN last_event_at timestamptz;
