-- svc: phase=expand
-- What the shop tells to have given back, in all, once the order was decided here; null: nothing but external_refunded, with which it was
-- decided.
ALTER TABLE storefront.order_request ADD COLUMN external_refunded_now bigint;
