-- svc: phase=expand
-- A payment is found by its identifier also when it is held, such as the second one of a page that was paid twice.
CREATE INDEX attempt_payment_id ON integrations.attempt (company_id, provider, (answer ->> 'paymentId'))
    WHERE answer ->> 'paymentId' IS NOT NULL;
DROP INDEX integrations.attempt_payment;
