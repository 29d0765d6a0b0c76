-- svc: phase=expand
-- svc: foreach-company
UPDATE compliance.submission SET calls = attempts WHERE calls < attempts;
