-- svc: phase=expand
-- Filter project.
CREATE INDEX entry_project_index ON timesheets.entry (company_id, project, date DESC, id DESC) WHERE project IS NOT NULL;
-- Filter person.
CREATE INDEX entry_person_index ON timesheets.entry (company_id, person, date DESC, id DESC) WHERE person IS NOT NULL;
